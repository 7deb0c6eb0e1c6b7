/**
 * The language that the page speaks. The edge chose it for this page; a switch is remembered in a cookie, which the edge
 * reads for the next one, and is told to everything on the screen without a reload (L10N-01, L10N-05).
 */
import { useSyncExternalStore } from 'react'
import { DEFAULT_LOCALE, type Locale } from '../../schema/locale.ts'
import { overwriteGetLocale } from '../i18n/generated/runtime.js'
import { writeCookie } from './browser-storage.ts'

const COOKIE_SECONDS = 365 * 24 * 60 * 60

let current: Locale = DEFAULT_LOCALE
const listeners = new Set<() => void>()
overwriteGetLocale(() => current)

export function currentLocale(): Locale {
  return current
}

/** The language of the page as it came; remembers nothing. */
export function startLocale(locale: Locale): void {
  current = locale
}

export function chooseLocale(locale: Locale): void {
  current = locale
  writeCookie(`locale=${locale}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax`)
  document.documentElement.lang = locale
  for (const listener of listeners) listener()
}

export function useLocale(): Locale {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    currentLocale,
    currentLocale,
  )
}

/**
 * The page's language. The server chooses it for each page. A switch sets a cookie, which the server reads for the next
 * page, and translates this page without a reload (L10N-01, L10N-05).
 */
import { useSyncExternalStore } from 'react'
import type { Locale } from '../../schema/locale.ts'
import { overwriteGetLocale } from '../i18n/generated/runtime.js'
import { CHOICE_SECONDS, cookie, writeCookie } from './browser-storage.ts'
import { createListeners } from './listeners.ts'
import { currentPage } from './page-state.ts'

const { subscribe, notify } = createListeners()
overwriteGetLocale(currentLocale)

export function currentLocale(): Locale {
  return currentPage().locale
}

export function chooseLocale(locale: Locale): void {
  currentPage().locale = locale
  writeCookie(cookie('locale', locale, CHOICE_SECONDS))
  document.documentElement.lang = locale
  notify()
}

export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, currentLocale, currentLocale)
}

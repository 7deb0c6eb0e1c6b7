/**
 * The presale code that a fan typed for the event in sight. Whatever is added below its provider carries it; the tab
 * remembers it, so that a reload does not ask again.
 */
import { createContext } from 'react'
import type { StorageKey } from '../../schema/browser-storage.ts'
import { writeItem } from '../data/browser-storage.ts'

export const PresaleCode = createContext<string | null>(null)

const keyOf = (eventId: string): StorageKey => `presale-code/${eventId}`

/** What was typed before in this tab, else what the link brought (`?presale=`). */
export function recalledCode(eventId: string): string | null {
  try {
    const kept = sessionStorage.getItem(keyOf(eventId))
    if (kept !== null) return kept
  } catch {
    // Storage may be forbidden; then the code is typed anew after a reload.
  }
  return new URLSearchParams(location.search).get('presale')
}

export function rememberCode(eventId: string, code: string): void {
  try {
    writeItem(sessionStorage, keyOf(eventId), code)
  } catch {
    // As above.
  }
}

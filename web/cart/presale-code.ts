/**
 * The presale code that the visitor has entered for an event. Components below the provider add items with it. The tab
 * stores it, so that the visitor need not enter it again after a reload.
 */
import { createContext } from 'react'
import type { StorageKey } from '../../schema/browser-storage.ts'
import { writeItem } from '../data/browser-storage.ts'

export const PresaleCodeContext = createContext<string | null>(null)

const keyOf = (eventId: string): StorageKey => `presale-code/${eventId}`

/** The code that the visitor entered in this tab, or else the code of the link (`?presale=`). */
export function storedPresaleCode(eventId: string): string | null {
  try {
    const stored = sessionStorage.getItem(keyOf(eventId))
    if (stored !== null) return stored
  } catch {
    // Storage is blocked, so the visitor has to enter the code again.
  }
  return new URLSearchParams(location.search).get('presale')
}

export function storePresaleCode(eventId: string, code: string): void {
  try {
    writeItem(sessionStorage, keyOf(eventId), code)
  } catch {
    // Storage is blocked or full, so the visitor has to enter the code again after a reload.
  }
}

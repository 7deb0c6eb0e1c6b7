/**
 * The presale code that the visitor has entered for an event. Components below the context's provider add items with it. The
 * browser stores it for the tab, so that the visitor need not enter it again after a reload.
 */
import { createContext } from 'react'
import type { StorageKey } from '../../schema/browser-storage.ts'
import { writeItem } from '../data/browser-storage.ts'

export const PresaleCodeContext = createContext<string | null>(null)

const storageKey = (eventId: string): StorageKey => `presale-code/${eventId}`

/** The code that the visitor entered in this tab, or else the code of the link (`?presale=`). */
export function storedPresaleCode(eventId: string): string | null {
  try {
    const stored = sessionStorage.getItem(storageKey(eventId))
    if (stored !== null) return stored
  } catch {
    // Storage is blocked, so the visitor has to enter the code again.
  }
  return new URLSearchParams(location.search).get('presale')
}

export function storePresaleCode(eventId: string, code: string): void {
  try {
    writeItem(sessionStorage, storageKey(eventId), code)
  } catch {
    // Storage is blocked or full, so the visitor has to enter the code again after a reload.
  }
}

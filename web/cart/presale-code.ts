/**
 * The presale code that the visitor has entered for an event. Components below the context's provider send the code when they
 * add items. The browser stores it for the tab, so that the visitor need not enter it again after a reload.
 */
import { createContext } from 'react'
import type { StorageKey } from '../../schema/browser-storage.ts'
import { writeItem } from '../data/browser-storage.ts'

export const PresaleCodeContext = createContext<string | null>(null)

const storageKey = (eventId: string): StorageKey => `presale-code/${eventId}`

/** The last code that the server accepted in this tab, or else the code of the link (`?presale=`); null without a code. */
export function storedPresaleCode(eventId: string): string | null {
  try {
    const stored = sessionStorage.getItem(storageKey(eventId))
    if (stored !== null) return stored
  } catch {
    // Storage is blocked, so only the link can provide the code.
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

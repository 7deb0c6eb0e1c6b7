/** Stores whether the minicart is open, and which items were just added. Any component may open it; the header shows it. */
import { useSyncExternalStore } from 'react'
import { createListeners } from '../data/listeners.ts'
import { logActivity } from '../data/reports.ts'

/** `added` contains the ids of the variants that were added just before the minicart opened. */
type MinicartState = { isOpen: boolean; added: readonly string[] }

const CLOSED: MinicartState = { isOpen: false, added: [] }
let state = CLOSED
const { subscribe, notify } = createListeners()

function change(next: MinicartState): void {
  state = next
  notify()
}

export function openMinicart(added = CLOSED.added): void {
  logActivity('cart_opened')
  change({ isOpen: true, added })
}

export function closeMinicart(): void {
  change(CLOSED)
}

export function useMinicart(): MinicartState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => CLOSED,
  )
}

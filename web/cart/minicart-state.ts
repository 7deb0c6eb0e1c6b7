/** Whether the minicart is open, and what was just added. The header shows the minicart; any component may open it. */
import { useSyncExternalStore } from 'react'
import { createListeners } from '../data/listeners.ts'
import { logActivity } from '../data/reports.ts'

/** `added` are the ids of the variants that were added before the minicart opened. */
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

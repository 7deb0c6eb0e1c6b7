/** Whether the minicart is open, and whether an item was just added. The header shows the minicart; any component may open it. */
import { useSyncExternalStore } from 'react'
import { createListeners } from '../data/listeners.ts'
import { logActivity } from '../data/reports.ts'

type MinicartState = { isOpen: boolean; justAdded: boolean }

const CLOSED: MinicartState = { isOpen: false, justAdded: false }
let state = CLOSED
const { subscribe, notify } = createListeners()

function change(next: MinicartState): void {
  state = next
  notify()
}

export function openMinicart(justAdded = false): void {
  logActivity('cart_opened')
  change({ isOpen: true, justAdded })
}

export function closeMinicart(): void {
  if (state.isOpen) change(CLOSED)
}

export function useMinicart(): MinicartState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => CLOSED,
  )
}

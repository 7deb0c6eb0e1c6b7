/** Whether snow falls. Visitors can stop it, as WCAG 2.2.2 requires, and the browser remembers that they have stopped it. */
import { useSyncExternalStore } from 'react'
import { writeItem } from '../data/browser-storage.ts'
import { createListeners } from '../data/listeners.ts'

const KEY = 'snow'
let isStopped = wasStopped()
const { subscribe, notify } = createListeners()

function wasStopped(): boolean {
  try {
    return localStorage.getItem(KEY) === 'off'
  } catch {
    return false
  }
}

export function switchSnow(falls: boolean): void {
  isStopped = !falls
  try {
    if (falls) localStorage.removeItem(KEY)
    else writeItem(localStorage, KEY, 'off')
  } catch {
    // Storage is blocked or full, so the choice applies until the page is reloaded.
  }
  notify()
}

export function useSnowFalls(): boolean {
  return useSyncExternalStore(subscribe, () => !isStopped)
}

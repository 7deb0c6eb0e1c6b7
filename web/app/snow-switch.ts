/** Whether snow falls. The browser remembers a visitor's choice to stop it, because WCAG 2.2.2 requires a way to do so. */
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
    // Storage is blocked or full, so the choice applies to this page only.
  }
  notify()
}

export function useSnowFalls(): boolean {
  return useSyncExternalStore(subscribe, () => !isStopped)
}

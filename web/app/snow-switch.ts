/** Whether the shop's snow falls here. Whoever stops it is remembered (WCAG 2.2.2: what moves by itself can be stopped). */
import { useSyncExternalStore } from 'react'
import { writeItem } from '../data/browser-storage.ts'

const KEY = 'snow'
let isStopped = wasStopped()
const listeners = new Set<() => void>()

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
    // Then it holds for this page.
  }
  for (const listener of listeners) listener()
}

export function useSnowFalls(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => !isStopped,
  )
}

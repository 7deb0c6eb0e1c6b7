/** Whether this browser keeps the shop's cookies. The queue's are invisible to scripts, so a cookie of our own is tried. */
import { writeCookie } from '../data/browser-storage.ts'

const TRIAL = 'queue.trial'
/** A place may be exchanged for a new one once in a while; so often in a row it was never kept. */
const CHANGES = 3

export function cookiesAreKept(): boolean {
  writeCookie(`${TRIAL}=1; path=/; max-age=60; samesite=lax`)
  return document.cookie.split('; ').includes(`${TRIAL}=1`)
}

/** Remembers the places of consecutive answers, for browsers that keep our cookies from scripts but not for the shop. */
export class PlaceMemory {
  private last: string | null = null
  private changes = 0

  /** True once several answers in a row named another place each. */
  keepsChanging(entryId: string | null): boolean {
    if (entryId === null) return false
    this.changes = this.last === null || this.last === entryId ? 0 : this.changes + 1
    this.last = entryId
    return this.changes >= CHANGES
  }
}

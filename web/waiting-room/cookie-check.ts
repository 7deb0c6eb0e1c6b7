/** Checks whether the browser stores cookies. Scripts cannot read the queue's HttpOnly cookies, so a test cookie is set. */
import { cookie, readCookie, writeCookie } from '../data/browser-storage.ts'

const TRIAL = 'queue.trial'
/** The server replaces a queue entry occasionally. This many changes in a row show that the browser stores no entry. */
const CHANGES = 3

export function cookiesAreStored(): boolean {
  writeCookie(cookie(TRIAL, '1', 60))
  return readCookie(TRIAL) === '1'
}

/** Compares the queue entries of consecutive answers. It detects browsers that store only cookies of scripts. */
export class EntryTracker {
  private last: string | null = null
  private changes = 0

  /** Returns true once several answers in a row have each contained a new queue entry. */
  keepsChanging(entryId: string | null): boolean {
    if (entryId === null) return false
    this.changes = this.last === null || this.last === entryId ? 0 : this.changes + 1
    this.last = entryId
    return this.changes >= CHANGES
  }
}

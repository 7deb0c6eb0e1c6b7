/** Detects browsers that store only the cookies of scripts. Scripts cannot read the queue's HttpOnly cookies. */

/** The server replaces a queue entry occasionally. This many changes in a row show that the browser stores no entry. */
const CHANGES = 3

/** Compares the queue entries of consecutive answers. */
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

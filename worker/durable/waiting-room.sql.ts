/**
 * The tables of a WaitingRoom object. `room` has one row with the state of the room: its settings, the lottery's seed,
 * and the thresholds. `spent_places` has one row per queue entry that was exchanged for a pass, so that no entry is
 * exchanged twice. A row stays at least while the entry's token is valid. `moved_places` has the former cart of each
 * spent entry that was transferred to another cart. In the names of the tables and columns, a place is a queue entry.
 */

import type { RoomState, SpentEntry } from '../domain/waiting-room/room-state.ts'
import { LONGEST_ENTRY_MS } from '../domain/waiting-room/waiting-room.ts'

const TABLES = `
  CREATE TABLE IF NOT EXISTS room (id INTEGER PRIMARY KEY CHECK (id = 1), state TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS spent_places (
    place_id TEXT PRIMARY KEY,
    cart_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS moved_places (
    place_id TEXT PRIMARY KEY,
    former_cart_id TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS moved_places_cart ON moved_places (former_cart_id);
  CREATE INDEX IF NOT EXISTS spent_places_cart ON spent_places (cart_id, at);
`

type SpentRow = { place_id: string; cart_id: string; at: number; until: number }

export class RoomRows {
  private readonly sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.sql = sql
    sql.exec(TABLES)
  }

  state(): RoomState | null {
    for (const { state } of this.sql.exec<{ state: string }>('SELECT state FROM room')) return JSON.parse(state)
    return null
  }

  saveState(state: RoomState): void {
    this.sql.exec('INSERT OR REPLACE INTO room (id, state) VALUES (1, ?)', JSON.stringify(state))
  }

  spent(entryId: string): SpentEntry | null {
    for (const row of this.sql.exec<SpentRow>('SELECT * FROM spent_places WHERE place_id = ?', entryId))
      return entryOf(row)
    return null
  }

  spentSince(instant: number): SpentEntry[] {
    return this.sql.exec<SpentRow>('SELECT * FROM spent_places WHERE at >= ?', instant).toArray().map(entryOf)
  }

  /** Throws if the entry was exchanged before. */
  spend({ entryId, cartId, exchangedAt, returnsUntil }: SpentEntry): void {
    const values = [entryId, cartId, exchangedAt, returnsUntil]
    this.sql.exec('INSERT INTO spent_places (place_id, cart_id, at, until) VALUES (?, ?, ?, ?)', ...values)
  }

  /** Transfers a spent entry to another cart, if it belongs to `formerCartId` and was never transferred before. */
  move(entryId: string, formerCartId: string, cartId: string): void {
    const recorded = this.sql.exec(
      `INSERT INTO moved_places (place_id, former_cart_id)
       SELECT place_id, cart_id FROM spent_places WHERE place_id = ? AND cart_id = ? ON CONFLICT DO NOTHING`,
      entryId,
      formerCartId,
    )
    if (recorded.rowsWritten > 0)
      this.sql.exec('UPDATE spent_places SET cart_id = ? WHERE place_id = ?', cartId, entryId)
  }

  /**
   * Returns the entries that were exchanged in a period and belong to the cart, or belonged to it before they were
   * transferred to another cart.
   */
  spentBy(cartId: string, { after, until }: { after: number; until: number }): SpentEntry[] {
    const query = `SELECT * FROM spent_places WHERE cart_id = ?1 AND at > ?2 AND at <= ?3
      UNION SELECT spent_places.* FROM moved_places JOIN spent_places USING (place_id)
        WHERE former_cart_id = ?1 AND at > ?2 AND at <= ?3`
    return this.sql.exec<SpentRow>(query, cartId, after, until).toArray().map(entryOf)
  }

  /** Ends the pass for which this entry was exchanged. */
  end(entryId: string, now: number): void {
    this.sql.exec('UPDATE spent_places SET until = min(until, ?) WHERE place_id = ?', now, entryId)
  }

  /** Deletes entries whose tokens are too old to be accepted. */
  purge(now: number): void {
    this.sql.exec('DELETE FROM spent_places WHERE at <= ?', now - LONGEST_ENTRY_MS)
    this.sql.exec('DELETE FROM moved_places WHERE place_id NOT IN (SELECT place_id FROM spent_places)')
  }
}

function entryOf({ place_id, cart_id, at, until }: SpentRow): SpentEntry {
  return { entryId: place_id, cartId: cart_id, exchangedAt: at, returnsUntil: until }
}

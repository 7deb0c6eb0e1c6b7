/**
 * The tables of an EventSeats object.
 *
 * `claims` has one row for each held or sold seat, and one for each hold or booking of tickets in a standing area. The
 * primary key allows only one row for a seat, so the database prevents two claims for it. A write whose row has changed
 * since the decision throws, which rolls the transaction back.
 *
 * `answers` makes requests idempotent. Its key starts with the hour, so that old answers are one range of the table.
 *
 * `released_orders` contains the highest released epoch of each order, because a late command of a released epoch must have
 * no effect. Its rows are never deleted: they are small, contain no personal data, and stop growing after the event.
 */
import { HOUR } from '../../schema/limits.ts'
import type { HoldAnswer, PlanName, ReleaseAnswer, SoldClaimKey, SoldClaimPage } from '../domain/seats/seat-hold.ts'
import type { Claim, ClaimChange } from '../domain/seats/seat-ledger.ts'

const TABLES = `
  CREATE TABLE IF NOT EXISTS claims (
    place TEXT NOT NULL,
    part TEXT NOT NULL,
    hold_id TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    category INTEGER NOT NULL,
    cart_id TEXT,
    order_id TEXT,
    epoch INTEGER NOT NULL,
    held_until INTEGER NOT NULL,
    extended INTEGER NOT NULL,
    presale_code_id TEXT,
    PRIMARY KEY (place, part),
    CHECK (cart_id IS NOT NULL OR order_id IS NOT NULL),
    CHECK (part = hold_id OR (part = '' AND amount = 1))
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS answers (
    hour INTEGER NOT NULL,
    cart_id TEXT NOT NULL,
    request_key TEXT NOT NULL,
    wish TEXT NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (hour, cart_id, request_key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS released_orders (order_id TEXT PRIMARY KEY, epoch INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`

/** Inserts a claim. An existing row of the seat is replaced only if the row is an expired hold. */
const INSERT_CLAIM = `
  INSERT INTO claims (place, part, hold_id, amount, category, cart_id, order_id, epoch, held_until, extended, presale_code_id)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
  ON CONFLICT (place, part) DO UPDATE SET
    hold_id = ?3, amount = ?4, category = ?5, cart_id = ?6, order_id = ?7, epoch = ?8, held_until = ?9, extended = ?10,
    presale_code_id = ?11
  WHERE claims.order_id IS NULL AND claims.held_until <= ?12`
const UPDATE_CLAIM = `
  UPDATE claims SET cart_id = ?4, order_id = ?5, epoch = ?6, held_until = ?7, extended = ?8
  WHERE place = ?1 AND part = ?2 AND hold_id = ?3`
const DELETE_CLAIM = 'DELETE FROM claims WHERE place = ? AND part = ? AND hold_id = ?'
const FIND_SOLD =
  'SELECT * FROM claims WHERE (place, part) > (?, ?) AND order_id IS NOT NULL ORDER BY place, part LIMIT ?'
const FIND_ANSWER =
  'SELECT wish, answer FROM answers WHERE hour IN (?, ?) AND cart_id = ? AND request_key = ? ORDER BY hour DESC LIMIT 1'

type Setting = 'planKey' | 'planVersion' | 'distance'

type ClaimRow = {
  place: string
  part: string
  hold_id: string
  amount: number
  category: number
  cart_id: string | null
  order_id: string | null
  epoch: number
  held_until: number
  extended: number
  presale_code_id: string | null
}

export class SeatRows {
  private readonly sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.sql = sql
    sql.exec(TABLES)
  }

  claims(): Claim[] {
    return this.sql
      .exec<ClaimRow>('SELECT * FROM claims')
      .toArray()
      .map((row) => ({
        holdId: row.hold_id,
        kind: row.part === '' ? 'seat' : 'section',
        place: row.place,
        amount: row.amount,
        category: row.category,
        cartId: row.cart_id,
        orderId: row.order_id,
        epoch: row.epoch,
        heldUntil: row.held_until,
        extended: row.extended === 1,
        presaleCodeId: row.presale_code_id,
      }))
  }

  soldAfter(after: SoldClaimKey | null, limit: number): SoldClaimPage {
    const { place, part } = after ?? { place: '', part: '' }
    const rows = this.sql
      .exec<Omit<ClaimRow, 'order_id'> & { order_id: string }>(FIND_SOLD, place, part, limit)
      .toArray()
    const last = rows.length < limit ? undefined : rows.at(-1)
    return {
      claims: rows.map((row) => ({
        orderId: row.order_id,
        epoch: row.epoch,
        kind: row.part === '' ? 'seat' : 'section',
        place: row.place,
        amount: row.amount,
      })),
      next: last ? { place: last.place, part: last.part } : null,
    }
  }

  /** Must run in a transaction. Throws if a row has changed since the decision. */
  write(changes: readonly ClaimChange[], now: number): void {
    for (const { before, after } of changes) {
      if (before && !after) this.expectRow(DELETE_CLAIM, ...keyOf(before), before.holdId)
    }
    for (const { before, after } of changes) {
      if (!after) continue
      const { holdId, amount, category, cartId, orderId, epoch, heldUntil } = after
      const extended = after.extended ? 1 : 0
      const key = keyOf(after)
      if (before) this.expectRow(UPDATE_CLAIM, ...key, holdId, cartId, orderId, epoch, heldUntil, extended)
      else {
        const values = [holdId, amount, category, cartId, orderId, epoch, heldUntil, extended, after.presaleCodeId]
        this.expectRow(INSERT_CLAIM, ...key, ...values, now)
      }
    }
  }

  private expectRow(statement: string, ...values: SqlStorageValue[]): void {
    if (this.sql.exec(statement, ...values).rowsWritten === 0)
      throw new Error(`the row of ${values[0]} has changed since the decision`)
  }

  /** Returns the saved answer to a request and the fingerprint of that request; null if no answer is saved. */
  answerTo<Answer extends HoldAnswer | ReleaseAnswer>(
    cartId: string,
    requestKey: string,
    now: number,
  ): { fingerprint: string; answer: Answer } | null {
    const hour = Math.floor(now / HOUR)
    for (const row of this.sql.exec<{ wish: string; answer: string }>(
      FIND_ANSWER,
      hour,
      hour - 1,
      cartId,
      requestKey,
    )) {
      return { fingerprint: row.wish, answer: JSON.parse(row.answer) }
    }
    return null
  }

  /** Saves the answer for at least an hour. Returns the time at which it may be deleted. */
  saveAnswer(
    cartId: string,
    requestKey: string,
    fingerprint: string,
    answer: HoldAnswer | ReleaseAnswer,
    now: number,
  ): number {
    const hour = Math.floor(now / HOUR)
    const values = [hour, cartId, requestKey, fingerprint, JSON.stringify(answer)]
    this.sql.exec('INSERT INTO answers (hour, cart_id, request_key, wish, answer) VALUES (?, ?, ?, ?, ?)', ...values)
    return (hour + 2) * HOUR
  }

  /** Returns the highest released epoch of the order; -1 if its seats were never released. */
  releasedEpoch(orderId: string): number {
    const rows = this.sql.exec<{ epoch: number }>('SELECT epoch FROM released_orders WHERE order_id = ?', orderId)
    for (const { epoch } of rows) return epoch
    return -1
  }

  saveReleased(orderId: string, epoch: number): void {
    this.sql.exec('INSERT OR REPLACE INTO released_orders (order_id, epoch) VALUES (?, ?)', orderId, epoch)
  }

  /**
   * Returns the plan that was used last; null before the first. A plan without a stored version is older than all
   * others.
   */
  plan(): PlanName | null {
    const key = this.setting('planKey')
    return key === null ? null : { key, version: Number(this.setting('planVersion') ?? -1) }
  }

  setPlan({ key, version }: PlanName): void {
    this.set('planKey', key)
    this.set('planVersion', String(version))
  }

  setting(name: Setting): string | null {
    for (const { value } of this.sql.exec<{ value: string }>('SELECT value FROM settings WHERE name = ?', name))
      return value
    return null
  }

  set(name: Setting, value: string): void {
    this.sql.exec('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)', name, value)
  }

  /**
   * Deletes expired holds and old answers. Returns the time of the next deletion; null if nothing is left to delete.
   */
  purge(now: number): number | null {
    this.sql.exec('DELETE FROM claims WHERE order_id IS NULL AND held_until <= ?', now)
    this.sql.exec('DELETE FROM answers WHERE hour < ?', Math.floor(now / HOUR) - 1)
    const { hold } = this.sql
      .exec<{ hold: number | null }>('SELECT min(held_until) AS hold FROM claims WHERE order_id IS NULL')
      .one()
    const { hour } = this.sql.exec<{ hour: number | null }>('SELECT min(hour) AS hour FROM answers').one()
    const ends = [hold, hour === null ? null : (hour + 2) * HOUR].filter((end) => end !== null)
    return ends.length > 0 ? Math.min(...ends) : null
  }
}

/** A seat has at most one claim. A standing area has one claim per hold. */
function keyOf({ kind, place, holdId }: Claim): [place: string, part: string] {
  return [place, kind === 'seat' ? '' : holdId]
}

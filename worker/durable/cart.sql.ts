/**
 * How a Cart object keeps itself: its state as one row, the answers it gave by key, the seat objects it ever asked for
 * holds, and the saga of a placement that is not finished. Everything is read from memory after the first time.
 */
import { DEFAULT_HOLD_SECONDS, SESSION_SECONDS } from '../../schema/limits.ts'
import type { CartState } from '../domain/cart.ts'
import type { Saga } from '../services/place-order.ts'

export type SeatObject = { eventId: string; block: number }
type Answer = { body: string; answer: string }

const ANSWERS_KEPT_MS = 2 * DEFAULT_HOLD_SECONDS * 1000

export class CartStore {
  private readonly sql: SqlStorage
  private readonly cartId: string
  private current: CartState | null
  private objects: Set<string>

  constructor(sql: SqlStorage, cartId: string) {
    this.sql = sql
    this.cartId = cartId
    sql.exec('CREATE TABLE IF NOT EXISTS state (id INTEGER PRIMARY KEY CHECK (id = 1), body TEXT NOT NULL) STRICT')
    sql.exec(
      'CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, body TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL) STRICT',
    )
    sql.exec('CREATE TABLE IF NOT EXISTS seat_objects (name TEXT PRIMARY KEY) STRICT')
    sql.exec(
      'CREATE TABLE IF NOT EXISTS saga (id INTEGER PRIMARY KEY CHECK (id = 1), saga TEXT NOT NULL, body TEXT NOT NULL) STRICT',
    )
    const [row] = sql.exec<{ body: string }>('SELECT body FROM state').toArray()
    this.current = row ? (JSON.parse(row.body) as CartState) : null
    this.objects = new Set(
      sql
        .exec<{ name: string }>('SELECT name FROM seat_objects')
        .toArray()
        .map(({ name }) => name),
    )
  }

  /** The state, a new cart's where there is none; creating one writes nothing. */
  state(now: number): CartState {
    this.current ??= {
      id: this.cartId,
      reference: this.cartId.slice(-10).toUpperCase(),
      version: 1,
      countryCode: 'de',
      items: [],
      heldUntil: null,
      sessionExpiresAt: now + SESSION_SECONDS * 1000,
    }
    return this.current
  }

  saveState(state: CartState): void {
    this.current = state
    this.sql.exec('INSERT OR REPLACE INTO state (id, body) VALUES (1, ?)', JSON.stringify(state))
  }

  saveSession(expiresAt: number): void {
    this.saveState({ ...this.state(expiresAt), sessionExpiresAt: expiresAt })
  }

  emptyCart(): void {
    if (!this.current) return
    this.saveState({ ...this.current, items: [], heldUntil: null, version: this.current.version + 1 })
    this.sql.exec('DELETE FROM seat_objects')
    this.objects.clear()
  }

  answer<Kept>(key: string): { body: string; answer: Kept } | null {
    const [row] = this.sql.exec<Answer>('SELECT body, answer FROM answers WHERE key = ?', key).toArray()
    return row ? { body: row.body, answer: JSON.parse(row.answer) as Kept } : null
  }

  saveAnswer(key: string, body: string, answer: unknown, now: number): void {
    this.sql.exec('DELETE FROM answers WHERE at < ?', now - ANSWERS_KEPT_MS)
    this.sql.exec(
      'INSERT OR REPLACE INTO answers (key, body, answer, at) VALUES (?, ?, ?, ?)',
      key,
      body,
      JSON.stringify(answer),
      now,
    )
  }

  seatObjects(): SeatObject[] {
    return [...this.objects].map((name) => {
      const slash = name.lastIndexOf('/')
      return { eventId: name.slice(0, slash), block: Number(name.slice(slash + 1)) }
    })
  }

  noteSeatObject({ eventId, block }: SeatObject): void {
    const name = `${eventId}/${block}`
    if (this.objects.has(name)) return
    this.objects.add(name)
    this.sql.exec('INSERT OR IGNORE INTO seat_objects (name) VALUES (?)', name)
  }

  saga(): { saga: Saga; body: string } | null {
    const [row] = this.sql.exec<{ saga: string; body: string }>('SELECT saga, body FROM saga').toArray()
    return row ? { saga: JSON.parse(row.saga) as Saga, body: row.body } : null
  }

  saveSaga(saga: Saga, body: string): void {
    this.sql.exec('INSERT OR REPLACE INTO saga (id, saga, body) VALUES (1, ?, ?)', JSON.stringify(saga), body)
  }

  clearSaga(): void {
    this.sql.exec('DELETE FROM saga')
  }
}

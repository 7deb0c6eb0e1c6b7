/**
 * Stores the sandbox's state in one SQLite file. Stripe's objects are stored as the JSON of the answers, together with data
 * that Stripe does not show (`hidden`). Writes that belong together form one transaction, so that a killed sandbox never has
 * a payment without its event or an event without its delivery.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SigningPair, WalletKeys } from './certificate.ts'

export type StoredObject = { id: string; object: string; created: number }

type RefundStart = 'pending' | 'succeeded' | 'failed'

type Settings = {
  webhooksEnabled: boolean
  stripeFailures: number
  stripeFailureStatus: number
  /** The key is the id of an object. The value is the number of further requests with this id that will fail. */
  stripeFailuresAbout: Record<string, number>
  /** The initial status of new refunds. */
  refundStatus: RefundStart
  /** The initial status of the refunds of single payment intents. The key is the intent's id. */
  refundStatusOf: Record<string, RefundStart>
  mailFailures: number
  payPalFailures: number
  payPalFailuresAbout: Record<string, number>
  /** The certificate with which PayPal's webhooks are signed; null until the first one is signed. */
  payPalSigningPair: SigningPair | null
  /** The keys that a shop would get from Apple and Google; null until the shop asks for them. */
  walletKeys: WalletKeys | null
  /** The number of further requests to Apple's and Google's wallets that will fail. */
  walletFailures: number
  /** Devices on which Apple's push service no longer knows a pass. */
  gonePushTokens: string[]
}

const defaults: Settings = {
  webhooksEnabled: true,
  stripeFailures: 0,
  stripeFailureStatus: 500,
  stripeFailuresAbout: {},
  refundStatus: 'succeeded',
  refundStatusOf: {},
  mailFailures: 0,
  payPalFailures: 0,
  payPalFailuresAbout: {},
  payPalSigningPair: null,
  walletKeys: null,
  walletFailures: 0,
  gonePushTokens: [],
}

const schema = `
  CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    object TEXT NOT NULL,
    data TEXT NOT NULL,
    hidden TEXT,
    payment_intent TEXT GENERATED ALWAYS AS (json_extract(data, '$.payment_intent')),
    open_until INTEGER GENERATED ALWAYS AS (
      CASE WHEN object = 'checkout.session' AND json_extract(data, '$.status') = 'open'
      THEN json_extract(data, '$.expires_at') END)
  );
  CREATE INDEX IF NOT EXISTS objects_by_payment_intent ON objects (object, payment_intent);
  CREATE INDEX IF NOT EXISTS objects_by_open_until ON objects (open_until) WHERE open_until IS NOT NULL;
  CREATE TABLE IF NOT EXISTS idempotency (
    key TEXT PRIMARY KEY, path TEXT NOT NULL, fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL, body TEXT NOT NULL, created_at INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER NOT NULL,
    last_status INTEGER,
    last_error TEXT,
    delivered_at INTEGER
  );
  CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (next_at) WHERE state = 'pending';
  CREATE INDEX IF NOT EXISTS deliveries_by_event ON deliveries (event_id);
  CREATE TABLE IF NOT EXISTS mails (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    dedupe_id TEXT UNIQUE,
    deliveries INTEGER NOT NULL DEFAULT 1,
    recipients TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    message TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
`

export class Store {
  private readonly database: DatabaseSync
  private writing = false

  /** Opens or creates `sandbox.sqlite` in `stateDir`. */
  constructor(stateDir: string) {
    mkdirSync(stateDir, { recursive: true })
    this.database = new DatabaseSync(join(stateDir, 'sandbox.sqlite'))
    this.database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000')
    this.database.exec(schema)
  }

  close(): void {
    this.database.close()
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.database.prepare(sql).run(...values).changes)
  }

  /** Returns all rows. The caller names their type, because SQLite does not. */
  all<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.database.prepare(sql).all(...values) as T[]
  }

  first<T>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.all<T>(sql, ...values)[0]
  }

  /** Runs `work`, which must be synchronous, in a transaction. A nested call joins the outer transaction. */
  transaction<T>(work: () => T): T {
    if (this.writing) return work()
    this.database.exec('BEGIN IMMEDIATE')
    this.writing = true
    try {
      const result = work()
      this.database.exec('COMMIT')
      return result
    } catch (error) {
      this.database.exec('ROLLBACK')
      throw error
    } finally {
      this.writing = false
    }
  }

  /** Inserts or overwrites an object. Without `hidden`, the stored hidden data stays. */
  put(value: StoredObject, hidden?: object): void {
    this.run(
      `INSERT INTO objects (id, object, data, hidden) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET data = excluded.data, hidden = coalesce(excluded.hidden, hidden)`,
      value.id,
      value.object,
      JSON.stringify(value),
      hidden ? JSON.stringify(hidden) : null,
    )
  }

  get<T extends StoredObject>(object: T['object'], id: string): T | undefined {
    const row = this.first<{ data: string }>('SELECT data FROM objects WHERE id = ? AND object = ?', id, object)
    return row && (JSON.parse(row.data) as T)
  }

  /** Returns an event of any company. */
  event(id: string): StoredObject | undefined {
    const row = this.first<{ data: string }>(
      "SELECT data FROM objects WHERE id = ? AND object IN ('event', 'paypal.event')",
      id,
    )
    return row && (JSON.parse(row.data) as StoredObject)
  }

  hidden<T>(id: string): T | undefined {
    const row = this.first<{ hidden: string | null }>('SELECT hidden FROM objects WHERE id = ?', id)
    return row?.hidden ? (JSON.parse(row.hidden) as T) : undefined
  }

  /** Returns the objects of a kind, newest first. */
  list<T extends StoredObject>(object: T['object'], paymentIntent?: string): T[] {
    const filter = paymentIntent === undefined ? '' : ' AND payment_intent = ?'
    const values = paymentIntent === undefined ? [object] : [object, paymentIntent]
    const rows = this.all<{ data: string }>(
      `SELECT data FROM objects WHERE object = ?${filter} ORDER BY seq DESC`,
      ...values,
    )
    return rows.map((row) => JSON.parse(row.data) as T)
  }

  setting<Name extends keyof Settings>(name: Name): Settings[Name] {
    const row = this.first<{ value: string }>('SELECT value FROM settings WHERE name = ?', name)
    return row ? (JSON.parse(row.value) as Settings[Name]) : defaults[name]
  }

  set<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
    this.run(
      'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      name,
      JSON.stringify(value),
    )
  }

  /** Uses up one of the failures that a test has demanded. Returns false if none is left. */
  takeFailure(name: 'stripeFailures' | 'mailFailures' | 'payPalFailures' | 'walletFailures'): boolean {
    const left = this.setting(name)
    if (left > 0) this.set(name, left - 1)
    return left > 0
  }

  /**
   * If `request` contains an id for which a test has demanded failures, uses up one of them. Returns false if none is left.
   * `request` is the path, query and body of the request.
   */
  takeFailureAbout(
    request: string,
    name: 'stripeFailuresAbout' | 'payPalFailuresAbout' = 'stripeFailuresAbout',
  ): boolean {
    const failures = this.setting(name)
    const about = Object.keys(failures).find((id) => request.includes(id) && (failures[id] ?? 0) > 0)
    if (about !== undefined) this.set(name, { ...failures, [about]: (failures[about] ?? 0) - 1 })
    return about !== undefined
  }

  reset(): void {
    this.transaction(() => {
      for (const table of ['objects', 'idempotency', 'deliveries', 'mails', 'settings'])
        this.run(`DELETE FROM ${table}`)
    })
  }
}

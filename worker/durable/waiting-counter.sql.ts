/** The one row of a WaitingCounter object: what it has yet to tell, and how many passes were in use. */

import type { LastCount } from '../domain/active-passes.ts'
import type { BucketTotal } from '../domain/arrivals.ts'

const TABLE = `
  CREATE TABLE IF NOT EXISTS count (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    arrivals TEXT NOT NULL,
    active INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT`

export type CountRecord = LastCount & { arrivals: BucketTotal[] }

export class CounterRows {
  private readonly sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.sql = sql
    sql.exec(TABLE)
  }

  load(): CountRecord | null {
    const rows = this.sql.exec<{ arrivals: string; active: number; at: number }>('SELECT * FROM count')
    for (const { arrivals, active, at } of rows) return { arrivals: JSON.parse(arrivals), active, at }
    return null
  }

  save({ arrivals, active, at }: CountRecord): void {
    this.sql.exec(
      'INSERT OR REPLACE INTO count (id, arrivals, active, at) VALUES (1, ?, ?, ?)',
      JSON.stringify(arrivals),
      active,
      at,
    )
  }
}

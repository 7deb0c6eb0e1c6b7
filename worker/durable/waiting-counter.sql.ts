/**
 * The tables of a WaitingCounter object: the arrivals that the coordinator may not have received yet, the last
 * heartbeat of each pass in use, and the passes that an order has ended.
 */
import type { Heartbeat } from '../domain/waiting-room/active-passes.ts'
import type { BucketTotal } from '../domain/waiting-room/arrival-counts.ts'
import { ACTIVE_MS, LONGEST_PASS_MS } from '../domain/waiting-room/waiting-room.ts'

const TABLES = `
  CREATE TABLE IF NOT EXISTS untold_arrivals (bucket_at INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS heartbeats (pass_id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS ended_passes (pass_id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  DROP TABLE IF EXISTS count;
`

export class CounterRows {
  private readonly sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.sql = sql
    sql.exec(TABLES)
  }

  arrivals(): BucketTotal[] {
    return this.sql
      .exec<{ bucket_at: number; count: number }>('SELECT bucket_at, count FROM untold_arrivals')
      .toArray()
      .map(({ bucket_at, count }) => ({ bucketAt: bucket_at, count }))
  }

  saveArrivals(totals: readonly BucketTotal[]): void {
    for (const { bucketAt, count } of totals)
      this.sql.exec('INSERT OR REPLACE INTO untold_arrivals (bucket_at, count) VALUES (?, ?)', bucketAt, count)
  }

  forgetArrivalsBefore(instant: number): void {
    this.sql.exec('DELETE FROM untold_arrivals WHERE bucket_at < ?', instant)
  }

  heartbeats(): Heartbeat[] {
    return this.sql
      .exec<{ pass_id: string; at: number }>('SELECT pass_id, at FROM heartbeats')
      .toArray()
      .map(({ pass_id, at }) => ({ passId: pass_id, at }))
  }

  saveHeartbeat(passId: string, at: number): void {
    this.sql.exec('INSERT OR REPLACE INTO heartbeats (pass_id, at) VALUES (?, ?)', passId, at)
  }

  hasEnded(passId: string): boolean {
    return this.sql.exec('SELECT 1 FROM ended_passes WHERE pass_id = ?', passId).toArray().length > 0
  }

  endPass(passId: string, at: number): void {
    this.sql.exec('DELETE FROM heartbeats WHERE pass_id = ?', passId)
    this.sql.exec('INSERT OR REPLACE INTO ended_passes (pass_id, at) VALUES (?, ?)', passId, at)
  }

  /** Deletes heartbeats of visitors who have left, and ended passes that would have expired by now. */
  purge(now: number): void {
    this.sql.exec('DELETE FROM heartbeats WHERE at <= ?', now - ACTIVE_MS)
    this.sql.exec('DELETE FROM ended_passes WHERE at <= ?', now - LONGEST_PASS_MS)
  }
}

/**
 * Reads the holds and bookings of an event from the local state while no server runs. A small worker with the server's
 * name opens the storage of the event's Durable Objects and reads their rows. The worker starts when an event is read
 * for the first time.
 */
import { resolve } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import type { SeatClaim } from '../domain/seats/seat-hold.ts'
import type { AskClaims } from '../import/target.ts'

const COMPATIBILITY_DATE = '2026-10-23'
/** Must equal the server's worker name, because miniflare finds an object's storage by worker name and class. */
const NAME = 'stagedoor'
const READER = `
  import { DurableObject } from 'cloudflare:workers'
  export class EventSeats extends DurableObject {
    fetch() {
      const { sql } = this.ctx.storage
      const isUsed = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'claims'").toArray().length > 0
      const rows = isUsed ? sql.exec('SELECT place, part, amount, order_id, held_until FROM claims').toArray() : []
      return Response.json(rows)
    }
  }
  export default {
    fetch(request, env) {
      return env.EVENT_SEATS.getByName(decodeURIComponent(new URL(request.url).pathname.slice(1))).fetch(request)
    }
  }`

type ClaimRow = { place: string; part: string; amount: number; order_id: string | null; held_until: number }

export function localClaims(stateDir: string): { ask: AskClaims; dispose(): Promise<void> } {
  let reader: Miniflare | null = null
  return {
    async ask({ id, blockCount }) {
      reader ??= new Miniflare(
        convertV4MiniflareOptions({
          log: new Log(LogLevel.WARN),
          cf: false,
          resourcePersistencePath: resolve(stateDir),
          workers: [
            {
              name: NAME,
              compatibilityDate: COMPATIBILITY_DATE,
              modules: [{ type: 'ESModule', path: 'claims.js', contents: READER }],
              durableObjects: { EVENT_SEATS: { className: 'EventSeats', useSQLite: true } },
            },
          ],
        }),
      )
      const claims: SeatClaim[] = []
      for (let block = 0; block < blockCount; block++) {
        const name = encodeURIComponent(`${id}/${block}`)
        const answer = await reader.dispatchFetch(`http://claims.local/${name}`)
        if (!answer.ok) throw new Error(`reading block ${block} failed: ${await answer.text()}`)
        claims.push(...((await answer.json()) as ClaimRow[]).map(claimOf))
      }
      return claims
    },
    async dispose() {
      await reader?.dispose()
    },
  }
}

function claimOf({ place, part, amount, order_id, held_until }: ClaimRow): SeatClaim {
  return { kind: part === '' ? 'seat' : 'section', place, amount, orderId: order_id, heldUntil: held_until }
}

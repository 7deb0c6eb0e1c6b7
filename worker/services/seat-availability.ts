/**
 * What is free, as ids. However many look, an isolate asks the seats' objects about once a second per event: whoever comes
 * in between gets the same answer, and while one asks the others are served the one before.
 */
import type { SeatPlan } from '../../schema/seat-map.ts'
import type { Availability } from '../domain/seat-hold.ts'
import type { Env } from '../env.ts'
import { loadSeatPlan } from '../integrations/seat-plan-store.ts'
import { seatsObject } from './seat-objects.ts'

export type FreeSeats = {
  version: string
  seatIds: string[]
  sections: { sectionId: string; left: number }[]
  categories: { number: number; left: number }[]
}

const FRESH_MS = 1_000
/** While one request asks, others are served what is this old at most. */
const STALE_MS = 3_000
const KEPT = 200

type Known = { at: number; asked: number; answer: FreeSeats }

const known = new Map<string, Known>()

export async function freeSeats(
  env: Env,
  event: { id: string; planKey: string; blockCount: number },
  now: number,
): Promise<FreeSeats> {
  const before = known.get(event.id)
  if (before && now >= before.at) {
    if (now - before.at < FRESH_MS) return before.answer
    if (now - before.asked < FRESH_MS && now - before.at < STALE_MS) return before.answer
    before.asked = now
  }
  const answer = await askObjects(env, event, now)
  known.delete(event.id)
  known.set(event.id, { at: now, asked: now, answer })
  const oldest = known.keys().next().value
  if (known.size > KEPT && oldest !== undefined) known.delete(oldest)
  return answer
}

async function askObjects(
  env: Env,
  event: { id: string; planKey: string; blockCount: number },
  now: number,
): Promise<FreeSeats> {
  const blocks = await Promise.all(
    Array.from({ length: event.blockCount }, (_, block) =>
      seatsObject(env, event.id, block).availability(event.planKey, now),
    ),
  )
  const plan = await loadSeatPlan(env.BUCKET, blocks[0]?.planKey ?? event.planKey)
  return idsOf(plan, blocks)
}

function idsOf(plan: SeatPlan, blocks: Availability[]): FreeSeats {
  const seatIds: string[] = []
  const left = new Map<number, number>()
  for (const [index, [id, , , , category]] of plan.seats.entries()) {
    const isFree = blocks.some(({ freeSeats: bits }) => ((bits[index >> 3] ?? 0) >> (index & 7)) & 1)
    if (!isFree) continue
    seatIds.push(id)
    left.set(category, (left.get(category) ?? 0) + 1)
  }
  // Every object answers for its own areas; those of others count as none there.
  const areas = new Map(plan.allotments.map(({ sectionId, category }) => [sectionId, { category, left: 0 }]))
  for (const { allotments } of blocks) {
    for (const allotment of allotments) {
      const area = areas.get(allotment.sectionId)
      if (area) area.left += allotment.left
    }
  }
  for (const { category, left: free } of areas.values()) left.set(category, (left.get(category) ?? 0) + free)
  return {
    version: blocks.map(({ version }) => version).join('.'),
    seatIds,
    sections: [...areas].map(([sectionId, area]) => ({ sectionId, left: area.left })),
    categories: [...left].map(([number, free]) => ({ number, left: free })),
  }
}

/**
 * What is free, as ids. However many look, an isolate asks the seats' objects at most once a second per event: whoever
 * comes in between gets the same answer, also while it is still on its way.
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
const KEPT = 200

const answers = new Map<string, { at: number; answer: Promise<FreeSeats> }>()

export function freeSeats(
  env: Env,
  event: { id: string; planKey: string; blockCount: number },
  now: number,
): Promise<FreeSeats> {
  const known = answers.get(event.id)
  if (known && now - known.at < FRESH_MS && now >= known.at) return known.answer
  const answer = askObjects(env, event, now)
  answers.delete(event.id)
  answers.set(event.id, { at: now, answer })
  answer.catch(() => answers.delete(event.id))
  const oldest = answers.keys().next().value
  if (answers.size > KEPT && oldest !== undefined) answers.delete(oldest)
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

/**
 * Finds the blocks of an event that can serve a request. Nearly every event has one object and needs no lookup. A large
 * event is split by sections, and its plan names the block of each section.
 */
import type { SeatPlan } from '../../schema/seat-map.ts'
import type { SellableEvent } from '../domain/catalogue/sellable.ts'
import { loadSeatPlan } from '../integrations/seat-plan-store.ts'
import type { SeatBlockChoice } from './hold-blocks.ts'

/**
 * For an event with one object, returns its block without looking at the plan. Otherwise, returns an empty list if a chosen
 * seat is not in the plan, or if no section that the request allows has the requested category.
 */
export async function seatBlocks(
  env: { BUCKET: R2Bucket },
  event: SellableEvent,
  seatIds: string[],
  sectionId: string | null,
): Promise<SeatBlockChoice[]> {
  if (event.blockCount === 1) return [{ block: 0, seatIds, hasSeats: true }]
  const plan = await loadSeatPlan(env.BUCKET, event.plan.key)
  if (seatIds.length > 0) return blocksOfSeats(plan, seatIds)
  const hasSeats = new Map<number, boolean>()
  for (const { sectionId: id, category, block } of plan.allotments) {
    if (category === event.category && (sectionId === null || sectionId === id)) hasSeats.set(block, false)
  }
  for (const [, section, , , category] of plan.seats) {
    const owner = plan.sections[section]
    if (owner && category === event.category && (sectionId === null || sectionId === owner.id)) {
      hasSeats.set(owner.block, true)
    }
  }
  return [...hasSeats].sort(([a], [b]) => a - b).map(([block, has]) => ({ block, seatIds: [], hasSeats: has }))
}

function blocksOfSeats(plan: SeatPlan, seatIds: string[]): SeatBlockChoice[] {
  const wanted = new Set(seatIds)
  const byBlock = new Map<number, string[]>()
  for (const [id, section] of plan.seats) {
    if (!wanted.delete(id)) continue
    const block = plan.sections[section]?.block ?? 0
    byBlock.set(block, [...(byBlock.get(block) ?? []), id])
  }
  if (wanted.size > 0) return []
  return [...byBlock].map(([block, ids]) => ({ block, seatIds: ids, hasSeats: true })).sort((a, b) => a.block - b.block)
}

/**
 * Finds the seats that a new plan removes: seats that are missing or in another section, and standing areas that are
 * missing or smaller. The import must then check that no removed seat is sold or held, and that what is sold or held in
 * an area fits into its new capacity.
 */
import type { SeatPlan } from '../../../schema/seat-map.ts'

/**
 * A removed seat, or an area that shrank or was removed. For an area, `seatId` is empty, and `capacity` is the capacity in
 * the new plan. For a seat, `capacity` is 0.
 */
export type Withdrawal = { sectionId: string; seatId: string; capacity: number }

export function withdrawals(before: SeatPlan, after: SeatPlan): Withdrawal[] {
  const staying = new Set(seatsOf(after).map(({ sectionId, seatId }) => JSON.stringify([sectionId, seatId])))
  const capacities = capacitiesOf(after)
  return [
    ...seatsOf(before)
      .filter(({ sectionId, seatId }) => !staying.has(JSON.stringify([sectionId, seatId])))
      .map((seat) => ({ ...seat, capacity: 0 })),
    ...[...capacitiesOf(before)]
      .map(([sectionId, former]) => ({ sectionId, former, capacity: capacities.get(sectionId) ?? 0 }))
      .filter(({ former, capacity }) => capacity < former)
      .map(({ sectionId, capacity }) => ({ sectionId, seatId: '', capacity })),
  ]
}

/**
 * Returns the withdrawals of this import and of earlier ones. Seats that are in the new plan again are left out. Areas are
 * never left out. Each has its capacity in the new plan, or 0 if the plan lacks it.
 */
export function allWithdrawals(
  earlier: readonly Withdrawal[],
  fresh: readonly Withdrawal[],
  plan: SeatPlan,
): Withdrawal[] {
  const present = new Set(seatsOf(plan).map(({ sectionId, seatId }) => JSON.stringify([sectionId, seatId])))
  const capacities = capacitiesOf(plan)
  const all = new Map<string, Withdrawal>()
  for (const { sectionId, seatId } of [...earlier, ...fresh]) {
    const name = JSON.stringify([sectionId, seatId])
    if (!present.has(name))
      all.set(name, { sectionId, seatId, capacity: seatId === '' ? (capacities.get(sectionId) ?? 0) : 0 })
  }
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, withdrawal]) => withdrawal)
}

function seatsOf(plan: SeatPlan): { sectionId: string; seatId: string }[] {
  return plan.seats.map(([seatId, section]) => ({ sectionId: plan.sections[section]?.id ?? '', seatId }))
}

function capacitiesOf(plan: SeatPlan): Map<string, number> {
  return new Map(plan.allotments.map(({ sectionId, capacity }) => [sectionId, capacity]))
}

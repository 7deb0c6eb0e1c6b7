/**
 * An order's seats, given back and taken again. What is taken again bears a higher epoch than what was given back, so a
 * late release of the old cannot touch the new. All seats over all objects, or none.
 */
import type { OrderEvent, OrderItem } from '../db/order.ts'
import type { Env } from '../env.ts'
import { loadSeatPlan } from '../integrations/seat-plan-store.ts'
import { seatsObject } from './seat-objects.ts'

type Place = { event: OrderEvent; block: number; seatIds: string[]; amounts: { sectionId: string; amount: number }[] }

async function placesOf(env: Env, items: OrderItem[], events: ReadonlyMap<string, OrderEvent>): Promise<Place[]> {
  const places = new Map<string, Place>()
  for (const item of items) {
    const event = item.eventId === null ? undefined : events.get(item.eventId)
    if (!event || item.sectionId === null) continue
    const block = await blockOf(env, event, item.sectionId)
    const key = `${event.id}/${block}`
    const place = places.get(key) ?? { event, block, seatIds: [], amounts: [] }
    if (item.seatId !== null) place.seatIds.push(item.seatId)
    else place.amounts.push({ sectionId: item.sectionId, amount: item.amount })
    places.set(key, place)
  }
  return [...places.values()]
}

async function blockOf(env: Env, event: OrderEvent, sectionId: string): Promise<number> {
  if (event.blockCount === 1) return 0
  const plan = await loadSeatPlan(env.BUCKET, event.seatPlanKey)
  const area = plan.allotments.find((allotment) => allotment.sectionId === sectionId)
  return area?.block ?? plan.sections.find((section) => section.id === sectionId)?.block ?? 0
}

/** False where a seat is gone; then nothing is taken. */
export async function takeSeatsAgain(
  env: Env,
  orderId: string,
  epoch: number,
  items: OrderItem[],
  events: ReadonlyMap<string, OrderEvent>,
  now: number,
): Promise<boolean> {
  const places = await placesOf(env, items, events)
  const answers = await Promise.all(
    places.map(({ event, block, seatIds, amounts }) =>
      seatsObject(env, event.id, block).rebook({ orderId, epoch, planKey: event.seatPlanKey, seatIds, amounts, now }),
    ),
  )
  if (answers.every((answer) => answer.ok)) return true
  await giveSeatsBack(env, orderId, epoch, items, events, now)
  return false
}

/** Frees what the order holds of this epoch or an earlier one. */
export async function giveSeatsBack(
  env: Env,
  orderId: string,
  epoch: number,
  items: OrderItem[],
  events: ReadonlyMap<string, OrderEvent>,
  now: number,
): Promise<void> {
  const places = await placesOf(env, items, events)
  await Promise.all(
    places.map(({ event, block }) => seatsObject(env, event.id, block).releaseOrder(orderId, epoch, now)),
  )
}

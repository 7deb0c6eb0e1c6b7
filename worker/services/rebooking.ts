/**
 * An order's seats, given back and taken again. What is taken again bears a higher epoch than what was given back, so a
 * late release of the old cannot touch the new. All seats over all objects, or none.
 */
import type { OrderEvent, OrderItem } from '../db/order.ts'
import type { Env } from '../env.ts'
import { loadSeatPlan } from '../integrations/seat-plan-store.ts'
import { seatsObject } from './seat-objects.ts'

type SeatEnv = Pick<Env, 'JURISDICTION' | 'EVENT_SEATS' | 'BUCKET'>
type Events = ReadonlyMap<string, OrderEvent>
type Place = { event: OrderEvent; block: number; seatIds: string[]; amounts: Map<string, number> }

async function placesOf(env: SeatEnv, items: OrderItem[], events: Events): Promise<Place[]> {
  const places = new Map<string, Place>()
  for (const { eventId, sectionId, seatId, amount } of items) {
    const event = eventId === null ? undefined : events.get(eventId)
    if (!event || sectionId === null) continue
    const block = await blockOf(env, event, sectionId)
    const key = `${event.id}/${block}`
    const place: Place = places.get(key) ?? { event, block, seatIds: [], amounts: new Map() }
    if (seatId !== null) place.seatIds.push(seatId)
    else place.amounts.set(sectionId, (place.amounts.get(sectionId) ?? 0) + amount)
    places.set(key, place)
  }
  return [...places.values()]
}

async function blockOf(env: SeatEnv, event: OrderEvent, sectionId: string): Promise<number> {
  if (event.blockCount === 1) return 0
  const plan = await loadSeatPlan(env.BUCKET, event.seatPlanKey)
  const area = plan.allotments.find((allotment) => allotment.sectionId === sectionId)
  const block = area?.block ?? plan.sections.find((section) => section.id === sectionId)?.block
  if (block === undefined) throw new Error(`section ${sectionId} is not in the plan of ${event.id}`)
  return block
}

/** False where a seat is gone; then nothing is taken. Throws where an object is out of reach: what was taken then waits. */
export async function takeSeatsAgain(
  env: SeatEnv,
  orderId: string,
  epoch: number,
  items: OrderItem[],
  events: Events,
  now: number,
): Promise<boolean> {
  const places = await placesOf(env, items, events)
  const answers = await Promise.all(
    places.map(({ event, block, seatIds, amounts }) =>
      seatsObject(env, event.id, block).rebook({
        orderId,
        epoch,
        planKey: event.seatPlanKey,
        seatIds,
        amounts: [...amounts].map(([sectionId, amount]) => ({ sectionId, amount })),
        now,
      }),
    ),
  )
  if (answers.every((answer) => answer.ok)) return true
  await giveSeatsBack(env, orderId, epoch, items, events, now)
  return false
}

/** Frees what the order holds of this epoch or an earlier one. */
export async function giveSeatsBack(
  env: SeatEnv,
  orderId: string,
  epoch: number,
  items: OrderItem[],
  events: Events,
  now: number,
): Promise<void> {
  const places = await placesOf(env, items, events)
  await Promise.all(
    places.map(({ event, block }) => seatsObject(env, event.id, block).releaseOrder(orderId, epoch, now)),
  )
}

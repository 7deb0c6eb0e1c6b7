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
type Booked = { event: OrderEvent; block: number; seatIds: string[]; amounts: Map<string, number> }

/** False where a seat is gone; then nothing is taken. Throws where an object is out of reach: what was taken then waits. */
export async function takeSeatsAgain(
  env: SeatEnv,
  orderId: string,
  epoch: number,
  items: OrderItem[],
  events: Events,
  now: number,
): Promise<boolean> {
  if (await rebookSeats(env, orderId, epoch, items, events, now)) return true
  await giveSeatsBack(env, orderId, epoch, items, events, now)
  return false
}

/**
 * Books what the items name, in place of what the order had under earlier epochs. False where an object refused: it
 * leaves what the order had there, and other objects may have booked.
 */
export async function rebookSeats(
  env: SeatEnv,
  orderId: string,
  epoch: number,
  items: OrderItem[],
  events: Events,
  now: number,
): Promise<boolean> {
  const wanted = await bookedBefore(env, items, events)
  if (!wanted) return false
  const answers = await Promise.all(
    wanted.map(({ event, block, seatIds, amounts }) =>
      seatsObject(env, event.id, block).rebook({
        orderId,
        epoch,
        plan: { key: event.seatPlanKey, version: event.seatPlanVersion },
        seatIds,
        amounts: [...amounts].map(([sectionId, amount]) => ({ sectionId, amount })),
        now,
      }),
    ),
  )
  return answers.every((answer) => answer.ok)
}

/** By object; null where the plan no longer has what an order from before items named their block was for. */
async function bookedBefore(env: SeatEnv, items: OrderItem[], events: Events): Promise<Booked[] | null> {
  const byObject = new Map<string, Booked>()
  for (const { eventId, sectionId, seatId, block: noted, amount } of items) {
    const event = eventId === null ? undefined : events.get(eventId)
    if (!event || sectionId === null) continue
    const block = noted ?? (await blockInPlan(env, event, sectionId))
    if (block === null) return null
    const key = `${event.id}/${block}`
    const booked: Booked = byObject.get(key) ?? { event, block, seatIds: [], amounts: new Map() }
    if (seatId !== null) booked.seatIds.push(seatId)
    else booked.amounts.set(sectionId, (booked.amounts.get(sectionId) ?? 0) + amount)
    byObject.set(key, booked)
  }
  return [...byObject.values()]
}

async function blockInPlan(env: SeatEnv, event: OrderEvent, sectionId: string): Promise<number | null> {
  if (event.blockCount === 1) return 0
  const plan = await loadSeatPlan(env.BUCKET, event.seatPlanKey)
  const area = plan.allotments.find((allotment) => allotment.sectionId === sectionId)
  return area?.block ?? plan.sections.find((section) => section.id === sectionId)?.block ?? null
}

/**
 * Frees what the order holds of this epoch or an earlier one, whatever the plan says by now: items name the block that
 * booked them, and for those that do not, each of the event's objects is asked.
 */
export async function giveSeatsBack(
  env: SeatEnv,
  orderId: string,
  epoch: number,
  items: OrderItem[],
  events: Events,
  now: number,
): Promise<void> {
  const objects = new Map<string, { eventId: string; block: number }>()
  for (const { eventId, sectionId, block } of items) {
    const event = eventId === null ? undefined : events.get(eventId)
    if (!event || sectionId === null) continue
    const blocks = block === null ? Array.from({ length: event.blockCount }, (_, each) => each) : [block]
    for (const each of blocks) objects.set(`${event.id}/${each}`, { eventId: event.id, block: each })
  }
  await Promise.all(
    [...objects.values()].map(({ eventId, block }) =>
      seatsObject(env, eventId, block).releaseOrder(orderId, epoch, now),
    ),
  )
}

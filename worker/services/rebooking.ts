/**
 * Releases the seats of an order, or books them again. A rebooking has a higher epoch than any earlier release, so a release
 * that arrives late cannot affect the rebooking.
 */
import type { OrderEvent, OrderItem } from '../db/order.ts'
import type { Env } from '../env.ts'
import { loadSeatPlan } from '../integrations/seat-plan-store.ts'
import { seatsObject } from './seat-objects.ts'

type SeatEnv = Pick<Env, 'JURISDICTION' | 'EVENT_SEATS' | 'BUCKET'>
type Events = ReadonlyMap<string, OrderEvent>
type BookedSeats = { event: OrderEvent; block: number; seatIds: string[]; amounts: Map<string, number> }

/**
 * Books the items' seats in all objects, or none of them. Returns false if a seat is gone. Throws if an object is
 * unreachable: seats that were booked until then stay booked for the next attempt.
 */
export async function rebookAllOrNone(
  env: SeatEnv,
  orderId: string,
  epoch: number,
  items: OrderItem[],
  events: Events,
  now: number,
): Promise<boolean> {
  if (await rebookSeats(env, orderId, epoch, items, events, now)) return true
  await releaseOrderSeats(env, orderId, epoch, items, events, now)
  return false
}

/**
 * Books the seats that the items name, replacing the order's bookings of earlier epochs. Returns false if an object refuses
 * or an item's block is unknown. An object that refuses keeps the order's earlier bookings; other objects may have booked.
 */
export async function rebookSeats(
  env: SeatEnv,
  orderId: string,
  epoch: number,
  items: OrderItem[],
  events: Events,
  now: number,
): Promise<boolean> {
  const wanted = await bookedSeats(env, items, events)
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

/**
 * The items' seats, grouped by object. Items of old orders do not name their block, so it is looked up in the plan. Returns
 * null if the plan no longer has the section of such an item.
 */
async function bookedSeats(env: SeatEnv, items: OrderItem[], events: Events): Promise<BookedSeats[] | null> {
  const byObject = new Map<string, BookedSeats>()
  for (const { eventId, sectionId, seatId, block: storedBlock, amount } of items) {
    const event = eventId === null ? undefined : events.get(eventId)
    if (!event || sectionId === null) continue
    const block = storedBlock ?? (await blockInPlan(env, event, sectionId))
    if (block === null) return null
    const key = `${event.id}/${block}`
    const booked: BookedSeats = byObject.get(key) ?? { event, block, seatIds: [], amounts: new Map() }
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
 * Frees the order's bookings of this epoch and earlier ones, even if the current plan no longer has the seats. Most items
 * name the block that booked them. For an item without a block, all objects of the event release the order's bookings.
 */
export async function releaseOrderSeats(
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

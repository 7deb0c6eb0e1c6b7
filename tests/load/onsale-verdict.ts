/**
 * What must be true after a rush. Seats: sold, held and free make all, every acknowledged order is there with the very seats
 * its cart held, and no seat is in two orders. Queue: thresholds never go back, nobody comes in before being called, and
 * called visitors who are there come in in the order of their positions. Rate: no ten seconds let in more than 2 % above it.
 */
import { rankOf } from '../../worker/domain/waiting-room/lottery.ts'
import { isCalled } from '../../worker/domain/waiting-room/queue-position.ts'
import type { QueueStatus } from '../../worker/domain/waiting-room/waiting-room.ts'
import type { FanRecord } from './fan.ts'

/** `seenAt`: when the answer was there, by the same clock. */
export type Sample = { seenAt: number; status: QueueStatus }
export type OrderedSeat = { orderId: string; seatId: string }
export type SeatCount = { total: number; free: number; held: number; sold: number; faults: string[] }

const WINDOW_MS = 10_000
const MOST_OVER = 1.02
/** A visitor who was told when to ask has a turn until then; others may come in meanwhile, for so many seconds. */
const MOST_PASSED_SECONDS = 2

export function seatFaults(seats: number, count: SeatCount, ordered: OrderedSeat[], fans: FanRecord[]): string[] {
  const faults = [...count.faults]
  const must = (holds: boolean, text: string) => {
    if (!holds) faults.push(text)
  }
  must(count.total === seats, `${count.total} seats instead of ${seats}`)
  must(
    count.free + count.held + count.sold === seats,
    `sold, held and free do not make ${seats}: ${JSON.stringify(count)}`,
  )
  must(count.sold === ordered.length, `${count.sold} seats are sold, ${ordered.length} are in orders`)
  const distinct = new Set(ordered.map(({ seatId }) => seatId)).size
  must(distinct === ordered.length, `${ordered.length - distinct} seats are in two orders`)
  const seatsOf = new Map<string, string[]>()
  for (const { orderId, seatId } of ordered) seatsOf.set(orderId, [...(seatsOf.get(orderId) ?? []), seatId])
  let promised = 0
  for (const { order, seats: held } of fans) {
    if (!order) promised += held.length
    else if (seatsOf.get(order.id)?.sort().join() !== held.toSorted().join())
      faults.push(`order ${order.reference} has ${seatsOf.get(order.id) ?? 'no seats'} and its cart held ${held}`)
  }
  must(count.held >= promised, `${count.held} seats are held and ${promised} were promised to carts`)
  return faults
}

/** The most that any ten seconds let in. */
export function busiestWindow(fans: FanRecord[]): number {
  const instants = fans.flatMap(({ admittedAt }) => admittedAt ?? []).sort((a, b) => a - b)
  let most = 0
  for (let first = 0, next = 0; next < instants.length; next++) {
    while ((instants[next] ?? 0) - (instants[first] ?? 0) >= WINDOW_MS) first++
    most = Math.max(most, next - first + 1)
  }
  return most
}

export function doorFaults(ratePerSecond: number, fans: FanRecord[]): string[] {
  const faults: string[] = []
  const passless = fans.filter(({ admittedAt }) => admittedAt === 0).length
  if (passless > 0) faults.push(`${passless} were told to come in and got no pass`)
  const most = busiestWindow(fans)
  const allowed = Math.floor((MOST_OVER * ratePerSecond * WINDOW_MS) / 1000)
  if (most > allowed) faults.push(`${most} came in within ten seconds instead of at most ${allowed}`)
  return faults
}

export function queueFaults(samples: Sample[], fans: FanRecord[], ratePerSecond: number): string[] {
  const faults: string[] = []
  const serving = samples.filter(({ status }) => status.phase === 'serving').sort((a, b) => a.seenAt - b.seenAt)
  const seed = serving.at(-1)?.status.seed
  if (!seed) return ['the queue was never seen to serve']
  for (const [index, { status }] of serving.entries()) {
    const before = serving[index - 1]?.status
    if (!before) continue
    if (status.drawThreshold < before.drawThreshold || status.servedUntil < before.servedUntil)
      faults.push(`the queue went back: ${JSON.stringify([before, status])}`)
    if (status.seedHash !== before.seedHash) faults.push('the draw was drawn again')
  }
  for (const { place, admittedAt, told } of fans) {
    if (!place) continue
    const rank = rankOf(seed, { room: serving[0]?.status.room ?? '', id: place.id })
    if (admittedAt !== null) {
      const then = serving.find(({ status }) => status.at >= admittedAt)
      if (then && !isCalled(then.status, place, rank)) faults.push(`${place.id} came in before being called`)
    }
    if (told.some(({ placeId }) => placeId !== place.id)) faults.push(`${place.id} was taken away`)
  }
  const { room, opensAt } = serving[0]?.status ?? { room: '', opensAt: 0 }
  const order = ({ id, joinedAt }: { id: string; joinedAt: number }) =>
    joinedAt < opensAt ? rankOf(seed, { room, id }) : 1 + joinedAt - opensAt
  const allowed = Math.max(3, MOST_PASSED_SECONDS * ratePerSecond)
  const passed = mostPassed(fans, order)
  if (passed > allowed) faults.push(`${passed} came in past somebody who was there, instead of at most ${allowed}`)
  return faults
}

/** The most that came in from behind while a called visitor was there. */
export function mostPassed(fans: FanRecord[], order: (place: { id: string; joinedAt: number }) => number): number {
  const entered = fans.flatMap(({ place, admittedAt, told }) => {
    const there = told.find(({ isCalled }) => isCalled)?.askedAt ?? admittedAt
    return place && admittedAt && there !== null ? [{ at: admittedAt, there, order: order(place) }] : []
  })
  const passedBy = entered.map(
    (one) => entered.filter((other) => other.order > one.order && other.at >= one.there && other.at < one.at).length,
  )
  return Math.max(0, ...passedBy)
}

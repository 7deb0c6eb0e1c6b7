/**
 * Checks what a rush must guarantee:
 * - Sold, held and free seats add up.
 * - Each acknowledged order has the seats that its cart held, and no seat is in two orders.
 * - The queue never moves backwards.
 * - Nobody is admitted before being called, or without a pass.
 * - Only a limited number of visitors overtake a called visitor.
 * - In any ten seconds, at most 2 % more visitors are admitted than the rate allows.
 */
import { rankOf } from '../../worker/domain/waiting-room/lottery.ts'
import { isCalled } from '../../worker/domain/waiting-room/queue-position.ts'
import type { QueueStatus } from '../../worker/domain/waiting-room/waiting-room.ts'
import type { FanRecord } from './fan.ts'

/** `seenAt` is when the answer arrived, by the same clock as `status.at`. */
export type Sample = { seenAt: number; status: QueueStatus }
export type OrderedSeat = { orderId: string; seatId: string }
export type SeatCount = { total: number; free: number; held: number; sold: number; faults: string[] }

const WINDOW_MS = 10_000
const MAX_EXCESS = 1.02
/**
 * A called visitor may have to poll once more before the admission. Meanwhile, visitors with later positions may overtake:
 * as many as the rate admits in this many seconds, and always at least three visitors.
 */
const MAX_OVERTAKEN_SECONDS = 2

export function seatFaults(seats: number, count: SeatCount, ordered: OrderedSeat[], fans: FanRecord[]): string[] {
  const faults = [...count.faults]
  const check = (holds: boolean, text: string) => {
    if (!holds) faults.push(text)
  }
  check(count.total === seats, `${count.total} seats instead of ${seats}`)
  check(
    count.free + count.held + count.sold === seats,
    `sold, held and free seats do not add up to ${seats}: ${JSON.stringify(count)}`,
  )
  check(count.sold === ordered.length, `${count.sold} seats are sold, but ${ordered.length} are in orders`)
  const distinct = new Set(ordered.map(({ seatId }) => seatId)).size
  check(distinct === ordered.length, `${ordered.length - distinct} seats are in two orders`)
  const seatsOf = new Map<string, string[]>()
  for (const { orderId, seatId } of ordered) seatsOf.set(orderId, [...(seatsOf.get(orderId) ?? []), seatId])
  let promised = 0
  for (const { order, seats: held } of fans) {
    if (!order) promised += held.length
    else if (seatsOf.get(order.id)?.sort().join() !== held.toSorted().join())
      faults.push(`order ${order.reference} has ${seatsOf.get(order.id) ?? 'no seats'}, but its cart held ${held}`)
  }
  check(count.held >= promised, `only ${count.held} seats are held, but carts were promised ${promised}`)
  return faults
}

/** Returns the largest number of admissions in any ten seconds. */
export function busiestWindow(fans: FanRecord[]): number {
  const instants = fans.flatMap(({ admittedAt }) => admittedAt ?? []).sort((a, b) => a - b)
  let most = 0
  for (let first = 0, next = 0; next < instants.length; next++) {
    while ((instants[next] ?? 0) - (instants[first] ?? 0) >= WINDOW_MS) first++
    most = Math.max(most, next - first + 1)
  }
  return most
}

export function admissionFaults(ratePerSecond: number, fans: FanRecord[]): string[] {
  const faults: string[] = []
  const passless = fans.filter(({ admittedAt }) => admittedAt === 0).length
  if (passless > 0) faults.push(`${passless} were admitted without a pass`)
  const most = busiestWindow(fans)
  const allowed = Math.floor((MAX_EXCESS * ratePerSecond * WINDOW_MS) / 1000)
  if (most > allowed) faults.push(`${most} were admitted within ten seconds instead of at most ${allowed}`)
  return faults
}

export function queueFaults(samples: Sample[], fans: FanRecord[], ratePerSecond: number): string[] {
  const faults: string[] = []
  const serving = samples.filter(({ status }) => status.phase === 'serving').sort((a, b) => a.seenAt - b.seenAt)
  const seed = serving.at(-1)?.status.seed
  if (!seed) return ['no sample shows the queue serving']
  for (const [index, { status }] of serving.entries()) {
    const before = serving[index - 1]?.status
    if (!before) continue
    if (status.drawThreshold < before.drawThreshold || status.servedUntil < before.servedUntil)
      faults.push(`the queue moved backwards: ${JSON.stringify([before, status])}`)
    if (status.seedHash !== before.seedHash) faults.push('the lottery was repeated')
  }
  for (const { entry, admittedAt, told } of fans) {
    if (!entry) continue
    const rank = rankOf(seed, { room: serving[0]?.status.room ?? '', id: entry.id })
    if (admittedAt !== null) {
      const then = serving.find(({ status }) => status.at >= admittedAt)
      if (then && !isCalled(then.status, entry, rank)) faults.push(`${entry.id} was admitted before being called`)
    }
    if (told.some(({ entryId }) => entryId !== entry.id)) faults.push(`${entry.id} lost its entry`)
  }
  const { room, opensAt } = serving[0]?.status ?? { room: '', opensAt: 0 }
  const order = ({ id, joinedAt }: { id: string; joinedAt: number }) =>
    joinedAt < opensAt ? rankOf(seed, { room, id }) : 1 + joinedAt - opensAt
  const allowed = Math.max(3, MAX_OVERTAKEN_SECONDS * ratePerSecond)
  const overtaken = maxOvertaken(fans, order)
  if (overtaken > allowed) faults.push(`${overtaken} overtook a called fan, instead of at most ${allowed}`)
  return faults
}

/**
 * Returns the largest number of fans who overtook one called fan. The fans who overtake have later positions. They are
 * admitted after the called fan sends the poll whose answer reports the call, and before the called fan is admitted.
 */
export function maxOvertaken(fans: FanRecord[], order: (entry: { id: string; joinedAt: number }) => number): number {
  const entered = fans.flatMap(({ entry, admittedAt, told }) => {
    const there = told.find(({ isCalled }) => isCalled)?.askedAt ?? admittedAt
    return entry && admittedAt && there !== null ? [{ at: admittedAt, there, order: order(entry) }] : []
  })
  const overtakenBy = entered.map(
    (one) => entered.filter((other) => other.order > one.order && other.at >= one.there && other.at < one.at).length,
  )
  return Math.max(0, ...overtakenBy)
}

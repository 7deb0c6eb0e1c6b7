/** Real EventSeats objects for tests, each with its own name and its plan in the bucket. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { SEAT_STATE, seatStateAt } from '../../schema/availability.ts'
import type { SeatPlan } from '../../schema/seat-map.ts'
import type { Availability, PlanName } from '../../worker/domain/seats/seat-hold.ts'
import type { EventSeats } from '../../worker/durable/event-seats.ts'
import { MINUTE, NOW } from './hold-builder.ts'

type SeatBindings = { EVENT_SEATS: DurableObjectNamespace<EventSeats>; BUCKET: R2Bucket }

let objects = 0

/** Objects bound what they are told of the time by their own clock: tests that say when it is need one far ahead. */
export function setClockFarAhead(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW + 1_000_000 * MINUTE })
}

function bindings(): SeatBindings {
  const { EVENT_SEATS, BUCKET } = env as Partial<SeatBindings>
  if (!EVENT_SEATS || !BUCKET) throw new Error('the test worker binds EVENT_SEATS and BUCKET')
  return { EVENT_SEATS, BUCKET }
}

export async function storePlan({ key }: PlanName, plan: SeatPlan): Promise<void> {
  await bindings().BUCKET.put(key, JSON.stringify(plan))
}

/** A new object of an event nobody used yet. */
export function newSeatObject(block = 0): DurableObjectStub<EventSeats> {
  objects++
  return bindings().EVENT_SEATS.getByName(`evt-${objects}-${crypto.randomUUID()}/${block}`)
}

/** Runs `act` in the object itself: calls start in the order they are made, without a trip between. */
export function inSeatObject<Answer>(
  stub: DurableObjectStub<EventSeats>,
  act: (seats: EventSeats, state: DurableObjectState) => Answer | Promise<Answer>,
): Promise<Answer> {
  return runInDurableObject(stub, act)
}

/** Indexes of the seats that a snapshot shows as free. */
export function freeSeatsOf({ seats }: Pick<Availability, 'seats'>): number[] {
  return Array.from({ length: seats.length * 4 }, (_, seat) => seat).filter(
    (seat) => seatStateAt(seats, seat) === SEAT_STATE.free,
  )
}

/** Gives tests real EventSeats objects, each with its own name, and stores their plans in the bucket. */
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

/**
 * Moves the fake clock far ahead of `NOW`. A seat object never uses a time more than five seconds after its own clock, so tests
 * that pass their own times need a late clock.
 */
export function setClockFarAhead(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW + 1_000_000 * MINUTE })
}

function bindings(): SeatBindings {
  const { EVENT_SEATS, BUCKET } = env as Partial<SeatBindings>
  if (!EVENT_SEATS || !BUCKET) throw new Error('the test worker must bind EVENT_SEATS and BUCKET')
  return { EVENT_SEATS, BUCKET }
}

export async function storePlan({ key }: PlanName, plan: SeatPlan): Promise<void> {
  await bindings().BUCKET.put(key, JSON.stringify(plan))
}

/** Returns the seat object of a new event. */
export function newSeatObject(block = 0): DurableObjectStub<EventSeats> {
  objects++
  return bindings().EVENT_SEATS.getByName(`evt-${objects}-${crypto.randomUUID()}/${block}`)
}

/** Runs `act` inside the object. Calls that `act` makes start in order, without a round trip between them. */
export function runInSeatObject<Answer>(
  stub: DurableObjectStub<EventSeats>,
  act: (seats: EventSeats, state: DurableObjectState) => Answer | Promise<Answer>,
): Promise<Answer> {
  return runInDurableObject(stub, act)
}

/** Returns the indexes of the seats that a snapshot shows as free. */
export function freeSeatsOf({ seats }: Pick<Availability, 'seats'>): number[] {
  return Array.from({ length: seats.length * 4 }, (_, seat) => seat).filter(
    (seat) => seatStateAt(seats, seat) === SEAT_STATE.free,
  )
}

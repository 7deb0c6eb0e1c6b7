/** Gives tests real WaitingRoom and WaitingCounter objects, and builds the queue entries and controls for calls to them. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { QueueEntry, RoomControls, RoomScope } from '../../worker/domain/waiting-room/waiting-room.ts'
import type { WaitingCounter } from '../../worker/durable/waiting-counter.ts'
import type { WaitingRoom } from '../../worker/durable/waiting-room.ts'

type WaitingBindings = {
  WAITING_ROOM: DurableObjectNamespace<WaitingRoom>
  WAITING_COUNTER: DurableObjectNamespace<WaitingCounter>
}

let versions = 0

function bindings(): WaitingBindings {
  const { WAITING_ROOM, WAITING_COUNTER } = env as Partial<WaitingBindings>
  if (!WAITING_ROOM || !WAITING_COUNTER) throw new Error('the test worker must bind WAITING_ROOM and WAITING_COUNTER')
  return { WAITING_ROOM, WAITING_COUNTER }
}

export function newRoomKey(scope: RoomScope = 'event'): string {
  return `${scope}/id-${crypto.randomUUID()}`
}

export function roomObject(key: string): DurableObjectStub<WaitingRoom> {
  return bindings().WAITING_ROOM.getByName(key)
}

export function counterObject(name: string): DurableObjectStub<WaitingCounter> {
  return bindings().WAITING_COUNTER.getByName(name)
}

/** Runs `act` inside the object. Calls that `act` makes start in order, without a round trip between them. */
export function runInWaitingRoom<Answer>(
  stub: DurableObjectStub<WaitingRoom>,
  act: (room: WaitingRoom, state: DurableObjectState) => Answer | Promise<Answer>,
): Promise<Answer> {
  return runInDurableObject(stub, act)
}

/** Returns controls whose version is higher than that of the previous call. */
export function controlsOf(key: string, changes: Partial<RoomControls> = {}): RoomControls {
  versions++
  return {
    key,
    scope: 'event',
    shopId: 'shp_1',
    eventId: 'evt_1',
    mode: 'on',
    opensAt: 0,
    targetActive: 1000,
    ratePerSecond: 10,
    version: versions,
    ...changes,
  }
}

export function placeOf(room: string, id: string, joinedAt: number): QueueEntry {
  return { room, id, joinedAt }
}

/** Changes waiting rooms of the test shop as an operator does, and asks for a visitor's position in a queue as a page does. */
import type { QueuedSession } from '../../schema/waiting-room.ts'
import { openDatabase } from '../../worker/db/database.ts'
import type { Env } from '../../worker/env.ts'
import { changeRoom, type RoomChange } from '../../worker/services/waiting-room/queue-controls.ts'
import type { Visitor } from './shop-world.ts'
import { testEnv } from './test-env.ts'

const HOUR = 3_600_000

/** The waiting room of the event with standing tickets. */
export const standing = { scope: 'event', slug: 'standing' } as const
/** An opening in an hour. */
export const later = () => ({ mode: 'scheduled', opensAt: Date.now() + HOUR }) as const

export const setRoom = (change: RoomChange, env: Env = testEnv) =>
  changeRoom(env, openDatabase(testEnv.DB), change, Date.now())

/** Switches off the waiting rooms of the event with standing tickets, of a shop, and of that shop's catalogue. */
export async function switchOffRooms(shop = 'stagedoor'): Promise<void> {
  await setRoom({ ...standing, mode: 'off' })
  await setRoom({ scope: 'shop', slug: shop, mode: 'off' })
  await setRoom({ scope: 'catalogue', slug: shop, mode: 'off' })
}

export async function queueOf(visitor: Visitor, room: string): Promise<QueuedSession['queue'] | undefined> {
  return (await visitor.run<{ session: QueuedSession }>('Session', { room })).data?.session.queue
}

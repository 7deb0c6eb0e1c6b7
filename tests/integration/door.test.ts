/** Ways past the waiting room's door, and ways in which it could lose who was let in. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../worker/db/database.ts'
import { changeRoom, type RoomChange } from '../../worker/services/queue-controls.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const HOUR = 3_600_000

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
})

const set = (change: RoomChange) => changeRoom(testEnv, openDatabase(testEnv.DB), change, Date.now())
const standing = { scope: 'event', slug: 'standing' } as const
const later = { mode: 'scheduled', opensAt: Date.now() + HOUR } as const

beforeEach(async () => {
  await set({ ...standing, mode: 'off' })
  await set({ scope: 'shop', slug: 'stagedoor', mode: 'off' })
  await set({ scope: 'catalogue', slug: 'stagedoor', mode: 'off' })
})

describe('ways past the door', () => {
  it('SES-04 variables that an operation does not have name no other event', async () => {
    await set({ ...standing, ...later })
    const visitor = new Visitor()
    expect((await visitor.run('EventPage', { slug: 'standing', eventId: 'x' })).status).toBe(503)
    const requests = [{ productVariantId: world.standingVariant, amount: 1 }]
    const input = { requests, clientMutationId: crypto.randomUUID() }
    expect((await visitor.run('AddItems', { input, eventId: 'x' })).status).toBe(503)
    expect((await visitor.run('AvailableSeatIds', { eventId: world.standingEvent, slug: 'x' })).status).toBe(503)
  })

  it('SES-04 a single request counts like a list of one', async () => {
    await set({ ...standing, ...later })
    const requests = { productVariantId: world.standingVariant, amount: 1 }
    const input = { requests, clientMutationId: crypto.randomUUID() }
    expect((await new Visitor().run('AddItems', { input })).status).toBe(503)
  })
})

/**
 * Tests an isolate whose first catalogue read fails. The worker does not know yet which shops have a password, so it must
 * send no catalogue data. This test needs its own file, because an isolate caches its first successful read.
 */
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { shops } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { Browser } from '../support/edge.ts'
import { withoutDatabase } from '../support/query-plans.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World

beforeAll(async () => {
  world = await buildWorld(Date.now())
  await openDatabase(testEnv.DB)
    .update(shops)
    .set({ meta: { password: ['c2FsdA$aGFzaA'] } })
    .where(eq(shops.slug, 'geheim'))
})

it('SHOP-06 the worker redirects pages to the root and sends no catalogue data until the catalogue can be read', async () => {
  const fan = new Browser()
  const [root, page, api, availability] = await withoutDatabase(() =>
    Promise.all([
      fan.open('/'),
      fan.open('/artists'),
      new Visitor().run('Artists'),
      fan.open(`/availability/${world.seatedEvent}`),
    ]),
  )
  expect([root.status, page.status, page.headers.get('location')]).toEqual([200, 302, '/'])
  expect(root.body).not.toMatch(/Geheim|Nachtfalter/)
  expect([api.status, api.code, api.data]).toEqual([500, 'INTERNAL', null])
  expect(availability.status).toBe(500)

  const artists = await fan.open('/artists')
  expect(artists.status).toBe(200)
  expect(artists.body).toContain('Nachtfalter')
  expect(artists.body).not.toContain('Geheim')
})

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import type { QueuedSession } from '../../schema/queue.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { serve } from '../../worker/http/app.ts'
import { isHuman } from '../../worker/integrations/turnstile.ts'
import { changeRoom } from '../../worker/services/queue-controls.ts'
import { FAILING_SECRET, PASSING_SECRET, SPENDING_SECRET } from '../sandbox/turnstile.ts'
import { buildWorld, hashOf, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
  const change = { scope: 'event', slug: 'standing', mode: 'scheduled', opensAt: Date.now() + 3_600_000 } as const
  await changeRoom(testEnv, openDatabase(testEnv.DB), change, Date.now())
})

const base = testEnv.STRIPE_API_BASE ?? ''
const room = () => `event/${world.standingEvent}`

/** The deployment with the check configured. */
async function ask(secret: string, path: string, init: RequestInit = {}) {
  const env = {
    ...testEnv,
    TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
    TURNSTILE_SECRET_KEY: secret,
    TURNSTILE_API_BASE: base,
  }
  const context = createExecutionContext()
  const response = await serve(new Request(`http://localhost:8787${path}`, init), env, context)
  await waitOnExecutionContext(context)
  return response
}

const session = () =>
  `/api/v2/shops/stagedoor/graphql?hash=${hashOf('Session')}&variables=${encodeURIComponent(JSON.stringify({ room: room() }))}`
const place = (secret: string, body: unknown) =>
  ask(secret, '/queue/place', { method: 'POST', body: JSON.stringify(body) })

describe('the check for bots', () => {
  it('SES-04 without it nobody gets a place, and after it the place is theirs', async () => {
    const before = await ask(PASSING_SECRET, session())
    expect(before.headers.getSetCookie().filter((cookie) => cookie.includes('place.'))).toEqual([])
    expect(await before.json<{ data: { session: QueuedSession } }>()).toMatchObject({
      data: { session: { queue: { placeId: null, checkKey: '1x00000000000000000000AA' } } },
    })
    const given = await place(PASSING_SECRET, { room: room(), token: 'XXXX.DUMMY.TOKEN.XXXX' })
    expect(given.status).toBe(204)
    const cookies = given.headers.getSetCookie()
    expect(cookies.find((cookie) => cookie.includes('place.event.'))).toMatch(/HttpOnly; Secure; SameSite=Lax/)
    const cookie = cookies.map((set) => set.split(';')[0]).join('; ')
    const after = await ask(PASSING_SECRET, session(), { headers: { cookie } })
    expect(await after.json<{ data: { session: QueuedSession } }>()).toMatchObject({
      data: { session: { queue: { placeId: expect.any(String), checkKey: null } } },
    })
  })

  it('SES-04 a failed or spent check, an unknown room and another origin give no place', async () => {
    const token = 'XXXX.DUMMY.TOKEN.XXXX'
    expect((await place(FAILING_SECRET, { room: room(), token })).status).toBe(403)
    expect((await place(SPENDING_SECRET, { room: room(), token })).status).toBe(403)
    expect((await place(PASSING_SECRET, { room: 'event/evt_unknown', token })).status).toBe(404)
    expect((await place(PASSING_SECRET, { room: room() })).status).toBe(400)
    const foreign = await ask(PASSING_SECRET, '/queue/place', {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example' },
      body: JSON.stringify({ room: room(), token }),
    })
    expect(foreign.status).toBe(403)
  })

  it('SES-04 an answer that is none passes nobody', async () => {
    expect(await isHuman({ TURNSTILE_SECRET_KEY: PASSING_SECRET, TURNSTILE_API_BASE: `${base}/nothing` }, 'x')).toBe(
      false,
    )
  })
})

import { createExecutionContext } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type AvailabilityAnswer,
  FRESH_IN_HEADER,
  SEAT_STATE,
  seatStateAt,
  seatsFromText,
} from '../../schema/availability.ts'
import { newId } from '../../schema/ids.ts'
import type { Env } from '../../worker/env.ts'
import { serve } from '../../worker/http/app.ts'
import { locationCache } from '../../worker/integrations/edge-cache.ts'
import { jsonEntry } from '../../worker/services/cache/edge-tiers.ts'
import { countingEnv } from '../support/counting-seats.ts'
import { buildWorld, Visitor, type World } from '../support/shop-world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld(Date.now())
})

async function fetchAvailability(
  env: Env,
  eventId: string,
  since?: string,
  headers: HeadersInit = {},
): Promise<Response> {
  const query = since === undefined ? '' : `?since=${since}`
  const request = new Request(`http://localhost:8787/availability/${eventId}${query}`, { headers })
  return serve(request, env, createExecutionContext())
}

async function answerOf(response: Response): Promise<AvailabilityAnswer> {
  expect(response.status).toBe(200)
  return response.json<AvailabilityAnswer>()
}

/** Runs `act` at a fixed time, because the age of a cached answer decides whether the shop asks the seat object again. */
async function atTime<Answer>(now: number, act: () => Promise<Answer>): Promise<Answer> {
  vi.useFakeTimers({ toFake: ['Date'], now })
  try {
    return await act()
  } finally {
    vi.useRealTimers()
  }
}

describe('public availability', () => {
  it('SEAT-05 asks the seat object once for a thousand requests at the same moment, and again a second later', async () => {
    const { env, calls } = countingEnv()
    const start = Date.now() + 10_000
    const crowd = () => Promise.all(Array.from({ length: 500 }, () => fetchAvailability(env, world.seatedEvent)))
    await atTime(start, async () => {
      const answers = [...(await crowd()), ...(await crowd())]
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    })
    expect(calls).toEqual([`${world.seatedEvent}/0`])
    await atTime(start + 599, crowd)
    expect(calls).toHaveLength(1)
    await atTime(start + 1000, crowd)
    expect(calls).toHaveLength(2)
    // The AvailableSeatIds query uses the same cached entry. It asks the seat object only if the entry is too old.
    const visitor = Object.assign(new Visitor(), { env })
    const query = () => visitor.run('AvailableSeatIds', { eventId: world.seatedEvent })
    expect((await atTime(start + 1500, query)).status).toBe(200)
    expect(calls).toHaveLength(2)
    expect((await atTime(start + 2500, query)).status).toBe(200)
    expect(calls).toHaveLength(3)
  })

  it("SEAT-05 answers from the location's cache without asking the seat object", async () => {
    const { env, calls } = countingEnv()
    const cached = {
      takenAt: Date.now(),
      plan: { key: 'x', version: 1 },
      versions: [1],
      seats: '',
      areas: [],
      categories: [],
    }
    await locationCache.put(
      `availability/${world.standingEvent}`,
      jsonEntry({ version: 0, at: cached.takenAt }, cached),
      10,
    )
    const answer = await answerOf(await fetchAvailability(env, world.standingEvent))
    expect(answer.plan).toBe('x')
    expect(calls).toEqual([])
  })

  it('SEAT-05 reports a new hold when the cached answer is a second old, and answers 304 if nothing has changed', async () => {
    const { env } = countingEnv()
    const start = Date.now() + 30_000
    const before = await atTime(start, async () => answerOf(await fetchAvailability(env, world.seatedEvent)))
    expect(before.plan).toBe('seat-plans/seated.json')
    if (!('seats' in before)) throw new Error('the first answer does not contain all seats')
    expect(seatStateAt(seatsFromText(before.seats), 4)).toBe(SEAT_STATE.free)
    await new Visitor().add([{ productVariantId: world.seatVariant, amount: 1, seatIds: ['A-1-5'] }])
    const after = await atTime(start + 1000, async () =>
      answerOf(await fetchAvailability(env, world.seatedEvent, before.version)),
    )
    expect(after).toMatchObject({ changes: [4, SEAT_STATE.held] })
    const unchanged = await atTime(start + 1200, () =>
      fetchAvailability(env, world.seatedEvent, after.version, { 'if-none-match': `W/"${after.version}"` }),
    )
    expect(unchanged.status).toBe(304)
    expect(unchanged.headers.get(FRESH_IN_HEADER)).toBe('800')
  })

  it('SEAT-05 lets shared caches store an answer for a second, and answers 404 for unknown events and events of other shops', async () => {
    const { env } = countingEnv()
    const response = await fetchAvailability(env, world.seatedEvent)
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1')
    expect(response.headers.get('set-cookie')).toBeNull()
    for (const id of ['nonsense', newId('event', Date.now())])
      expect((await fetchAvailability(env, id)).status).toBe(404)
    const foreign = new Request(`http://merch.eisenwald.example/availability/${world.seatedEvent}`)
    expect((await serve(foreign, env, createExecutionContext())).status).toBe(404)
  })
})

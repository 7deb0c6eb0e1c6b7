import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EventPageDocument } from '../../../schema/generated/operations.ts'
import type { QueuedSession, QueueView } from '../../../schema/queue.ts'
import { runOperation } from '../../../web/data/fetch.ts'
import { leavePage, setWaiting, waiting, waitOn } from '../../../web/data/unavailable.ts'

const view = (scope: QueueView['scope']): QueuedSession => ({
  waitingIndex: 5,
  catalogWaitingIndex: -1,
  queue: {
    scope,
    room: `${scope}/x`,
    phase: 'serving',
    placeId: 'a',
    opensAt: 0,
    eventName: null,
    isSoldOut: false,
    isCalled: false,
    ahead: 5,
    waitSeconds: 5,
    total: 9,
    seedHash: '',
    pollAfterSeconds: 3,
    checkKey: null,
    isLimited: false,
  },
})

beforeEach(() => setWaiting(null))

describe('where the wait shows', () => {
  it('SES-03 a catalogue room stands instead of every page, but never before a checkout', () => {
    for (const name of ['home', 'event', 'product']) expect(waitOn(name, view('catalogue'))).toBe('page')
    for (const name of ['checkout', 'checkout-payment', 'pay-later']) expect(waitOn(name, view('catalogue'))).toBeNull()
  })

  it('SES-03 an event’s room stands instead of its page and over others, the carts’ over all', () => {
    expect(waitOn('event', view('event'))).toBe('page')
    expect(waitOn('home', view('event'))).toBe('over')
    expect(waitOn('event', view('shop'))).toBe('over')
    expect(waitOn('home', null)).toBeNull()
  })

  it('SES-03 who goes on to another page leaves an event’s wait behind, and a catalogue’s comes along', () => {
    setWaiting(view('event'))
    leavePage()
    expect(waiting()).toBeNull()
    setWaiting(view('catalogue'))
    leavePage()
    expect(waiting()).toMatchObject({ queue: { scope: 'catalogue' } })
  })
})

describe('an answer of a room', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('SES-03 shows to who is on the page, and not to who only points at its link', async () => {
    vi.stubGlobal('location', { origin: 'https://shop.example', pathname: '/' })
    vi.stubGlobal('fetch', async () => Response.json({ session: view('event') }, { status: 503 }))
    const ask = (isLookedAt: () => boolean) => runOperation(EventPageDocument, { slug: 'x' }, { isLookedAt })
    await expect(ask(() => false)).rejects.toThrow('waiting')
    expect(waiting()).toBeNull()
    await expect(ask(() => true)).rejects.toThrow('waiting')
    expect(waiting()).toMatchObject({ waitingIndex: 5 })
  })
})

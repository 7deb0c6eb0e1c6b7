import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EventPageDocument } from '../../../../schema/generated/operations.ts'
import type { QueuedSession, QueueView } from '../../../../schema/queue.ts'
import { pauseAfter } from '../../../../web/bot-check/check-pause.ts'
import { runOperation } from '../../../../web/data/fetch.ts'
import {
  endWait,
  leavePage,
  letIn,
  moveUp,
  resumeWait,
  setAside,
  startWait,
  waitOn,
  waitState,
} from '../../../../web/data/waiting.ts'
import { takePlace } from '../../../../web/waiting-room/join-queue.ts'

const view = (scope: QueueView['scope']): QueuedSession => ({
  waitingIndex: 5,
  catalogWaitingIndex: -1,
  queue: {
    scope,
    room: `${scope}/x`,
    phase: 'serving',
    entryId: 'a',
    opensAt: 0,
    eventName: null,
    isSoldOut: false,
    ticketsLeft: null,
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

beforeEach(() => endWait())

const PATH = '/band/events/x'
const waiting = () => waitState().wait
function wait(scope: QueueView['scope'], isAside = false) {
  return { session: view(scope), keptOn: PATH, isAside }
}

describe('where the wait shows', () => {
  it('SES-03 a catalogue room stands instead of every page, but never before a checkout', () => {
    for (const name of ['home', 'event', 'product']) expect(waitOn(name, '/', wait('catalogue'))).toBe('page')
    for (const name of ['checkout', 'checkout-payment', 'pay-later']) {
      expect(waitOn(name, '/', wait('catalogue'))).toBe('aside')
    }
  })

  it('SES-03 an event’s room stands instead of its own page and over others, the carts’ over all', () => {
    expect(waitOn('event', '/events/x', wait('event'))).toBe('page')
    expect(waitOn('event', '/events/y', wait('event'))).toBe('over')
    expect(waitOn('home', '/', wait('event'))).toBe('over')
    expect(waitOn('event', '/events/x', wait('shop'))).toBe('over')
    expect(waitOn('home', '/', null)).toBeNull()
  })

  it('SES-03 a browsing fan has the wait beside every page, but the event’s own page is never shown before the turn', () => {
    expect(waitOn('home', '/', wait('shop', true))).toBe('aside')
    expect(waitOn('event', '/events/y', wait('event', true))).toBe('aside')
    expect(waitOn('event', '/events/x', wait('event', true))).toBe('page')
  })

  it('SES-03 the wait comes along to another page', () => {
    startWait(view('event'), PATH)
    leavePage()
    expect(waiting()).toMatchObject({ isAside: true, keptOn: PATH })
    startWait(view('catalogue'), PATH)
    leavePage()
    expect(waiting()).toMatchObject({ isAside: false, session: { queue: { scope: 'catalogue' } } })
  })

  it('SES-03 a fan who is let in is led back to where the room kept them', () => {
    startWait(view('shop'), PATH)
    setAside(true)
    moveUp({ ...view('shop'), waitingIndex: 1 })
    expect(waiting()).toMatchObject({ isAside: true, session: { waitingIndex: 1 } })
    letIn()
    expect(waitState()).toEqual({ wait: null, calledTo: PATH })
    letIn()
    expect(waitState().calledTo).toBe(PATH)
  })

  it('SES-03 a wait of the page itself comes before one that is taken up again', () => {
    startWait(view('event'), PATH)
    resumeWait(view('shop'), '/other')
    expect(waiting()?.keptOn).toBe(PATH)
    endWait()
    resumeWait(view('shop'), '/other')
    expect(waiting()).toMatchObject({ keptOn: '/other', isAside: true })
  })
})

describe('a passed check for bots', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  /** Answers the check and then the session; the session's own queue is what the room says. */
  async function takeWith(session: QueuedSession) {
    vi.stubGlobal('location', { origin: 'https://shop.example', pathname: PATH })
    vi.stubGlobal('document', { cookie: '' })
    vi.stubGlobal('fetch', async (path: string) =>
      path === '/queue/place' ? new Response(null, { status: 204 }) : Response.json({ data: { session } }),
    )
    startWait(view('event'), PATH)
    return takePlace('event/x', 'token', 'band')
  }

  it('SES-03 lets the fan in at once where the room does, without another question', async () => {
    expect(await takeWith({ waitingIndex: -1, catalogWaitingIndex: -1, queue: null })).toEqual({ kind: 'accepted' })
    expect(waitState()).toEqual({ wait: null, calledTo: PATH })
  })

  it('SES-03 shows the place at once where the fan has to wait', async () => {
    expect(await takeWith({ ...view('event'), waitingIndex: 2 })).toEqual({ kind: 'accepted' })
    expect(waiting()).toMatchObject({ session: { waitingIndex: 2 } })
  })

  it.each([
    [403, null, { kind: 'refused' }],
    [429, '5', { kind: 'later', seconds: 5 }],
    [429, '3600', { kind: 'later', seconds: 120 }],
    [429, '0', { kind: 'later', seconds: 60 }],
    [429, null, { kind: 'later', seconds: 60 }],
    [429, 'Wed, 21 Oct 2026 07:28:00 GMT', { kind: 'later', seconds: 60 }],
  ] as const)(
    'SES-03 that the shop answers with %s and retry-after %s is known as such',
    async (status, after, answer) => {
      const headers = after === null ? {} : { 'retry-after': after }
      vi.stubGlobal('fetch', async () => new Response(null, { status, headers }))
      expect(await takePlace('event/x', 'token', 'band')).toEqual(answer)
    },
  )

  it('SES-03 that the shop refuses is repeated ever more slowly, and no more after the third', () => {
    expect([1, 2, 3, 4].map(pauseAfter)).toEqual([2000, 4000, null, null])
  })
})

describe('an answer of a room', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('SES-03 shows to who is on the page, and not to who only points at its link', async () => {
    vi.stubGlobal('location', { origin: 'https://shop.example', pathname: '/' })
    vi.stubGlobal('fetch', async () => Response.json({ session: view('event') }, { status: 503 }))
    const ask = (showsWait: () => boolean) => runOperation(EventPageDocument, { slug: 'x' }, { showsWait })
    await expect(ask(() => false)).rejects.toThrow('waiting')
    expect(waiting()).toBeNull()
    await expect(ask(() => true)).rejects.toThrow('waiting')
    expect(waiting()).toMatchObject({ keptOn: '/', session: { waitingIndex: 5 } })
  })
})

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

describe('display of the wait', () => {
  it('SES-03 replaces every page for the catalogue, but never a checkout', () => {
    for (const name of ['home', 'event', 'product']) expect(waitOn(name, '/', wait('catalogue'))).toBe('page')
    for (const name of ['checkout', 'checkout-payment', 'pay-later']) {
      expect(waitOn(name, '/', wait('catalogue'))).toBe('aside')
    }
  })

  it('SES-03 replaces the event’s own page and overlays others, and for the shop overlays all', () => {
    expect(waitOn('event', '/events/x', wait('event'))).toBe('page')
    expect(waitOn('event', '/events/y', wait('event'))).toBe('over')
    expect(waitOn('home', '/', wait('event'))).toBe('over')
    expect(waitOn('event', '/events/x', wait('shop'))).toBe('over')
    expect(waitOn('home', '/', null)).toBeNull()
  })

  it('SES-03 set aside shows beside every page except the event’s own', () => {
    expect(waitOn('home', '/', wait('shop', true))).toBe('aside')
    expect(waitOn('event', '/events/y', wait('event', true))).toBe('aside')
    expect(waitOn('event', '/events/x', wait('event', true))).toBe('page')
  })

  it('SES-03 is set aside on another page, except for the catalogue', () => {
    startWait(view('event'), PATH)
    leavePage()
    expect(waiting()).toMatchObject({ isAside: true, keptOn: PATH })
    startWait(view('catalogue'), PATH)
    leavePage()
    expect(waiting()).toMatchObject({ isAside: false, session: { queue: { scope: 'catalogue' } } })
  })

  it('SES-03 ends with admission and leads back to the page where it began', () => {
    startWait(view('shop'), PATH)
    setAside(true)
    moveUp({ ...view('shop'), waitingIndex: 1 })
    expect(waiting()).toMatchObject({ isAside: true, session: { waitingIndex: 1 } })
    letIn()
    expect(waitState()).toEqual({ wait: null, calledTo: PATH })
    letIn()
    expect(waitState().calledTo).toBe(PATH)
  })

  it('SES-03 of the page itself takes precedence over a resumed one', () => {
    startWait(view('event'), PATH)
    resumeWait(view('shop'), '/other')
    expect(waiting()?.keptOn).toBe(PATH)
    endWait()
    resumeWait(view('shop'), '/other')
    expect(waiting()).toMatchObject({ keptOn: '/other', isAside: true })
  })
})

describe('answered bot check', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  /** Answers the check and then the session, whose queue is the waiting room’s answer. */
  async function passCheckWith(session: QueuedSession) {
    vi.stubGlobal('location', { origin: 'https://shop.example', pathname: PATH })
    vi.stubGlobal('document', { cookie: '' })
    vi.stubGlobal('fetch', async (path: string) =>
      path === '/queue/place' ? new Response(null, { status: 204 }) : Response.json({ data: { session } }),
    )
    startWait(view('event'), PATH)
    return takePlace('event/x', 'token', 'band')
  }

  it('SES-03 admits the fan at once if the waiting room does', async () => {
    expect(await passCheckWith({ waitingIndex: -1, catalogWaitingIndex: -1, queue: null })).toEqual({
      kind: 'accepted',
    })
    expect(waitState()).toEqual({ wait: null, calledTo: PATH })
  })

  it('SES-03 shows the position at once if the fan must wait', async () => {
    expect(await passCheckWith({ ...view('event'), waitingIndex: 2 })).toEqual({ kind: 'accepted' })
    expect(waiting()).toMatchObject({ session: { waitingIndex: 2 } })
  })

  it.each([
    [403, null, { kind: 'refused' }],
    [429, '5', { kind: 'later', seconds: 5 }],
    [429, '3600', { kind: 'later', seconds: 120 }],
    [429, '0', { kind: 'later', seconds: 60 }],
    [429, null, { kind: 'later', seconds: 60 }],
    [429, 'Wed, 21 Oct 2026 07:28:00 GMT', { kind: 'later', seconds: 60 }],
  ] as const)('SES-03 gives status %s with retry-after %s the right outcome', async (status, after, answer) => {
    const headers = after === null ? {} : { 'retry-after': after }
    vi.stubGlobal('fetch', async () => new Response(null, { status, headers }))
    expect(await takePlace('event/x', 'token', 'band')).toEqual(answer)
  })

  it('SES-03 is repeated after growing pauses, and not after the third refusal', () => {
    expect([1, 2, 3, 4].map(pauseAfter)).toEqual([2000, 4000, null, null])
  })
})

describe('answer of a waiting room', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('SES-03 shows the wait on a visited page, but not for a prefetched one', async () => {
    vi.stubGlobal('location', { origin: 'https://shop.example', pathname: '/' })
    vi.stubGlobal('fetch', async () => Response.json({ session: view('event') }, { status: 503 }))
    const query = (showsWait: () => boolean) => runOperation(EventPageDocument, { slug: 'x' }, { showsWait })
    await expect(query(() => false)).rejects.toThrow('waiting')
    expect(waiting()).toBeNull()
    await expect(query(() => true)).rejects.toThrow('waiting')
    expect(waiting()).toMatchObject({ keptOn: '/', session: { waitingIndex: 5 } })
  })
})

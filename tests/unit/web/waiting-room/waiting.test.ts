import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EventPageDocument } from '../../../../schema/generated/operations.ts'
import type { QueuedSession, QueueView } from '../../../../schema/waiting-room.ts'
import { pauseAfter } from '../../../../web/bot-check/check-answer.ts'
import { runOperation } from '../../../../web/data/fetch.ts'
import {
  endWait,
  forgetInside,
  leaveGuardedPage,
  markAdmitted,
  resumeInside,
  resumeWait,
  setMinimised,
  startWait,
  updateWait,
  waitState,
  waitViewOn,
} from '../../../../web/data/waiting.ts'
import { joinQueue } from '../../../../web/waiting-room/join-queue.ts'

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
    note: null,
  },
})

beforeEach(() => endWait())

const PATH = '/band/events/x'
const waiting = () => waitState().wait
function wait(scope: QueueView['scope'], isMinimised = false) {
  return { session: view(scope), guardedPath: PATH, isMinimised }
}

describe('wait', () => {
  it('SES-03 for the catalogue is shown instead of a page, but as a bar in the checkout', () => {
    for (const name of ['home', 'event', 'product']) expect(waitViewOn(name, '/', wait('catalogue'))).toBe('page')
    for (const name of ['checkout', 'checkout-payment', 'pay-later']) {
      expect(waitViewOn(name, '/', wait('catalogue'))).toBe('bar')
    }
  })

  it('SES-03 for an event or the shop is shown in a dialog, but a wait for an event replaces that event’s page', () => {
    expect(waitViewOn('event', '/events/x', wait('event'))).toBe('page')
    expect(waitViewOn('event', '/events/y', wait('event'))).toBe('dialog')
    expect(waitViewOn('home', '/', wait('event'))).toBe('dialog')
    expect(waitViewOn('event', '/events/x', wait('shop'))).toBe('dialog')
    expect(waitViewOn('home', '/', null)).toBeNull()
  })

  it('SES-03 is shown as a bar while it is minimised, except on the guarded event’s page', () => {
    expect(waitViewOn('home', '/', wait('shop', true))).toBe('bar')
    expect(waitViewOn('event', '/events/y', wait('event', true))).toBe('bar')
    expect(waitViewOn('event', '/events/x', wait('event', true))).toBe('page')
  })

  it('SES-03 is minimised when the fan leaves the guarded page, unless it is a wait for the catalogue', () => {
    startWait(view('event'), PATH)
    leaveGuardedPage()
    expect(waiting()).toMatchObject({ isMinimised: true, guardedPath: PATH })
    startWait(view('catalogue'), PATH)
    leaveGuardedPage()
    expect(waiting()).toMatchObject({ isMinimised: false, session: { queue: { scope: 'catalogue' } } })
  })

  it('SES-03 ends on admission, and keeps the path of the page where it started', () => {
    startWait(view('shop'), PATH)
    setMinimised(true)
    updateWait({ ...view('shop'), waitingIndex: 1 })
    expect(waiting()).toMatchObject({ isMinimised: true, session: { waitingIndex: 1 } })
    markAdmitted()
    expect(waitState()).toMatchObject({ wait: null, admittedTo: PATH })
    markAdmitted()
    expect(waitState().admittedTo).toBe(PATH)
  })

  it('SES-07 an admission lasts for an hour, which a closed notice does not end, but another wait does', () => {
    startWait(view('shop'), PATH)
    const before = Date.now()
    markAdmitted()
    const until = waitState().insideUntil ?? 0
    expect(until).toBeGreaterThanOrEqual(before + 3_600_000)
    expect(until).toBeLessThanOrEqual(Date.now() + 3_600_000)
    endWait()
    expect(waitState()).toEqual({ wait: null, admittedTo: null, insideUntil: until })
    startWait(view('shop'), PATH)
    resumeInside(until)
    expect(waitState().insideUntil).toBeNull()
    startWait(null, PATH)
    resumeInside(until)
    expect(waitState().insideUntil).toBe(until)
    forgetInside()
    expect(waitState().insideUntil).toBeNull()
  })

  it('SES-03 from an earlier page load resumes minimised, but does not replace a wait of this page', () => {
    startWait(view('event'), PATH)
    resumeWait(view('shop'), '/other')
    expect(waiting()?.guardedPath).toBe(PATH)
    endWait()
    resumeWait(view('shop'), '/other')
    expect(waiting()).toMatchObject({ guardedPath: '/other', isMinimised: true })
  })
})

describe('answered bot check', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  /** Joins the queue. The stubbed shop accepts the check and then answers with `session`. */
  async function passCheckWith(session: QueuedSession) {
    vi.stubGlobal('location', { origin: 'https://shop.example', pathname: PATH })
    vi.stubGlobal('document', { cookie: '' })
    vi.stubGlobal('fetch', async (path: string) =>
      path === '/queue/place' ? new Response(null, { status: 204 }) : Response.json({ data: { session } }),
    )
    startWait(view('event'), PATH)
    return joinQueue('event/x', 'token', 'band')
  }

  it('SES-03 ends the wait at once if the waiting room admits the fan', async () => {
    expect(await passCheckWith({ waitingIndex: -1, catalogWaitingIndex: -1, queue: null })).toEqual({
      kind: 'accepted',
    })
    expect(waitState()).toMatchObject({ wait: null, admittedTo: PATH })
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
  ] as const)('SES-03 with status %s and retry-after %s gives %o', async (status, after, answer) => {
    const headers = after === null ? {} : { 'retry-after': after }
    vi.stubGlobal('fetch', async () => new Response(null, { status, headers }))
    expect(await joinQueue('event/x', 'token', 'band')).toEqual(answer)
  })

  it('SES-03 is repeated automatically after growing pauses, but not after the third refusal', () => {
    expect([1, 2, 3, 4].map(pauseAfter)).toEqual([2000, 4000, null, null])
  })
})

describe('answer of a waiting room', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('SES-03 starts a wait if the fan has opened the page, but not if the page is only prefetched', async () => {
    vi.stubGlobal('location', { origin: 'https://shop.example', pathname: '/' })
    vi.stubGlobal('fetch', async () => Response.json({ session: view('event') }, { status: 503 }))
    const query = (showsWait: () => boolean) => runOperation(EventPageDocument, { slug: 'x' }, { showsWait })
    await expect(query(() => false)).rejects.toThrow('waiting')
    expect(waiting()).toBeNull()
    await expect(query(() => true)).rejects.toThrow('waiting')
    expect(waiting()).toMatchObject({ guardedPath: '/', session: { waitingIndex: 5 } })
  })
})

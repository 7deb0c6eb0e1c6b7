import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BOT_CHECK_ACTION } from '../../schema/bot-check.ts'
import type { EventMeta } from '../../schema/catalogue-values.ts'
import { events } from '../../schema/tables/event.ts'
import { tickets as ticketTable } from '../../schema/tables/ticket.ts'
import type { Ticket } from '../../worker/db/order.ts'
import { newValidationCode } from '../../worker/domain/tickets/validation-code.ts'
import { PASSING_SECRET, solvedToken } from '../sandbox/turnstile.ts'
import { buildPaymentWorld, db, placePaidOrder, recordsOf, setOrder } from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const HOUR = 3_600_000
const FORM: NonNullable<EventMeta['checkin']> = {
  items: [
    { type: 'form', name: 'camera', label: text('Keine Kamera'), form_type: 'checkbox', tags: ['required'], order: 3 },
    { type: 'form', name: 'name', label: text('Name'), form_type: 'text', tags: ['required'], order: 2 },
    { type: 'form', name: 'diet', label: text('Essen'), form_type: 'text', order: 4 },
    { type: 'content', header: text('Hallo'), content: text('<p>Bitte lesen</p>'), order: 1 },
  ],
  allow_retake: false,
}

function text(de: string) {
  return { de, en: `${de} (en)` }
}

type Shown = {
  id: string
  code: string | null
  holder: string
  checkedInAt: number | null
  state: string
  allowsRetake: boolean
  items: { name: string | null; isRequired: boolean; content: string }[]
}

const ANSWERS = [
  { name: 'name', text: 'Łucja Çelik' },
  { name: 'camera', isTicked: true },
]

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await setEvent({})
  return () => vi.restoreAllMocks()
})

async function setEvent(change: Partial<typeof events.$inferInsert>, meta: EventMeta = { checkin: FORM }) {
  const now = Date.now()
  const open = { status: 'active' as const, checkInStartAt: now - HOUR, checkInEndAt: now + HOUR }
  await db
    .update(events)
    .set({ personalizationRequirement: 'no_personalization_required', ...open, meta, ...change })
    .where(eq(events.id, world.standingEvent))
}

const requireNames = (personalizationRequirement: 'no_personalization_required' | 'check_in_required') =>
  db.update(events).set({ personalizationRequirement }).where(eq(events.id, world.standingEvent))

/** A ticket without a name, from an order that was placed before the organiser required names. */
async function paidTicket(standing = 1): Promise<Ticket> {
  await requireNames('no_personalization_required')
  const order = await placePaidOrder(world, { standing })
  await requireNames('check_in_required')
  const [ticket] = (await recordsOf(order.id)).tickets
  if (!ticket) throw new Error('the order has no ticket')
  return ticket
}

async function stored(id: string): Promise<Ticket> {
  const [ticket] = await db.select().from(ticketTable).where(eq(ticketTable.id, id))
  if (!ticket) throw new Error(`no ticket ${id}`)
  return ticket
}

const details = (ticket: string, visitor = new Visitor()) =>
  visitor.run<{ ticketDetails: Shown }>('TicketDetails', { ticket })

function checkIn(ticket: string, more: object = {}, visitor = new Visitor()) {
  const input = { clientMutationId: crypto.randomUUID(), ticket, answers: ANSWERS, ...more }
  return visitor.run<{ checkIn: Shown }>('CheckIn', { input })
}

function from(address: string): Visitor {
  const visitor = new Visitor()
  visitor.address = address
  return visitor
}

/** Tries random codes at the same time, and returns the codes of the answers. */
async function guesses(count: number, visitor: Visitor): Promise<(string | null)[]> {
  const answers = await Promise.all(Array.from({ length: count }, () => details(newValidationCode(), visitor)))
  return [...new Set(answers.map((answer) => answer.code))]
}

const SITE_KEY = '1x00000000000000000000AA'
const checkedEnv = () => ({
  ...testEnv,
  TURNSTILE_SITE_KEY: SITE_KEY,
  TURNSTILE_SECRET_KEY: PASSING_SECRET,
  TURNSTILE_API_BASE: testEnv.STRIPE_API_BASE ?? '',
})

async function passBotCheck(visitor: Visitor): Promise<void> {
  const body = JSON.stringify({ token: solvedToken(BOT_CHECK_ACTION, 'localhost') })
  expect((await visitor.fetch('/check', { method: 'POST', body })).status).toBe(204)
}

describe('the check-in', () => {
  it('TIX-03 finds a ticket by its number or id, and stores the answers with the time', async () => {
    const { id, validationCode: code, orderId, expiresAt } = await paidTicket()
    const spaced = `${code.slice(0, 1)} ${code.slice(1, 7)}\u00a0${code.slice(7)}`
    for (const typed of [code, spaced, id]) {
      const { data } = await details(typed)
      expect(data?.ticketDetails).toMatchObject({ id, code, state: 'OPEN', checkedInAt: null, holder: '' })
    }
    const { items } = (await details(code)).data?.ticketDetails ?? { items: [] }
    expect(items.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      [null, false],
      ['name', true],
      ['camera', true],
      ['diet', false],
    ])
    const { data } = await checkIn(spaced)
    const { checkedInAt } = await stored(id)
    expect(checkedInAt).not.toBeNull()
    expect(data?.checkIn).toMatchObject({ id, code, checkedInAt, holder: 'Łucja Çelik' })
    expect((await stored(id)).personalIdentifier).toMatchObject({
      checked_in: checkedInAt,
      expires_on: expiresAt,
      answers: { name: 'Łucja Çelik', camera: true },
    })
    await setOrder(orderId, { status: 'done' })
    expect((await details(code)).data?.ticketDetails).toMatchObject({ checkedInAt, holder: 'Łucja Çelik' })
  })

  it('TIX-03 answers a repeated request with the first result, and refuses a second check-in', async () => {
    const { id, validationCode: code } = await paidTicket()
    const clientMutationId = crypto.randomUUID()
    const first = await checkIn(code, { clientMutationId })
    const other = [
      { name: 'name', text: 'Somebody' },
      { name: 'camera', isTicked: true },
    ]
    expect((await checkIn(code, { clientMutationId, answers: other })).data).toEqual(first.data)
    expect((await checkIn(code)).code).toBe('CHECKIN_DONE')
    const { checkedInAt } = await stored(id)
    expect((await checkIn(code, { retakeOf: checkedInAt })).code).toBe('CHECKIN_DONE')
    expect((await stored(id)).personalIdentifier.answers).toMatchObject({ name: 'Łucja Çelik' })
  })

  it('TIX-03 checks a ticket in once if several devices try at the same time', async () => {
    const { id, validationCode: code } = await paidTicket()
    const names = Array.from({ length: 8 }, (_, device) => `Device ${device}`)
    const tries = await Promise.all(
      names.map((name) =>
        checkIn(code, {
          answers: [
            { name: 'name', text: name },
            { name: 'camera', isTicked: true },
          ],
        }),
      ),
    )
    const winners = names.filter((_, device) => tries[device]?.data)
    expect(winners).toHaveLength(1)
    expect(tries.filter((answer) => answer.code === 'CHECKIN_DONE')).toHaveLength(7)
    expect((await stored(id)).personalIdentifier.answers?.name).toBe(winners[0])
  })

  it('TIX-03 replaces the answers only if the event allows it, and only those that the fan has seen', async () => {
    await setEvent({}, { checkin: { ...FORM, allow_retake: true } })
    const { id, validationCode: code } = await paidTicket()
    const first = (await checkIn(code)).data?.checkIn.checkedInAt
    const answers = [
      { name: 'name', text: 'Ida' },
      { name: 'camera', isTicked: true },
    ]
    expect((await checkIn(code, { answers })).code).toBe('CHECKIN_DONE')
    const tries = await Promise.all([0, 1].map(() => checkIn(code, { answers, retakeOf: first })))
    expect(tries.filter(({ data }) => data)).toHaveLength(1)
    const { checkedInAt, personalIdentifier } = await stored(id)
    expect(personalIdentifier.answers).toEqual({ name: 'Ida', camera: true })
    expect(checkedInAt).toBeGreaterThan(first ?? 0)
  })

  it.each([
    ['NOT_YET', { checkInStartAt: Date.now() + HOUR, checkInEndAt: Date.now() + 2 * HOUR }],
    ['CLOSED', { checkInStartAt: Date.now() - 2 * HOUR, checkInEndAt: Date.now() - HOUR }],
    ['POSTPONED', { status: 'postponed' as const }],
    ['CANCELLED', { status: 'cancelled' as const }],
    ['NONE', { meta: {} }],
  ])('TIX-03 refuses a check-in in the state %s and writes nothing', async (state, change) => {
    const { id, validationCode: code } = await paidTicket()
    await setEvent(change)
    expect((await details(code)).data?.ticketDetails).toMatchObject({ state, checkedInAt: null })
    expect(await checkIn(code)).toMatchObject({ code: 'CHECKIN_CLOSED', params: { state } })
    expect(await stored(id)).toMatchObject({ checkedInAt: null, personalIdentifier: {} })
  })

  it('TIX-03 refuses tickets that are void or disputed, or whose order is not paid', async () => {
    const { id, orderId, validationCode: code } = await paidTicket()
    const change = (values: Partial<Ticket>) => db.update(ticketTable).set(values).where(eq(ticketTable.id, id))
    const expectInvalid = async () => {
      expect((await details(code)).data?.ticketDetails.state).toBe('INVALID')
      expect(await checkIn(code)).toMatchObject({ code: 'CHECKIN_CLOSED', params: { state: 'INVALID' } })
      expect((await stored(id)).checkedInAt).toBeNull()
    }
    await change({ invalidatedAt: Date.now() })
    await expectInvalid()
    await change({ invalidatedAt: null, disputedAt: Date.now() })
    await expectInvalid()
    await change({ disputedAt: null })
    await setOrder(orderId, { status: 'problem' })
    await expectInvalid()
  })

  it('TIX-03 requires the required fields and refuses unknown ones', async () => {
    const { id, validationCode: code } = await paidTicket()
    for (const answers of [
      [],
      [
        { name: 'name', text: '  ' },
        { name: 'camera', isTicked: true },
      ],
      [
        { name: 'name', text: 'Ida' },
        { name: 'camera', isTicked: false },
      ],
      [
        { name: 'name', text: 'Ida' },
        { name: 'camera', text: 'yes' },
      ],
      [...ANSWERS, { name: 'constructor', text: 'x' }],
      [...ANSWERS, { name: 'diet', text: 'x'.repeat(201) }],
      [...ANSWERS, { name: 'diet', text: '\u0000' }],
    ])
      expect((await checkIn(code, { answers })).code).toBe('BAD_INPUT')
    expect((await stored(id)).checkedInAt).toBeNull()
  })

  it('TIX-03 asks for a name if the event requires a check-in and its catalogue names no fields', async () => {
    const { validationCode: code } = await paidTicket()
    await setEvent({ personalizationRequirement: 'check_in_required' }, {})
    expect((await details(code)).data?.ticketDetails.items).toMatchObject([{ name: 'name', isRequired: true }])
    expect((await checkIn(code, { answers: [] })).code).toBe('BAD_INPUT')
    expect((await checkIn(code, { answers: [{ name: 'name', text: 'Ida' }] })).data?.checkIn.holder).toBe('Ida')
  })

  it('TIX-03 gives the same answer for an unknown code, a code of another shop, and a text that is no code', async () => {
    const { id, validationCode: code } = await paidTicket()
    const elsewhere = new Visitor('eisenwald', 'https://merch.eisenwald.example')
    const answers = await Promise.all([
      details('4000000000006'),
      details('no code'),
      details('tkt_00000000000000000000000000'),
      details(code, elsewhere),
      details(id, elsewhere),
      checkIn(code, {}, elsewhere),
      checkIn('4000000000006'),
    ])
    for (const { code: error, params, data } of answers)
      expect({ error, params, data }).toEqual({ error: 'CHECKIN_ERROR_NOTFOUND', params: {}, data: null })
    expect((await stored(id)).checkedInAt).toBeNull()
    expect((await details(code, new Visitor('nachtfalter'))).data?.ticketDetails.id).toBe(id)
  })

  it('TIX-03 refuses a network that keeps guessing, even with a right code, but not the link of a mail', async () => {
    const { id, validationCode: code } = await paidTicket()
    const fan = from('198.51.100.77')
    const guess = (count: number) => guesses(count, fan)
    expect(await guess(59)).toEqual(['CHECKIN_ERROR_NOTFOUND'])
    // So far, the other fans in the network of the guesser notice nothing.
    expect((await details(code, fan)).code).toBeNull()
    expect(await guess(1)).toEqual(['CHECKIN_ERROR_NOTFOUND'])
    expect((await details(code, fan)).code).toBe('TOO_MANY_REQUESTS')
    expect((await checkIn(code, {}, fan)).code).toBe('TOO_MANY_REQUESTS')
    expect(await guess(1)).toEqual(['TOO_MANY_REQUESTS'])
    expect((await details(id, fan)).code).toBeNull()
    expect((await checkIn(id, {}, fan)).code).toBeNull()
    expect((await details(code)).code).toBeNull()
  })

  it('TIX-03 lets fans check in with a bot check while a guesser in their network sends wrong codes', async () => {
    const { id, validationCode: code } = await paidTicket()
    const withCheck = (address: string) => Object.assign(from(address), { env: checkedEnv() })
    const [guesser, fan, bot] = [withCheck('198.51.100.80'), withCheck('198.51.100.80'), withCheck('198.51.100.80')]
    expect(await guesses(60, guesser)).toEqual(['CHECKIN_ERROR_NOTFOUND'])
    // A right code and a wrong one get the same answer, so that the bot check protects the codes.
    expect(await guesses(1, guesser)).toEqual(['BOT_CHECK_REQUIRED'])
    expect(await details(code, fan)).toMatchObject({ code: 'BOT_CHECK_REQUIRED', params: { siteKey: SITE_KEY } })
    await passBotCheck(fan)
    expect((await details(code, fan)).data?.ticketDetails.id).toBe(id)
    // The guesser has no use of a passed check either: it allows ten wrong codes a minute.
    await passBotCheck(bot)
    expect(await guesses(9, bot)).toEqual(['CHECKIN_ERROR_NOTFOUND'])
    expect((await details(code, bot)).code).toBeNull()
    expect(await guesses(1, bot)).toEqual(['CHECKIN_ERROR_NOTFOUND'])
    expect((await details(code, bot)).code).toBe('TOO_MANY_REQUESTS')
    expect((await checkIn(code, {}, fan)).code).toBeNull()
    // The cookie of a passed check belongs to one visitor.
    const thief = withCheck('198.51.100.80')
    thief.cookies.set('bot-check', bot.cookies.get('bot-check') ?? '')
    expect((await details(code, thief)).code).toBe('BOT_CHECK_REQUIRED')
  })

  it('TIX-03 refuses all codes of a wide network once too many are wrong there despite passed bot checks', async () => {
    const { validationCode: code } = await paidTicket()
    const guesser = Object.assign(from('198.51.103.1'), { env: checkedEnv() })
    await guesses(60, guesser)
    await passBotCheck(guesser)
    guesser.env = { ...checkedEnv(), WRONG_TICKETS_CHECKED_WIDE: { limit: () => Promise.resolve({ success: false }) } }
    expect(await guesses(1, guesser)).toEqual(['CHECKIN_ERROR_NOTFOUND'])
    const fan = Object.assign(from('198.51.103.1'), { env: checkedEnv() })
    await passBotCheck(fan)
    expect((await details(code, fan)).code).toBe('TOO_MANY_REQUESTS')
  })

  it('TIX-03 refuses parallel guesses beyond the limit, and would answer all of them without it', async () => {
    const { validationCode: code } = await paidTicket()
    const tryAll = async (guesser: Visitor) => {
      const answers = [...(await guesses(60, guesser)), (await details(code, guesser)).code]
      return answers.at(-1)
    }
    expect(await tryAll(from('198.51.100.78'))).toBe('TOO_MANY_REQUESTS')
    // The control: without an edge, there is no network whose guesses could be counted.
    expect(await tryAll(from(''))).toBeNull()
  })

  it('TIX-03 refuses a wide network that guesses from many addresses', async () => {
    const { validationCode: code } = await paidTicket()
    const guesser = from('198.51.101.1')
    guesser.env = { ...testEnv, WRONG_TICKETS_WIDE: { limit: () => Promise.resolve({ success: false }) } }
    expect(await guesses(1, guesser)).toEqual(['CHECKIN_ERROR_NOTFOUND'])
    expect((await details(code, from('198.51.101.200'))).code).toBe('TOO_MANY_REQUESTS')
    expect((await details(code, from('198.51.102.1'))).code).toBeNull()
  })

  it('TIX-03 counts no typing error and no other text as a guess', async () => {
    const { validationCode: code } = await paidTicket()
    const fan = from('198.51.100.79')
    const lastDigit = (Number(code.at(-1)) + 1) % 10
    for (let count = 0; count < 70; count++)
      for (const typed of [`${code.slice(0, 12)}${lastDigit}`, 'no code'])
        expect((await details(typed, fan)).code).toBe('CHECKIN_ERROR_NOTFOUND')
    expect((await details(code, fan)).code).toBeNull()
  })

  it('TIX-03 limits the attempts with one code from all networks', async () => {
    const { validationCode: code } = await paidTicket()
    const counted: string[] = []
    const limit = ({ key }: { key: string }) => Promise.resolve({ success: counted.push(key) < 2 })
    const visitor = new Visitor()
    visitor.env = { ...testEnv, TICKET_TRIES_CODE: { limit } }
    expect((await details(code, visitor)).code).toBeNull()
    expect((await details(code, visitor)).code).toBe('TOO_MANY_REQUESTS')
    expect(counted).toEqual([code, code])
  })

  it.each(['TICKET_TRIES', 'UNCACHED_READS'] as const)('TIX-03 limits each network by %s', async (name) => {
    const { id, validationCode } = await paidTicket()
    const typed = name === 'TICKET_TRIES' ? validationCode : id
    const full = { limit: () => Promise.resolve({ success: false }) }
    const visitor = from('198.51.104.1')
    visitor.env = { ...testEnv, [name]: full }
    expect((await details(typed, visitor)).code).toBe('TOO_MANY_REQUESTS')
    expect((await checkIn(typed, {}, visitor)).code).toBe('TOO_MANY_REQUESTS')
    visitor.env = testEnv
    expect((await details(typed, visitor)).code).toBeNull()
  })
})

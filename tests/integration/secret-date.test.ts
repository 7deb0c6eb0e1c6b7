/**
 * EVT-16: what a fan gets about a concert whose date is secret. The same answers for a concert that shows its date are the
 * control: they must reveal it, so that an answer that lacks the event cannot pass.
 */

import { exports } from 'cloudflare:workers'
import { Buffer } from 'node:buffer'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { EventMeta } from '../../schema/catalogue-values.ts'
import { DAY, HOUR } from '../../schema/limits.ts'
import { LOCALES } from '../../schema/locale.ts'
import { orderDocumentPath, orderFilePath } from '../../schema/order-path.ts'
import { formatDate, formatDayOfYear, formatTime } from '../../schema/rules/date-format.ts'
import { formatDayInWords } from '../../schema/rules/day-in-words.ts'
import { events } from '../../schema/tables/event.ts'
import { Browser } from '../support/edge.ts'
import { change, joOf, nameChangeWorld, type Paid } from '../support/name-changes.ts'
import { mailOf } from '../support/order-mails.ts'
import { db, type SentMail } from '../support/payment-helpers.ts'
import { textsOfPdf } from '../support/pdf-text.ts'
import { Visitor } from '../support/shop-world.ts'
import { passIn, received, requestPass } from '../support/wallet-helpers.ts'

/** 23:30 in Berlin. */
const START = Date.UTC(2031, 2, 14, 22, 30)
const TIMES = {
  happeningFromAt: START,
  happeningUntilAt: START + 2 * HOUR,
  doorAt: START - HOUR / 2,
  stageAt: START + HOUR / 4,
  salesEndAt: START - HOUR,
  checkInStartAt: START - 5 * DAY,
  checkInEndAt: START - 6 * HOUR,
}
const ZONE = 'Europe/Berlin'
const INSTANTS = [...Object.values(TIMES), START - 2 * DAY, START + 5 * HOUR + DAY, START + 2 * HOUR + DAY]

/** All forms in which the shop writes the instants, but not the times of day: the time of the test may be the same. */
const FORMS = INSTANTS.flatMap((at) => [
  String(at),
  new Date(at).toISOString().slice(0, 10),
  ...LOCALES.flatMap((locale) => [
    formatDate(at, ZONE, locale),
    formatDayOfYear(at, ZONE, locale),
    formatDayInWords(at, locale)
      .replaceAll('\u00a0', ' ')
      .replace(/^\p{L}+, /u, ''),
  ]),
])
const CLOCK_TIMES = Object.values(TIMES).map((at) => formatTime(at, ZONE, 'de'))

const revealed = (text: string, forms = FORMS) => [...new Set(forms)].filter((form) => text.includes(form))

const shop = nameChangeWorld()
beforeEach(() => shop.setEvent({ ...TIMES, status: 'active' }))

const plain = (text: string) => text.replaceAll(/\s+/g, ' ')
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())
const pdfText = async (bytes: Uint8Array) => plain((await textsOfPdf(bytes)).join(' '))

async function fetched(path: string): Promise<Response> {
  const answer = await exports.default.fetch(new Request(`http://localhost:8787${path}`))
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
  return answer
}

/** The text of a mail and of its printed tickets and calendar files. */
async function mailText({ subject, text, html, attachments = [] }: SentMail): Promise<string> {
  const files = attachments.map(async ({ type, content }) => {
    const bytes = Buffer.from(String(content), 'base64')
    return type === 'application/pdf' ? pdfText(bytes) : type === 'text/calendar' ? bytes.toString() : ''
  })
  return plain([subject, text, html, ...(await Promise.all(files))].join(' '))
}

async function answersAbout(order: Paid, page: string): Promise<Record<string, string>> {
  const { id, reference, key, ticket } = order
  const visitor = new Visitor()
  visitor.isUncached = true
  const answer = async (name: string, variables: object) => {
    const { data, code } = await visitor.run(name, { ...variables })
    if (!data || code) throw new Error(`${name}: ${code}`)
    return JSON.stringify(data)
  }
  const bought = { ...order, ticketIds: [ticket.id], codes: [ticket.validationCode] }
  const apple = (await passIn(await requestPass(bought))).pass
  if ((await requestPass(bought, 'google')).status !== 302) throw new Error('no pass for Google Wallet')
  const { classes, objects } = await received()
  const google = objects.find((each) => JSON.stringify(each).includes(reference))
  if (!google) throw new Error('Google Wallet has no ticket')
  return {
    order: await answer('Order', { orderId: id, reference }),
    orderPage: await answer('OrderPage', { orderId: id, key }),
    orderNames: await answer('OrderNames', { orderId: id, key }),
    checkIn: await answer('TicketDetails', { ticket: ticket.id }),
    tracing: await answer('TicketByCode', { validationCode: ticket.validationCode.slice(0, 12) }),
    eventPage: await answer('EventPage', { slug: 'standing' }),
    eventList: await answer('EventList', { first: 50 }),
    ticketService: await answer('TicketServiceEvent', { slug: 'standing' }),
    html: (await new Browser().open(page)).body,
    tickets: await pdfText(await bytesOf(await fetched(orderFilePath('stagedoor', id, { key }, 'tickets.pdf')))),
    invoice: await pdfText(await bytesOf(await fetched(orderDocumentPath('stagedoor', id, key, 'invoice.pdf')))),
    apple: JSON.stringify(apple),
    google: JSON.stringify([google, classes.find((each) => each.id === google.classId)]),
    mail: await mailText(await mailOf('mail_order_paid', id)),
  }
}

async function newHoldersMail(order: Paid): Promise<string> {
  expect((await change(order)).code).toBeNull()
  await shop.drain()
  const mail = shop.mails.find(({ to }) => to === joOf(order.id))
  if (!mail) throw new Error('no mail to the new holder')
  return mailText(mail)
}

/** `page` is the event's page in a shop. The shops cache it apart from each other. */
async function everythingAbout(meta: EventMeta, page: string): Promise<Record<string, string>> {
  await shop.setEvent({ meta })
  const order = await shop.paidOrder()
  return { ...(await answersAbout(order, page)), holder: await newHoldersMail(order) }
}

const TITLE = 'EVT-16, TIX-01, TIX-06, MAIL-01, ORDER-06'

it(`${TITLE} no answer, mail, printed ticket, pass or invoice reveals a secret date`, async () => {
  const secret = await everythingAbout({ hideDate: true }, '/nachtfalter/events/standing')
  for (const [what, text] of Object.entries(secret)) expect([what, revealed(text)]).toEqual([what, []])
  // These texts contain no other times of day.
  for (const what of ['tickets', 'invoice', 'apple', 'mail', 'holder'])
    expect([what, revealed(secret[what] ?? '', CLOCK_TIMES)]).toEqual([what, []])
  for (const what of ['apple', 'google']) expect(secret[what]).not.toMatch(/expirationDate|validTimeInterval|doorsOpen/)
  for (const what of ['tickets', 'mail', 'holder'])
    expect(secret[what]).toContain('öffnet fünf Tage vor dem Konzert und ist bis sechs Stunden vor Beginn offen')
  for (const what of ['mail', 'holder']) expect(secret[what]).not.toContain('Termin für deinen Kalender')
  expect(JSON.parse(secret.orderNames ?? '')).toMatchObject({
    orderNames: { tickets: [{ changeableUntil: null, changeableUntilHours: 48 }] },
  })
  expect(JSON.parse(secret.checkIn ?? '')).toMatchObject({
    ticketDetails: {
      state: 'NOT_YET',
      event: { checkInStartAt: null, checkInEndAt: null, checkInOpeningHours: 120, checkInClosingHours: 6 },
    },
  })

  const shown = await everythingAbout({}, '/events/standing')
  for (const [what, text] of Object.entries(shown)) expect([what, revealed(text)]).not.toEqual([what, []])
})

it('EVT-16, TIX-03 a refused check-in does not say when the check-in of a secret date opens', async () => {
  const order = await shop.paidOrder()
  const refusal = async (meta: EventMeta) => {
    await shop.setEvent({ meta })
    const input = { clientMutationId: 'secret-date-test', ticket: order.ticket.id, answers: [] }
    return new Visitor().run('CheckIn', { input })
  }
  const secret = await refusal({ hideDate: true })
  expect(secret.code).toBe('CHECKIN_CLOSED')
  expect(revealed(JSON.stringify(secret))).toEqual([])
  expect(revealed(JSON.stringify(await refusal({})))).not.toEqual([])
})

it('EVT-16, TIX-04 the deadline of a fee does not reveal a secret date', async () => {
  const happeningFromAt = Date.now() + 2 * DAY + HOUR / 6
  const dueAt = async (meta: EventMeta) => {
    const order = await shop.paidOrder()
    await shop.setEvent({ happeningFromAt, meta: { name_change_fee: 750, ...meta } })
    const { data } = await change(order, { expectedFeeCents: 750 })
    const fee = data?.changeTicketName.feeOrder
    const found = await order.visitor.run<{ order: { dueAt: number } }>('Order', {
      orderId: fee?.id,
      reference: fee?.reference,
    })
    return found.data?.order.dueAt
  }
  expect(await dueAt({ hideDate: true })).toBeGreaterThan(happeningFromAt - 2 * DAY)
  expect(await dueAt({})).toBe(happeningFromAt - 2 * DAY)
})

it('EVT-16, EVL-02 a list of chosen days does not contain a concert with a secret date', async () => {
  const slugs = async (days: object) => {
    const visitor = new Visitor()
    visitor.isUncached = true
    const { data } = await visitor.run<{ events: { nodes: { slug: string }[] } }>('EventList', { first: 50, ...days })
    return data?.events.nodes.map(({ slug }) => slug)
  }
  const day = { from: START - HOUR, to: START + HOUR }
  await shop.setEvent({ meta: { hideDate: true } })
  expect(await slugs({})).toContain('standing')
  expect(await slugs(day)).toEqual([])
  expect(await slugs({ to: day.to })).not.toContain('standing')
  await shop.setEvent({ meta: {} })
  expect(await slugs(day)).toEqual(['standing'])
})

it('EVT-16, EVL-02 a list and the quick search end with concerts that hide their dates, and no cursor contains one', async () => {
  type Answer = { events: { nodes: { slug: string }[]; pageInfo: { endCursor: string; hasNextPage: boolean } } }
  const visitor = new Visitor()
  visitor.isUncached = true
  /** Reads the list with one concert per page. */
  const read = async (search: object) => {
    const slugs: string[] = []
    const cursors: string[] = []
    for (let hasNextPage = true; hasNextPage; ) {
      const page = { first: 1, after: cursors.at(-1), ...search }
      const { data } = await visitor.run<Answer>('EventList', page)
      if (!data) throw new Error('no list')
      slugs.push(...data.events.nodes.map(({ slug }) => slug))
      cursors.push(data.events.pageInfo.endCursor)
      hasNextPage = data.events.pageInfo.hasNextPage
    }
    return { slugs, cursors: cursors.map(atob).join(' ') }
  }
  const soon = { happeningFromAt: Date.now() + DAY }
  const hide = (slug: string, isSecret: boolean) =>
    db
      .update(events)
      .set({ meta: isSecret ? { hideDate: true } : {} })
      .where(eq(events.slug, slug))
  const suggested = async () => {
    const { data } = await visitor.run<{ suggestionIndex: { href: string }[] }>('SuggestionIndex')
    const paths = (data?.suggestionIndex ?? []).map(({ href }) => href)
    return paths.flatMap((path) => path.match(/\/events\/(.+)$/)?.[1] ?? [])
  }
  for (const search of [{}, { terms: 'nachtfalter' }]) {
    await shop.setEvent({ ...soon, meta: {} })
    const shown = await read(search)
    expect(shown.slugs[0]).toBe('standing')
    expect(shown.cursors).toContain(String(soon.happeningFromAt))
    await shop.setEvent({ meta: { hideDate: true } })
    const secret = await read(search)
    expect(secret.slugs).toEqual([...shown.slugs.slice(1), 'standing'])
    expect(secret.cursors).not.toContain(String(soon.happeningFromAt))

    // With two, a cursor of a secret date begins a page.
    await hide('seated', true)
    const both = await read(search)
    const last = both.slugs.slice(-2)
    expect(last.toSorted()).toEqual(['seated', 'standing'])
    expect(both.slugs.toSorted()).toEqual(shown.slugs.toSorted())
    expect((await suggested()).slice(-2)).toEqual(last)
    await hide('seated', false)
    expect(await suggested()).toEqual(secret.slugs)
  }
})

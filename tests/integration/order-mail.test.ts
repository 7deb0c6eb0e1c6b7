import { and, eq, isNull, sql } from 'drizzle-orm'
import { encode } from 'uqr'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EventMeta } from '../../schema/catalogue-values.ts'
import { formatDateTime } from '../../schema/rules/date-format.ts'
import { formatDayInWords } from '../../schema/rules/day-in-words.ts'
import { formatPrice } from '../../schema/rules/money-format.ts'
import { events } from '../../schema/tables/event.ts'
import { orderItems } from '../../schema/tables/order.ts'
import { catalogueState, shops } from '../../schema/tables/shop.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { COMPANY } from '../../schema/texts/company.ts'
import { designColours } from '../../worker/generated/design-colours.ts'
import { ADDRESS, PARSED_ADDRESS } from '../support/address.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import { mailOf } from '../support/order-mails.ts'
import {
  addOutboxRow,
  buildPaymentWorld,
  db,
  isolatedEnv,
  mailsWithId,
  operator,
  payByBank,
  placeOrder,
  placePaidOrder,
  recordsOf,
  setOrder,
} from '../support/payment-helpers.ts'
import { latin, textsOfPdf } from '../support/pdf-text.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { storedImage } from '../support/stored-image.ts'

/** Jobs cache the catalogue's version for a shorter time than this. */
const VERSION_CACHED_MS = 3_000

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
const textOf = (base64: string) => new TextDecoder().decode(bytesOf(base64))

/** Reads the modules of a QR code with `size` modules per side from a PNG. Dark modules are `true`. */
async function modulesOf(png: Uint8Array, size: number): Promise<boolean[][]> {
  const view = new DataView(png.buffer)
  expect([...png.slice(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const width = view.getUint32(16)
  let at = 8
  let packed = new Uint8Array(0)
  while (at < png.length) {
    const length = view.getUint32(at)
    if (new TextDecoder().decode(png.slice(at + 4, at + 8)) === 'IDAT') packed = png.slice(at + 8, at + 8 + length)
    at += length + 12
  }
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'))
  const rows = new Uint8Array(await new Response(stream).arrayBuffer())
  const bytesPerRow = Math.ceil(width / 8) + 1
  const scale = width / (size + 8)
  const isDark = (x: number, y: number) => {
    const [px, py] = [Math.floor((x + 4.5) * scale), Math.floor((y + 4.5) * scale)]
    return (((rows[py * bytesPerRow + 1 + (px >> 3)] ?? 0) >> (7 - (px & 7))) & 1) === 0
  }
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => isDark(x, y)))
}

describe('an order mail', () => {
  it('TIX-01 about a paid order shows the code of each ticket as text and QR code, and names a seat and the venue', async () => {
    const order = await placePaidOrder(world, { seatIds: ['A-1-3', 'A-1-4'], scarce: 1 })
    const mail = await mailOf('mail_order_paid', order.id)
    const { tickets: issued } = await recordsOf(order.id)
    expect(mail).toMatchObject({
      to: order.visitor.email,
      from: { name: 'Stagedoor' },
      subject: `Deine Bestellung ${order.reference} ist bestätigt`,
    })
    expect(issued).toHaveLength(2)
    for (const { validationCode } of issued) {
      const grouped = validationCode.replace(/^(\d)(\d{6})(\d{6})$/, '$1 $2 $3')
      expect(mail.text).toContain(`Ticketnummer: ${grouped}`)
      expect(mail.html).toContain(`src="cid:ticket-${validationCode}"`)
      const picture = mail.attachments?.find(
        (file) => file.disposition === 'inline' && file.contentId === `ticket-${validationCode}`,
      )
      const code = encode(validationCode, { border: 0, ecc: 'M' })
      expect(await modulesOf(bytesOf(picture?.content ?? ''), code.size)).toEqual(code.data)
    }
    expect(mail.text).toContain('Block A, Reihe 1, Platz 3')
    expect(mail.text).toContain('Halle, Berlin')
    expect(mail.text).toContain('inkl. ')
    expect(mail.text).toMatch(new RegExp(`http://localhost:8787/order/${order.id}\\?key=[0-9a-f]{32}&lang=de\n`))
  })

  it('CART-08 lists the tickets of an event below its name, date and venue, and a single ticket with them in one row', async () => {
    const order = await placeOrder(world, {
      seatIds: ['A-2-3', 'A-2-4'],
      standing: 2,
      scarce: 1,
      method: 'bank_transfer',
    })
    const { text } = await mailOf('mail_order_received', order.id)
    const [seated] = await db.select().from(events).where(eq(events.id, world.seatedEvent))
    const date = formatDateTime(seated?.happeningFromAt ?? 0, 'Europe/Berlin', 'de')
    const seats = ['3', '4'].map((seat) => `1 × Block A, Reihe 2, Platz ${seat}, `)
    const lines = text.split('\n')
    const heading = lines.indexOf(`Nachtfalter – seated, ${date} · Halle, Berlin`)
    expect(heading).toBeGreaterThan(0)
    for (const [index, seat] of seats.entries()) expect(lines[heading + 1 + index]).toContain(seat)
    expect(text).toMatch(/\n2 × Nachtfalter – standing, .+ · Halle, Berlin, Innenraum, .+: \d+,\d\d\s€\n/)
    expect(text).toMatch(/\n1 × Band scarce, Größe M: /)
  })

  it('WDR-01 about a paid order says which items have a right of withdrawal', async () => {
    const right = 'Den Kauf der Artikel kannst du 14 Tage lang ohne Angabe von Gründen widerrufen.'
    const others = right.replace('der Artikel', 'anderer Artikel')
    const personal = 'Artikel mit deinem eigenen Text sind vom Widerruf ausgeschlossen.'
    const noTickets = 'Für Veranstaltungstickets gibt es kein Widerrufsrecht (§ 312g Abs. 2 Nr. 9 BGB).'
    const order = await placePaidOrder(world, { scarce: 1, standing: 1 })
    const isScarce = and(eq(orderItems.orderId, order.id), eq(orderItems.type, 'product'))
    const setItem = (item: Partial<typeof orderItems.$inferInsert>) => db.update(orderItems).set(item).where(isScarce)
    const said = async () => {
      const { text } = await mailOf('mail_order_paid', order.id)
      return [noTickets, personal, others].filter((sentence) => text.includes(sentence))
    }
    expect(await said()).toEqual([noTickets, others])
    await setItem({ personalIdentifier: 'Für Alex' })
    expect(await said()).toEqual([noTickets, personal])
    await setItem({ personalIdentifier: null, type: 'bundle' })
    expect(await said()).toEqual([noTickets])
    // The fee of a name change.
    await setItem({ type: 'product', productId: null })
    expect(await said()).toEqual([noTickets])

    const goods = await placePaidOrder(world, { scarce: 1 })
    const { text } = await mailOf('mail_order_paid', goods.id)
    expect(text).toContain(right)
    expect(text).not.toContain(others)
  })

  it('CART-01 lists the parts of a bundle below its name, with one price, until a part of it is void', async () => {
    const order = await placeOrder(world, { seatIds: ['A-2-5'], standing: 2, scarce: 1, method: 'bank_transfer' })
    const rows = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
    const [root, seated] = [null, world.seatedEvent].map((id) => rows.find(({ eventId }) => eventId === id))
    if (!root || !seated) throw new Error('an item is missing')
    const setPart = (part: Partial<typeof seated>) =>
      db.update(orderItems).set(part).where(eq(orderItems.id, seated.id))
    await setPart({ bundleRootId: root.id })
    const price = (cents: number) => formatPrice(cents, 'de').replace(/\s/, '\\s')
    const whole = (await mailOf('mail_order_received', order.id)).text
    expect(whole).toMatch(
      new RegExp(
        `\n1 × Band scarce, Größe M \\+ Nachtfalter – seated · .+ · Halle, Berlin · Block A, Reihe 2, Platz 5 · .+: ${price(root.totalCents + seated.totalCents)}\n`,
      ),
    )
    expect(whole).not.toContain('1 × Nachtfalter – seated')
    await setPart({ invalidatedAt: Date.now() })
    const { text } = await mailOf('mail_order_received', order.id)
    expect(text).toMatch(new RegExp(`\n1 × Band scarce, Größe M: ${price(root.totalCents)}\n`))
    expect(text).toMatch(new RegExp(`\n1 × Nachtfalter – seated, .+: ${price(seated.totalCents)}\n`))
  })

  it('TIX-01 about a paid order has a calendar file and a PDF with one page per ticket', async () => {
    const order = await placePaidOrder(world, { standing: 2 })
    const mail = await mailOf('mail_order_paid', order.id)
    const file = (type: string) => mail.attachments?.find((known) => known.type === type)
    expect(file('application/pdf')?.filename).toBe(`tickets-${order.reference}.pdf`)
    const pdf = bytesOf(file('application/pdf')?.content ?? '')
    expect(new TextDecoder().decode(pdf.slice(0, 5))).toBe('%PDF-')
    const text = latin(pdf)
    expect(text.match(/\/Type \/Page \//g)).toHaveLength(2)
    // Each row of the cross-reference table points to its object.
    const table = text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1]))
    const offsets = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
    expect(offsets.length).toBeGreaterThan(12)
    for (const [index, offset] of offsets.entries()) expect(text.startsWith(`${index + 1} 0 obj\n`, offset)).toBe(true)

    const [event] = await db.select().from(events).where(eq(events.id, world.standingEvent))
    const start = new Date(event?.happeningFromAt ?? 0).toISOString().replace(/[-:]|\.\d{3}/g, '')
    const calendar = textOf(file('text/calendar')?.content ?? '')
    expect(calendar).toContain(`DTSTART:${start}\r\n`)
    expect(calendar).toContain('LOCATION:Halle\\, Ufer 1\\, 10115 Berlin')
  })

  it('TIX-01 labels a seat as “Platz” and an area as “Bereich”', async () => {
    const order = await placePaidOrder(world, { seatIds: ['A-2-6'], standing: 1 })
    await db
      .update(orderItems)
      .set({ sectionName: 'Saal' })
      .where(and(eq(orderItems.orderId, order.id), isNull(orderItems.seatNumber)))
    const { attachments } = await mailOf('mail_order_paid', order.id)
    const pdf = attachments?.find(({ type }) => type === 'application/pdf')
    const printed = await textsOfPdf(bytesOf(pdf?.content ?? ''))
    const labelOf = (value: string) => printed[printed.indexOf(value) - 1]
    expect(labelOf('Block A, Reihe 2, Platz 6')).toBe('Platz')
    expect(labelOf('Saal')).toBe('Bereich')
  })

  it('TIX-01 names the promoter of each concert before and after the payment, and of its own concert on each printed ticket', async () => {
    const change = (id: string, values: Partial<typeof events.$inferInsert>) =>
      db.update(events).set(values).where(eq(events.id, id))
    const owningCompanyAddress = {
      ...{ company: 'Nachtwerk Touring GmbH', address: 'Oranienstraße 190' },
      ...{ city: 'Berlin', postCode: '10999', countryCode: 'de' },
    }
    const order = await placeOrder(world, { seatIds: ['A-3-3'], standing: 1, method: 'bank_transfer' })
    const nobody = (await mailOf('mail_order_received', order.id)).text
    await change(world.seatedEvent, { localOrganizer: 'Kiez GmbH', owningCompanyAddress })
    await change(world.standingEvent, { localOrganizer: 'Kiez GmbH' })
    const received = (await mailOf('mail_order_received', order.id)).text
    await payByBank(order)
    const paid = await mailOf('mail_order_paid', order.id)
    await change(world.seatedEvent, { localOrganizer: null, owningCompanyAddress: null })
    await change(world.standingEvent, { localOrganizer: null })
    const pdf = paid.attachments?.find(({ type }) => type === 'application/pdf')
    const printed = await textsOfPdf(bytesOf(pdf?.content ?? ''))

    const owner = 'Vertragspartner für die Tickets: Nachtwerk Touring GmbH, Oranienstraße 190, 10999 Berlin'
    for (const text of [received, paid.text]) {
      expect(text.split('\n').filter((line) => /^(Vertragspartner|Veranstalter)[^:]*:/.test(line))).toEqual([
        `${owner} (Nachtfalter – seated)`,
        'Veranstalter: Kiez GmbH (Nachtfalter – standing)',
      ])
    }
    expect(nobody).not.toMatch(/Vertragspartner|Veranstalter:/)
    expect(printed.filter((line) => /Vertragspartner|Veranstalter:/.test(line))).toEqual([
      owner,
      'Veranstalter: Kiez GmbH',
    ])
  })

  it('EVT-14 about tickets of a moved concert names its former date in the text and on the printed ticket', async () => {
    const setMeta = (meta: EventMeta) => db.update(events).set({ meta }).where(eq(events.id, world.standingEvent))
    await setMeta({ former_date: Date.UTC(2026, 11, 5, 19) })
    const order = await placePaidOrder(world, { standing: 1 })
    const mail = await mailOf('mail_order_paid', order.id)
    await setMeta({})
    expect(mail.text).toContain('Verlegt: ursprünglich am Sa, 05.12.2026')
    const pdf = mail.attachments?.find(({ type }) => type === 'application/pdf')
    expect(await textsOfPdf(bytesOf(pdf?.content ?? ''))).toContain('Sa, 05.12.2026')
  })

  it('EVT-14 about tickets of a postponed concert names the new date if the catalogue names the former one, and otherwise none', async () => {
    const change = (values: Partial<typeof events.$inferInsert>) =>
      db.update(events).set(values).where(eq(events.id, world.standingEvent))
    const [event] = await db.select().from(events).where(eq(events.id, world.standingEvent))
    const date = formatDateTime(event?.happeningFromAt ?? 0, 'Europe/Berlin', 'de')
    const mailed = async () => {
      const order = await placePaidOrder(world, { standing: 1 })
      const { text, attachments } = await mailOf('mail_order_paid', order.id)
      return { text, hasCalendar: attachments?.some(({ type }) => type === 'text/calendar') }
    }
    await change({ status: 'postponed', meta: { former_date: Date.UTC(2026, 11, 5, 19) } })
    expect(await mailed()).toMatchObject({ text: expect.stringContaining(`\n${date}\n`), hasCalendar: true })
    await change({ meta: {} })
    const open = await mailed()
    await change({ status: 'active' })
    expect(open).toMatchObject({ text: expect.stringContaining('Neuer Termin folgt'), hasCalendar: false })
    expect(open.text).not.toContain(date)
  })

  it('TIX-03 about tickets that need a check-in says when it is open and links to it, also on the printed ticket', async () => {
    const change = (values: Partial<typeof events.$inferInsert>) =>
      db.update(events).set(values).where(eq(events.id, world.standingEvent))
    const checkInEndAt = Date.now() + 86_400_000
    const until = formatDateTime(checkInEndAt, 'Europe/Berlin', 'de')
    const mailed = async () => mailOf('mail_order_paid', (await placePaidOrder(world, { standing: 1 })).id)
    expect((await mailed()).text).not.toContain('/checkin')
    const checkin = { items: [{ type: 'form' as const, name: 'name', label: { de: 'Name', en: 'Name' }, order: 1 }] }
    await change({ meta: { checkin }, checkInStartAt: Date.now() - 1000, checkInEndAt })
    const { text, attachments } = await mailed()
    await change({ meta: {} })
    expect(text).toMatch(/\/checkin$/m)
    expect(text).toContain(`bis ${until} offen`)
    const pdf = attachments?.find(({ type }) => type === 'application/pdf')
    expect((await textsOfPdf(bytesOf(pdf?.content ?? ''))).join(' ')).toContain('gilt erst, wenn du eingecheckt hast')
  })

  it("TIX-01 names the ticket holder in its text and its PDF, even if PDF's built-in fonts lack letters of the name", async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    await db
      .update(events)
      .set({ personalizationRequirement: 'check_in_required' })
      .where(eq(events.id, world.standingEvent))
    await db
      .update(orderItems)
      .set({ personalIdentifier: 'Łucja+Šimková+Žižkova 1+ +49 30 1' })
      .where(eq(orderItems.orderId, order.id))
    await payByBank(order)
    await db
      .update(events)
      .set({ personalizationRequirement: 'no_personalization_required' })
      .where(eq(events.id, world.standingEvent))
    const [ticket] = await db.select().from(tickets).where(eq(tickets.orderId, order.id))
    expect(ticket?.personalIdentifier).toEqual({
      firstName: 'Łucja',
      lastName: 'Šimková',
      address: 'Žižkova 1',
      phone: '+49 30 1',
    })
    const mail = await mailOf('mail_order_paid', order.id)
    expect(mail.text).toContain('Für Łucja Šimková')
    const pdf = mail.attachments?.find(({ type }) => type === 'application/pdf')
    expect(await textsOfPdf(bytesOf(pdf?.content ?? ''))).toContain('Łucja Šimková')
  })

  it("L10N-01 uses the language of the order, and the name and the URL of the band's shop", async () => {
    const visitor = new Visitor('eisenwald', 'https://merch.eisenwald.example')
    await visitor.add([{ productVariantId: world.foreign, amount: 1 }])
    const answer = await visitor.run<{ placeOrder: { cart: { id: string; reference: string } } }>(
      'PlaceOrder',
      {
        input: {
          clientMutationId: crypto.randomUUID(),
          email: 'ben@example.org',
          shippingAddress: ADDRESS,
          shippingMethod: world.parcel,
          paymentMethod: 'bank_transfer',
          termsAccepted: true,
          expectedTotalCents: 2490 + 590,
        },
      },
      'en',
    )
    const placed = answer.data?.placeOrder.cart
    const mail = await mailOf('mail_order_received', placed?.id ?? '')
    expect(mail.subject).toBe(`Your order ${placed?.reference}: please transfer the money`)
    expect(mail.from.name).toBe('Eisenwald')
    expect(mail.text).toContain(`http://merch.eisenwald.example:8787/order/${placed?.id}?key=`)
    expect(mail.text).toContain('DE02 1203 0000 0000 2020 51')
    expect(mail.text).toContain(`BAX${placed?.reference} Ida Brandt`)
    expect(mail.html).toContain('src="cid:girocode"')
    const { dueAt } = (await recordsOf(placed?.id ?? '')).order
    expect(mail.text).toContain(`Your payment must reach us by ${formatDayInWords(dueAt, 'en')}.`)
  })

  it("MAIL-01 looks like the shop that sold the order, and its printed ticket like the concert's band", async () => {
    const image = storedImage('poster', [640, 320], [320, 640])
    await db.update(events).set({ image }).where(eq(events.id, world.standingEvent))
    const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 1, 64, 2, 128, 3, 0, 0)
    const order = await placePaidOrder(world, { standing: 1 })
    const pdfOf = async () => {
      const mail = await mailOf('mail_order_paid', order.id)
      return {
        mail,
        pdf: latin(bytesOf(mail.attachments?.find(({ type }) => type === 'application/pdf')?.content ?? '')),
      }
    }
    // Without the file, the ticket has no picture.
    const bare = await pdfOf()
    expect(bare.pdf).not.toContain('/Subtype /Image')
    expect(bare.mail.html).toContain('src="http://localhost:8787/images/poster/640.jpg"')
    expect(bare.mail.html).toContain(`background:${designColours.plain?.ground}`)
    expect(bare.mail.text).toContain(COMPANY.register)
    await isolatedEnv().env.BUCKET.put('images/poster/640.jpg', jpeg)
    const { pdf } = await pdfOf()
    expect(pdf).toContain('/Subtype /Image /Width 640 /Height 320 /ColorSpace /DeviceRGB')
    await db.update(events).set({ image: null }).where(eq(events.id, world.standingEvent))
  })

  it("PAY-06 escapes markup in the buyer's name", async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    // The form rejects such names, but older orders may contain them.
    const address = { ...PARSED_ADDRESS, firstName: '<img src=x>', lastName: 'O"Neill & Co' }
    await setOrder(order.id, { shippingAddress: address, billingAddress: address })
    const { html } = await mailOf('mail_order_received', order.id)
    expect(html).not.toContain('<img src=x>')
    expect(html).toContain('&lt;img src=x&gt; O&quot;Neill &amp; Co')
  })
})

describe('order mails', () => {
  it.each([
    ['mail_order_received', 'done'],
    ['mail_order_received', 'cancelled'],
    ['mail_order_cancelled', 'done'],
  ] as const)('PAY-06 of the kind %s are not sent if the order has the status “%s”', async (kind, status) => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    await setOrder(order.id, { status })
    await expect(mailOf(kind, order.id)).rejects.toThrow(`no ${kind}`)
  })

  it('PAY-07 give the reason for a cancellation, and the amount and destination of a refund that is done', async () => {
    const order = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    await setOrder(order.id, { status: 'cancelled' })
    expect((await mailOf('mail_order_cancelled', order.id)).text).toContain('keine Zahlung eingegangen')
    await payByBank(order, 100)
    const [refund] = (await recordsOf(order.id)).refunds
    await expect(mailOf('mail_payment_refunded', refund?.id ?? '')).rejects.toThrow('no mail_payment_refunded')
    await operator('POST', '/refunds/done', { refundId: refund?.id, bookingId: 'bank-mail-1' })
    const { text } = await mailOf('mail_payment_refunded', refund?.id ?? '')
    expect(text).toContain('1,00\u00a0€')
    expect(text).toContain('auf das Konto überwiesen, von dem deine Zahlung kam')
  })

  it.each([
    ['bank_transfer', 'überweisen wir dir dein Geld auf das Konto zurück, von dem es kam'],
    ['stripe_checkout', 'automatisch auf dem Weg zurück, auf dem du bezahlt hast'],
  ])(
    'PAY-07 about a cancelled order with the payment method %s say how a payment would be returned',
    async (method, promise) => {
      const order = await placeOrder(world, { standing: 1, method })
      await setOrder(order.id, { status: 'cancelled' })
      const { text } = await mailOf('mail_order_cancelled', order.id)
      expect(text).toContain(promise)
      expect(text.includes('automatisch')).toBe(method !== 'bank_transfer')
    },
  )

  it('MAIL-01 show the picture of the concert before and after the payment, but not when the order is cancelled', async () => {
    const ofEvent = eq(events.id, world.standingEvent)
    const image = storedImage('concert', [1600, 900], [480, 1200])
    const [event] = await db.update(events).set({ image }).where(ofEvent).returning()
    const picture = `<img src="http://localhost:8787/images/concert/1200.jpg" alt="${event?.descriptiveName.de}" width="600" height="338"`
    const transfer = await placeOrder(world, { standing: 1, method: 'bank_transfer' })
    expect((await mailOf('mail_order_received', transfer.id)).html).toContain(picture)
    expect((await mailOf('mail_payment_reminder', transfer.id)).html).toContain(picture)
    const unpaid = await placeOrder(world, { standing: 1 })
    expect((await mailOf('mail_payment_open', unpaid.id)).html).toContain(picture)
    const paid = await placePaidOrder(world, { standing: 1 })
    expect((await mailOf('mail_order_paid', paid.id)).html).toContain(picture)
    await setOrder(transfer.id, { status: 'cancelled' })
    expect((await mailOf('mail_order_cancelled', transfer.id)).html).not.toContain('<img')
    await db.update(events).set({ image: null }).where(ofEvent)
  })

  it('L10N-02 write prices with a no-break space and vouchers with a minus sign, and keep “,00” in a shop that trims it elsewhere', async () => {
    const order = await placePaidOrder(world, { standing: 1 })
    await setOrder(order.id, { shippingCents: 250, voucherCents: 250 })
    const plain = await mailOf('mail_order_paid', order.id)
    expect(plain.text).toContain('45,00\u00a0€')
    expect(plain.text).toContain('−2,50\u00a0€')
    expect(plain.html).toContain('45,00\u00a0€')

    await db.update(shops).set({ meta: { trim_zero_decimals: true } })
    await db.update(catalogueState).set({ version: sql`${catalogueState.version} + 1` })
    const { env, mails } = isolatedEnv()
    const id = await addOutboxRow('mail_order_paid', order.id)
    await drainOutbox(env, Date.now() + VERSION_CACHED_MS)
    const [sent] = mailsWithId(mails, id)
    expect(sent?.text).toContain('45,00\u00a0€')
    expect(sent?.text).toContain('−2,50\u00a0€')
  })
})

import { Buffer } from 'node:buffer'
import { X509Certificate } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ShopMeta } from '../../schema/catalogue-values.ts'
import { newId } from '../../schema/ids.ts'
import { logoKey } from '../../schema/logo-file.ts'
import { type OrderSecret, orderLink, orderPassPath } from '../../schema/order-path.ts'
import { events } from '../../schema/tables/event.ts'
import { shops } from '../../schema/tables/shop.ts'
import { tickets } from '../../schema/tables/ticket.ts'
import { walletPasses } from '../../schema/tables/wallet.ts'
import { applePass } from '../../worker/http/apple-wallet.ts'
import { findSubject } from '../../worker/services/wallet-pass.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import { Browser } from '../support/edge.ts'
import { readPass, unzipped, verifiedSignature } from '../support/pass-file.ts'
import {
  addOutboxRow,
  buildPaymentWorld,
  db,
  isolatedEnv,
  mailsWithId,
  type placeOrder,
  setOrder,
} from '../support/payment-helpers.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { storedImage } from '../support/stored-image.ts'
import { testEnv } from '../support/test-env.ts'
import { type Bought, buyTickets, passFields, passIn, requestPass } from '../support/wallet-helpers.ts'

const DAY = 86_400_000
const WWDR = testEnv.APPLE_WWDR_CERTIFICATE ?? ''

let world: World
beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
})

const bought = (wish?: Parameters<typeof placeOrder>[1]) => buyTickets(world, wish)

function open(
  order: Pick<Bought, 'id' | 'ticketIds'>,
  secret: OrderSecret,
  { wallet = 'apple', ticketId = order.ticketIds[0] ?? '', browser = new Browser(), slug = 'stagedoor' } = {} as {
    wallet?: 'apple' | 'google'
    ticketId?: string
    browser?: Browser
    slug?: string
  },
) {
  return browser.fetch(orderPassPath(slug, order.id, secret, ticketId, wallet))
}

describe('a pass for Apple Wallet', () => {
  it('TIX-06 contains event, place, holder and code, in the colours of the band and signed by the issuer’s certificate', async () => {
    await db
      .update(events)
      .set({ doorAt: Date.UTC(2031, 5, 7, 17), happeningFromAt: Date.UTC(2031, 5, 7, 18) })
      .where(eq(events.id, world.seatedEvent))
    await db
      .update(shops)
      .set({ meta: { design: 'kiosk-kardinal' } })
      .where(eq(shops.slug, 'nachtfalter'))
    const order = await bought({ seatIds: ['A-1-1', 'A-1-2'] })
    await db
      .update(tickets)
      .set({ personalIdentifier: { firstName: 'Özge', lastName: 'Łuczak 🎸' } })
      .where(eq(tickets.orderId, order.id))
    const answer = await open(order, { key: order.key })
    expect(answer.headers.get('content-type')).toBe('application/vnd.apple.pkpass')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    const { files, pass } = readPass(new Uint8Array(await answer.arrayBuffer()), WWDR)
    expect(passFields(pass)).toMatchObject({
      event: 'Nachtfalter – seated',
      when: 'Sa, 07.06.2031, 20:00',
      doors: '19:00',
      venue: 'Halle, Berlin',
      place: expect.stringMatching(/^Block A, Reihe 1, Platz [12]$/),
      holder: 'Özge Łuczak 🎸',
      order: order.reference,
    })
    expect(pass).toMatchObject({
      passTypeIdentifier: testEnv.APPLE_PASS_TYPE_ID,
      teamIdentifier: testEnv.APPLE_TEAM_ID,
      voided: false,
      barcodes: [{ format: 'PKBarcodeFormatQR', message: order.codes[0] }],
      backgroundColor: 'rgb(255, 216, 26)',
      logoText: 'Nachtfalter',
      relevantDate: '2031-06-07T17:00:00.000Z',
      webServiceURL: 'http://localhost:8787/api/wallet',
    })
    for (const [name, size] of Object.entries({ 'icon.png': 29, 'icon@2x.png': 58, 'icon@3x.png': 87 })) {
      expect(files.get(name)?.subarray(1, 4).toString()).toBe('PNG')
      expect(files.get(name)?.readUInt32BE(16)).toBe(size)
    }
    const other = await open(order, { key: order.key }, { ticketId: order.ticketIds[1] ?? '' })
    const second = readPass(new Uint8Array(await other.arrayBuffer()), WWDR).pass
    expect(second).toMatchObject({ barcodes: [{ message: order.codes[1] }] })
    expect(second.serialNumber).not.toBe(pass.serialNumber)
    expect(second.authenticationToken).not.toBe(pass.authenticationToken)
  })

  it('TIX-06 is refused by a reader once a byte of the ticket has been changed', async () => {
    const answer = await open(await bought(), { reference: 'x' })
    expect(answer.status).toBe(404)
    const order = await bought()
    const archive = new Uint8Array(await (await open(order, order)).arrayBuffer())
    const files = unzipped(archive)
    const [signature, manifest] = [files.get('signature'), files.get('manifest.json')]
    if (!signature || !manifest) throw new Error('no signature')
    const issuer = new X509Certificate(WWDR)
    expect(verifiedSignature(signature, manifest, issuer)).toMatch(/^\d{12}Z$/)
    const forged = Buffer.from(manifest.toString().replace(/[0-9a-f]"/, '-"'))
    expect(() => verifiedSignature(signature, forged, issuer)).toThrow('other content')
    const stranger = new X509Certificate(testEnv.APPLE_PASS_CERTIFICATE ?? '')
    expect(() => verifiedSignature(signature, manifest, stranger)).toThrow('another company')
  })

  it('TIX-06 keeps its serial number when it is downloaded again or by the other link, also at the same time', async () => {
    const order = await bought()
    const answers = await Promise.all([1, 2, 3].map(async () => passIn(await requestPass(order))))
    const byReference = await open(order, { reference: order.reference })
    const same = readPass(new Uint8Array(await byReference.arrayBuffer()), WWDR)
    const serials = [...answers, same].map(({ pass }) => pass.serialNumber)
    expect(new Set(serials).size).toBe(1)
    expect(await db.select().from(walletPasses).where(eq(walletPasses.orderId, order.id))).toHaveLength(1)
  })

  it('TIX-06 is refused for a ticket that was returned, disputed or sent by post, an unpaid order and a cancelled event', async () => {
    const order = await bought({ standing: 1 })
    const set = (values: Partial<typeof tickets.$inferInsert>) =>
      db.update(tickets).set(values).where(eq(tickets.orderId, order.id))
    const status = async () => (await open(order, order)).status
    for (const [values, back] of [
      [{ invalidatedAt: 1 }, { invalidatedAt: null }],
      [{ disputedAt: 1 }, { disputedAt: null }],
      [{ kind: 'hard' }, { kind: 'online' }],
      [{ expiresAt: 1 }, { expiresAt: Date.now() + DAY }],
    ] as const) {
      await set(values)
      expect(await status()).toBe(404)
      await set(back)
      expect(await status()).toBe(200)
    }
    await setOrder(order.id, { status: 'problem' })
    expect(await status()).toBe(404)
    await setOrder(order.id, { status: 'done' })
    const event = (status: 'active' | 'cancelled') =>
      db.update(events).set({ status }).where(eq(events.id, world.standingEvent))
    await event('cancelled')
    expect(await status()).toBe(404)
    await event('active')
    expect(await status()).toBe(200)
  })

  it('TIX-06 is refused with a wrong key, another order’s ticket, in another band’s shop, and in old links', async () => {
    const order = await bought()
    const other = await bought()
    const answers = await Promise.all([
      open(order, { key: '0'.repeat(32) }),
      open(order, { key: other.key }),
      open(order, { reference: other.reference }),
      open(order, order, { ticketId: other.ticketIds[0] ?? '' }),
      open(order, order, { ticketId: newId('ticket', Date.now()) }),
      open(order, order, { ticketId: '../../x' }),
      open(order, order, { ticketId: 'tkt_' }),
      open(order, order, { slug: 'nachtfalter' }),
      open(order, order, { slug: 'unbekannt' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect(await db.select().from(walletPasses).where(eq(walletPasses.orderId, order.id))).toEqual([])
    // The link with the reference shows names for 28 days. The link with the key shows them until 28 days after the event.
    await setOrder(order.id, { placedAt: Date.now() - 29 * DAY })
    expect((await open(order, { reference: order.reference })).status).toBe(404)
    expect((await open(order, order)).status).toBe(200)
  })

  it('TIX-06 shows the icon of the band’s shop as its logo, unless the shop needs a password', async () => {
    const order = await bought()
    const icon = storedImage('band-icon', [200, 200], [100, 180])
    await requestPass(order)
    const [issued] = await db.select().from(walletPasses).where(eq(walletPasses.orderId, order.id))
    const subject = issued && (await findSubject(db, issued))
    if (!subject) throw new Error('no pass')
    await testEnv.BUCKET.put(logoKey(icon), 'PNG')
    const show = async (meta: ShopMeta) => {
      await db.update(shops).set({ meta }).where(eq(shops.slug, 'nachtfalter'))
      // The cache of the edge would send the former shops whenever the database is slow.
      const answer = await applePass(
        { env: testEnv, origin: 'http://localhost:8787', now: Date.now() },
        subject,
        await db.select().from(shops),
      )
      const { files, pass } = await passIn(answer)
      const hasLogo = files.get('logo@2x.png')?.toString() === 'PNG'
      expect(hasLogo).toBe(meta.favicon !== undefined && meta.password === undefined)
      return pass
    }
    expect(await show({ favicon: icon })).not.toHaveProperty('logoText')
    expect(await show({ favicon: icon, password: ['c2FsdA$AAAA'] })).toMatchObject({ logoText: 'Nachtfalter' })
    await show({})
  })

  it('TIX-06 has a page in the visitor’s language that explains a refusal', async () => {
    const order = await bought()
    await db.update(tickets).set({ invalidatedAt: 1 }).where(eq(tickets.orderId, order.id))
    const path = orderPassPath('stagedoor', order.id, { key: order.key }, order.ticketIds[0] ?? '', 'apple')
    const [german, english] = await Promise.all([new Browser().open(path), new Browser().open(`${path}?lang=en`)])
    expect(german?.body).toContain('Diesen Pass gibt es nicht')
    expect(english?.body).toContain('There is no such pass')
    expect(german?.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  })

  it('TIX-06 is a link in the mail to the buyer, on the page of the order and on the done page, and needs configured keys', async () => {
    const order = await bought({ standing: 2 })
    const { env, mails } = isolatedEnv()
    const id = await addOutboxRow('mail_order_paid', order.id)
    await drainOutbox(env, Date.now())
    const [mail] = mailsWithId(mails, id)
    const [ticketId = ''] = order.ticketIds
    for (const [label, path] of [
      ['Zu Apple Wallet hinzufügen', orderPassPath('stagedoor', order.id, order, ticketId, 'apple')],
      // The link that sends a name to Google is not in the mail, because programs that check mails open its links.
      ['Zu Google Wallet hinzufügen', `${orderLink(order.id, order.key)}&lang=de`],
    ] as const) {
      const href = `http://localhost:8787${path}`
      expect(mail?.text).toContain(`${label}: ${href}`)
      expect(mail?.html).toContain(`href="${href.replaceAll('&', '&amp;')}"`)
    }
    type Page = { order: { tickets: { wallets: string[] }[] } }
    const shown = async (visitor: Visitor) => {
      const byKey = await visitor.run<{ orderPage: Page }>('OrderPage', { orderId: order.id, key: order.key })
      const done = await visitor.run<Page>('Order', { orderId: order.id, reference: order.reference })
      return [byKey.data?.orderPage.order, done.data?.order].map((page) => page?.tickets.map(({ wallets }) => wallets))
    }
    const both = ['APPLE', 'GOOGLE']
    expect(await shown(new Visitor())).toEqual([
      [both, both],
      [both, both],
    ])
    const bare = new Visitor()
    bare.env = { ...testEnv, APPLE_PASS_KEY: '', GOOGLE_WALLET_KEY: '' }
    expect(await shown(bare)).toEqual([
      [[], []],
      [[], []],
    ])
    const refused = await open(order, order, { browser: new Browser(undefined, { APPLE_PASS_KEY: '' }) })
    expect(refused.status).toBe(404)
    await setOrder(order.id, { placedAt: Date.now() - 29 * DAY })
    expect((await shown(new Visitor()))[1]).toEqual([[], []])
  })
})

/** WDR-01: the withdrawal from items that come by email: gift vouchers and downloads. */
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../schema/ids.ts'
import { DAY } from '../../schema/limits.ts'
import { orders } from '../../schema/tables/order.ts'
import { submissions } from '../../schema/tables/submission.ts'
import { writeGoodsReturn } from '../../worker/db/goods-return.ts'
import { orderKeyOf } from '../../worker/db/order-key.ts'
import { drainOutbox } from '../support/drain-outbox.ts'
import { addMailedProduct } from '../support/mailed-product.ts'
import {
  addOutboxRow,
  buildPaymentWorld,
  db,
  fetchOrder,
  isolatedEnv,
  mailsWithId,
  operator,
  payByBank,
  placeOrder,
  recordsOf,
} from '../support/payment-helpers.ts'
import { textsOfPdf } from '../support/pdf-text.ts'
import { Visitor, type World } from '../support/shop-world.ts'
import { findingsOf, itemsOf } from '../support/ticket-returns.ts'
import { applyVoucher, voucherFindings } from '../support/voucher-builder.ts'

let world: World
const [gift, song, ownSong] = [newId('variant', Date.now()), newId('variant', Date.now()), newId('variant', Date.now())]

beforeAll(async () => {
  world = await buildPaymentWorld(Date.now())
  await addMailedProduct(world, gift, { slug: 'gift', meta: { gift_voucher: true } })
  await addMailedProduct(world, song, { slug: 'song', meta: { delivery_days: { from: 1, to: 2 } } })
  await addMailedProduct(world, ownSong, {
    slug: 'own-song',
    meta: { personalised: true, delivery_days: { from: 10, to: 20 } },
  })
})
beforeEach(() => {
  for (const level of ['log', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
  return () => vi.restoreAllMocks()
})

/** A paid order of two gift vouchers, a song, a song with the fan's own text, and a ticket. Only `goods` are shipped. */
async function paidOrder(goods: { productVariantId: string; amount: number }[] = []) {
  const visitor = new Visitor()
  await visitor.add([
    ...goods,
    { productVariantId: gift, amount: 2 },
    { productVariantId: song, amount: 1 },
    { productVariantId: ownSong, amount: 1, personalIdentifier: 'Für Mia' },
  ])
  const order = await placeOrder(world, { standing: 1, method: 'bank_transfer', visitor })
  await payByBank(order)
  const items = await itemsOf(order)
  const itemOf = (variant: string) => items.find(({ variantId }) => variantId === variant)?.id ?? ''
  const ids = {
    gift: itemOf(gift),
    song: itemOf(song),
    shirt: itemOf(world.shirt),
    ownSong: itemOf(ownSong),
    ticket: itemOf(world.standingVariant),
  }
  return { ...order, ids, key: await orderKeyOf(db, order.id, Date.now()) }
}

type Order = Awaited<ReturnType<typeof paidOrder>>
type Listed = { id: string; amount: number; isShipped: boolean; reason: string }
type Shown = { withdrawableOrder: { items: Listed[]; excludedItems: Listed[] } }

async function listed({ id: orderId, key }: Order) {
  const { data } = await new Visitor().run<Shown>('WithdrawableOrder', { orderId, key })
  const { items = [], excludedItems = [] } = data?.withdrawableOrder ?? {}
  return {
    items: items.map(({ id, amount, isShipped }) => [id, amount, isShipped]),
    excluded: excludedItems.map(({ id, amount, reason }) => [id, amount, reason]),
  }
}

type Gift = { code: string; void: boolean }
const giftsOf = async (order: Order) => ((await fetchOrder(order)) as unknown as { giftVouchers: Gift[] }).giftVouchers

/** Pays a shirt with the first gift voucher of the order. */
async function useGift(order: Order): Promise<void> {
  const friend = new Visitor()
  await friend.add([{ productVariantId: world.shirt, amount: 1 }])
  expect((await applyVoucher(friend, (await giftsOf(order))[0]?.code ?? '')).code).toBeNull()
  expect((await friend.placeOrder(590, { shippingMethod: world.parcel })).code).toBeNull()
}

const declare = ({ id, key, reference, visitor }: Order, items: { id: string; amount: number }[]) => ({
  clientMutationId: crypto.randomUUID(),
  name: 'Ida Łukasz',
  reference,
  email: `ida-${crypto.randomUUID()}@example.org`,
  about: '',
  order: { id, key, items },
  visitor,
})

async function withdraw(order: Order, items: { id: string; amount: number }[]) {
  const { visitor, ...input } = declare(order, items)
  return { email: input.email, code: (await visitor.run('SubmitWithdrawal', { input })).code }
}

async function receiptTo(email: string) {
  const [submission] = await db.select().from(submissions).where(eq(submissions.email, email))
  const { env, mails } = isolatedEnv()
  const id = await addOutboxRow('mail_submission_receipt', submission?.id ?? '')
  await drainOutbox(env, Date.now())
  return mailsWithId(mails, id)[0]
}

const back = ({ reference }: Order, slip: string, items: { id: string; amount: number | null }[] = []) =>
  operator('POST', '/orders/goods-back', { reference, slip, items })

describe('the withdrawal from items that came by email', () => {
  it('WDR-01 lists unused gift vouchers and downloads, and says why tickets, products with the fan’s own text and used vouchers are excluded', async () => {
    const order = await paidOrder()
    const { gift, song, ownSong, ticket } = order.ids
    const excluded = [
      [ownSong, 1, 'PERSONAL'],
      [ticket, 1, 'TICKET'],
    ]
    const before = await listed(order)
    expect(before.items).toEqual([
      [gift, 2, false],
      [song, 1, false],
    ])
    expect(before.excluded).toEqual(excluded)
    await useGift(order)
    const after = await listed(order)
    expect(after.items).toEqual([
      [gift, 1, false],
      [song, 1, false],
    ])
    expect(after.excluded).toEqual([...excluded, [gift, 1, 'USED']])
  })

  it('WDR-01 accepts unused vouchers and downloads without a return slip, and refuses used vouchers and products with the fan’s own text', async () => {
    const order = await paidOrder()
    const { gift, song, ownSong } = order.ids
    await useGift(order)
    for (const item of [
      { id: gift, amount: 2 },
      { id: ownSong, amount: 1 },
    ])
      expect((await withdraw(order, [item])).code).toBe('BAD_INPUT')
    const { code, email } = await withdraw(order, [
      { id: gift, amount: 1 },
      { id: song, amount: 1 },
    ])
    expect(code).toBeNull()
    const mail = await receiptTo(email)
    expect(mail?.text).toContain('1 × gift')
    expect(mail?.text).toContain('Zurückschicken musst du nichts.')
    expect(mail?.text).not.toContain('Lampenweg 7, 20359 Hamburg. Leg')
    expect(mail?.attachments ?? []).toEqual([])
  })

  it('WDR-01 together with goods, has a return slip that lists only the goods, and a receipt that does not tie the money for the rest to their arrival', async () => {
    const order = await paidOrder([{ productVariantId: world.shirt, amount: 1 }])
    const { gift, shirt } = order.ids
    const sentence = 'Das Geld dafür zahlen wir dir binnen 14 Tagen zurück, ohne auf die Ware zu warten.'
    const { email } = await withdraw(order, [
      { id: shirt, amount: 1 },
      { id: gift, amount: 1 },
    ])
    const mail = await receiptTo(email)
    for (const part of [
      '1 × Band shirt',
      '1 × gift',
      'Lampenweg 7, 20359 Hamburg. Leg',
      'Sobald die Ware bei uns ist',
      sentence,
    ])
      expect(mail?.text).toContain(part)
    const file = atob(mail?.attachments?.[0]?.content ?? '')
    const slip = (await textsOfPdf(Uint8Array.from(file, (byte) => byte.charCodeAt(0)))).join(' ')
    expect(slip).toContain('1 × Band shirt')
    expect(slip).not.toContain('gift')
    // The control: the receipt of the goods alone does not have the sentence.
    const goods = await withdraw(order, [{ id: shirt, amount: 1 }])
    expect((await receiptTo(goods.email))?.text).not.toContain(sentence)
  })

  it('WDR-01 is offered on the order’s page until 14 days after the purchase', async () => {
    const order = await paidOrder()
    const isOffered = async () => {
      type Page = { orderPage: { actions: string[] } }
      const { data } = await new Visitor().run<Page>('OrderPage', { orderId: order.id, key: order.key })
      return data?.orderPage.actions.includes('WITHDRAW')
    }
    const buy = (paidAt: number) => db.update(orders).set({ paidAt }).where(eq(orders.id, order.id))
    await buy(Date.now() - 13 * DAY)
    expect(await isOffered()).toBe(true)
    await buy(Date.now() - 15 * DAY)
    expect(await isOffered()).toBe(false)
  })

  it('WDR-01 refunds only the items that an operator names, and voids the same number of unused vouchers', async () => {
    const order = await paidOrder()
    const { gift, song } = order.ids
    expect((await back(order, 'SLIP-0')).body).toMatchObject({ code: 'GOODS_UNKNOWN' })
    await useGift(order)
    expect((await back(order, 'SLIP-1', [{ id: gift, amount: 2 }])).body).toMatchObject({ code: 'GOODS_UNKNOWN' })
    const both = [
      { id: gift, amount: 1 },
      { id: song, amount: null },
    ]
    expect((await back(order, 'SLIP-1', both)).body).toMatchObject({ returnedCents: 5000 })
    expect((await back(order, 'SLIP-1', both.toReversed())).body).toMatchObject({ returnedCents: 5000 })
    expect((await giftsOf(order)).map((each) => each.void)).toEqual([false, true])
    expect((await listed(order)).items).toEqual([])
    const { followUps } = await recordsOf(order.id)
    expect(followUps).toContain('mail_goods_withdrawn')
    expect(await findingsOf(order)).toEqual([])
    expect(await voucherFindings()).toEqual([])
  })

  it('WDR-01 refunds each slip once, and refuses a known slip with other items, so that the goods need a slip of their own', async () => {
    const order = await paidOrder([{ productVariantId: world.shirt, amount: 1 }])
    const [mailed, goods] = [[{ id: order.ids.song, amount: null }], [{ id: order.ids.shirt, amount: null }]]
    expect((await back(order, 'SLIP-1', mailed)).body).toMatchObject({ returnedCents: 2500 })
    expect((await back(order, 'SLIP-1', goods)).body).toMatchObject({ code: 'SLIP_KNOWN', params: { slip: 'SLIP-1' } })
    expect((await recordsOf(order.id)).refunds).toHaveLength(1)
    expect((await back(order, 'SLIP-2', goods)).body).toMatchObject({ refunds: [{}] })
    expect((await recordsOf(order.id)).refunds).toHaveLength(2)
    expect(await findingsOf(order)).toEqual([])
  })

  it('WDR-01 refunds nothing if a voucher was used after the order was read', async () => {
    const order = await paidOrder()
    await useGift(order)
    const items = (await itemsOf(order)).filter(({ invalidatedAt }) => invalidatedAt === null)
    const [payment] = (await recordsOf(order.id)).payments
    const { gift } = order.ids
    const decided = (amount: number) => ({
      orderId: order.id,
      slip: 'SLIP-1',
      itemsText: '',
      status: 'done' as const,
      cameBack: false,
      mailed: [{ itemId: gift, amount, former: 2 }],
      restock: [],
      validItems: items.length,
      parts: [{ paymentId: payment?.id ?? '', amountCents: amount * 2500 }],
      voidItemIds: [],
      splits: [],
      deliveryCents: 0,
      deductedCents: 0,
    })
    const refunded = async () => (await recordsOf(order.id)).refunds.map(({ amountCents }) => amountCents)
    expect(await writeGoodsReturn(db, decided(2), Date.now())).toBe(false)
    expect(await refunded()).toEqual([])
    expect((await giftsOf(order)).map((each) => each.void)).toEqual([false, false])
    expect(await writeGoodsReturn(db, decided(1), Date.now())).toBe(true)
    expect(await refunded()).toEqual([2500])
  })
})

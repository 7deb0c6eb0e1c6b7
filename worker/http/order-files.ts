/**
 * The files of a paid order, for those who have the link to the order: the PDF of its tickets and a calendar file per event.
 * The files contain ticket codes, so nobody may store them on the way or list them.
 */
import type { ShopRow } from '../../schema/tables/shop.ts'
import type { ShopContext } from '../context.ts'
import { findTicketedOrders, type Order, type TicketedOrder } from '../db/order.ts'
import { shipmentOf } from '../db/shipment.ts'
import { disclosedTickets, disclosedWithKeyUntil } from '../domain/orders/order-disclosure.ts'
import { invoiceFile } from '../mail/invoice-pdf.ts'
import { eventFile, type OrderFile, type TicketMail, ticketFile } from '../mail/ticket-parts.ts'
import { issueDocuments } from '../services/invoice.ts'
import { knownOrder, orderWithKey } from '../services/order-access.ts'
import { ShopError } from '../services/shop-error.ts'
import { shopOfApi } from './api-shop.ts'
import type { EdgeContext } from './edge-context.ts'
import { localeOf, readEdge, shopContext } from './shop-context.ts'
import { mayRead, READ_TRIES_SECONDS } from './uncached-reads.ts'

export const PRIVATE = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
}

/** Serves `tickets.pdf`, or `ID.ics` for the event with that id. */
export function serveOrderFile(http: EdgeContext): Promise<Response> {
  return serveFile(http, async (context, params) => {
    const tickets = await ticketsOf(context, params)
    return tickets && fileOf(tickets, params.file)
  })
}

/** Serves the invoice or a correction to those who have the link from a mail, while the link shows personal data. */
export function serveOrderDocument(http: EdgeContext): Promise<Response> {
  return serveFile(http, async (context, { order, key, file }) => {
    const known = await orderWithKey(context, order, key)
    const whole = known && (await findTicketedOrders(context.db, [known.order.id])).get(known.order.id)
    if (!whole || context.now >= (await disclosedUntil(context, whole))) return null
    const shopName = shopOf(context, whole.order).name
    const [issued] = await issueDocuments(context.db, whole, shopName, context.now, (name) => name === file)
    return issued ? invoiceFile(issued) : null
  })
}

type Params = { slug: string; order: string; reference: string; key: string; file: string }

/**
 * Reads a request for something of an order. The context is null if the address names no shop of this host. The shop's code is
 * not necessary, because the files belong to those who bought them (SHOP-07).
 */
export async function fileRequest(http: EdgeContext): Promise<{ context: ShopContext | null; params: Params }> {
  http.set('hasSecretAddress', true)
  const edge = await readEdge(http)
  const params: Params = { slug: '', order: '', reference: '', key: '', file: '', ...http.req.param() }
  const shopPath = edge.failed ? null : shopOfApi(edge, new URL(http.req.url), params.slug)
  if (!shopPath) return { context: null, params }
  return { context: shopContext(http, edge, shopPath, localeOf(http, shopPath.shop)), params }
}

async function serveFile(
  http: EdgeContext,
  find: (context: ShopContext, params: Params) => Promise<OrderFile | null>,
): Promise<Response> {
  const { context, params } = await fileRequest(http)
  if (!context) return notFound()
  if (!(await mayRead(http.env, context))) return tooMany()
  try {
    const found = await find(context, params)
    if (!found) return notFound()
    return new Response(new Uint8Array(found.bytes), {
      headers: {
        ...PRIVATE,
        'content-type': found.type,
        'content-disposition': `attachment; filename="${found.filename.replace(/[^\w.-]/g, '_')}"`,
      },
    })
  } catch (error) {
    if (error instanceof ShopError && error.code === 'TOO_MANY_REQUESTS') return tooMany()
    throw error
  }
}

function shopOf({ shops, shop }: ShopContext, order: Pick<Order, 'shopId'>): ShopRow {
  return shops.find(({ id }) => id === order.shopId) ?? shop
}

/** Until when the link from a mail shows the order's personal data. */
async function disclosedUntil({ db }: ShopContext, { order, events }: TicketedOrder): Promise<number> {
  const shipment = await shipmentOf(db, order)
  return disclosedWithKeyUntil(order, events.values(), shipment?.shippedAt ?? null)
}

async function ticketsOf(context: ShopContext, { order: orderId, reference, key }: Params): Promise<TicketMail | null> {
  const known = key === '' ? await knownOrder(context, orderId, reference) : await orderWithKey(context, orderId, key)
  const whole = known && (await findTicketedOrders(context.db, [known.order.id])).get(known.order.id)
  if (!whole) return null
  return {
    ...whole,
    tickets: disclosedTickets(
      whole.order,
      whole.tickets,
      context.now,
      key === '' ? undefined : await disclosedUntil(context, whole),
    ),
    shops: context.shops,
    env: context.env,
    base: `${context.origin}${context.basePath}`,
    now: context.now,
  }
}

async function fileOf(tickets: TicketMail, name: string): Promise<OrderFile | null> {
  if (name === 'tickets.pdf') return ticketFile(tickets)
  return name.endsWith('.ics') ? eventFile(tickets, name.slice(0, -'.ics'.length)) : null
}

function tooMany(): Response {
  return new Response(null, { status: 429, headers: { ...PRIVATE, 'retry-after': String(READ_TRIES_SECONDS) } })
}

function notFound(): Response {
  return new Response('Not found', { status: 404, headers: PRIVATE })
}

/**
 * The files of a paid order, for those who have the link to the order: the PDF of its tickets and a calendar file per event.
 * The files contain ticket codes, so nobody may store them on the way or list them.
 */
import type { ShopContext } from '../context.ts'
import { findTicketedOrders } from '../db/order.ts'
import { disclosedTickets } from '../domain/orders/order-disclosure.ts'
import { eventFile, type OrderFile, type TicketMail, ticketFile } from '../mail/ticket-parts.ts'
import { knownOrder } from '../services/order-access.ts'
import { isUnlocked } from './access.ts'
import { shopOfApi } from './api-shop.ts'
import type { EdgeContext } from './edge-context.ts'
import { localeOf, readEdge, shopContext } from './shop-context.ts'
import { mayRead, READ_TRIES_SECONDS } from './uncached-reads.ts'

const PRIVATE = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
}

/** Serves `tickets.pdf`, or `ID.ics` for the event with that id. */
export async function serveOrderFile(http: EdgeContext): Promise<Response> {
  http.set('hasSecretAddress', true)
  const edge = await readEdge(http)
  const { slug = '', order = '', reference = '', file = '' } = http.req.param() as Record<string, string>
  const shopPath = edge.failed ? null : shopOfApi(edge, new URL(http.req.url), slug)
  if (!shopPath || !(await isUnlocked(http, shopPath.shop))) return notFound()
  const context = shopContext(http, edge, shopPath, localeOf(http, shopPath.shop))
  if (!(await mayRead(http.env, context))) {
    return new Response(null, { status: 429, headers: { ...PRIVATE, 'retry-after': String(READ_TRIES_SECONDS) } })
  }
  const tickets = await ticketsOf(context, order, reference)
  const found = tickets && (await fileOf(tickets, file))
  if (!found) return notFound()
  return new Response(new Uint8Array(found.bytes), {
    headers: {
      ...PRIVATE,
      'content-type': found.type,
      'content-disposition': `attachment; filename="${found.filename.replace(/[^\w.-]/g, '_')}"`,
    },
  })
}

async function ticketsOf(context: ShopContext, orderId: string, reference: string): Promise<TicketMail | null> {
  const known = await knownOrder(context, orderId, reference)
  const whole = known && (await findTicketedOrders(context.db, [known.order.id])).get(known.order.id)
  if (!whole) return null
  const shop = context.shops.find(({ id }) => id === whole.order.shopId) ?? context.shop
  return {
    ...whole,
    tickets: disclosedTickets(whole.order, whole.tickets, context.now),
    shopName: shop.name,
    base: `${context.origin}${context.basePath}`,
    now: context.now,
  }
}

async function fileOf(tickets: TicketMail, name: string): Promise<OrderFile | null> {
  if (name === 'tickets.pdf') return ticketFile(tickets)
  return name.endsWith('.ics') ? eventFile(tickets, name.slice(0, -'.ics'.length)) : null
}

function notFound(): Response {
  return new Response('Not found', { status: 404, headers: PRIVATE })
}

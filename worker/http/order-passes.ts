/**
 * Gives a ticket's pass to those who have the link to its order: a file for Apple Wallet, or the way to Google's page. People
 * open these addresses from mails, so a refusal is a page and not a bare status.
 */
import { isId } from '../../schema/ids.ts'
import type { Locale } from '../../schema/locale.ts'
import { orderLink } from '../../schema/order-path.ts'
import type { ShopContext } from '../context.ts'
import { findTicketedOrders } from '../db/order.ts'
import { shipmentOf } from '../db/shipment.ts'
import { noteGooglePass } from '../db/wallet-pass.ts'
import { disclosedOrder, disclosedWithKeyUntil } from '../domain/orders/order-disclosure.ts'
import { escapeHtml } from '../domain/text/escape-html.ts'
import { googleSaveAddress, putGoogle } from '../integrations/google-wallet.ts'
import { WalletOutage } from '../integrations/wallet-outage.ts'
import { googleSettings, type Wallet } from '../integrations/wallet-settings.ts'
import { googleClass, googleObject } from '../mail/google-pass.ts'
import { passBrand } from '../mail/pass-content.ts'
import { log } from '../services/log.ts'
import { knownOrder, orderWithKey } from '../services/order-access.ts'
import { ShopError } from '../services/shop-error.ts'
import { issuePass, type PassSubject } from '../services/wallet-pass.ts'
import { applePass, publicOrigin } from './apple-wallet.ts'
import type { EdgeContext } from './edge-context.ts'
import { fileRequest, PRIVATE } from './order-files.ts'
import { plainPage } from './plain-page.ts'
import { mayRead, READ_TRIES_SECONDS } from './uncached-reads.ts'

type Refusal = 'missing' | 'busy' | 'outage'

const STATUS: Record<Refusal, 404 | 429 | 503> = { missing: 404, busy: 429, outage: 503 }

const TEXTS = {
  de: {
    missing: {
      title: 'Diesen Pass gibt es nicht',
      text: 'Das Ticket wurde zurückgegeben, hat einen neuen Namen bekommen, oder der Link ist unvollständig. Was jetzt gilt, steht auf der Seite deiner Bestellung. Den Link dorthin findest du in unserer letzten Mail.',
    },
    busy: {
      title: 'Einen Moment bitte',
      text: 'Aus deinem Netz kommen gerade sehr viele Anfragen. Warte bitte eine Minute und lade die Seite dann neu.',
    },
    outage: {
      title: 'Google Wallet antwortet gerade nicht',
      text: 'Dein Ticket ist sicher bei uns. Lade die Seite in einer Minute neu, oder zeig am Einlass den Code aus der Mail.',
    },
  },
  en: {
    missing: {
      title: 'There is no such pass',
      text: 'The ticket has been returned, has a new name on it, or the link is incomplete. The page of your order shows what is valid now. Our latest e-mail links to it.',
    },
    busy: {
      title: 'One moment, please',
      text: 'A lot of requests are coming from your network right now. Please wait a minute, then reload the page.',
    },
    outage: {
      title: 'Google Wallet is not answering right now',
      text: 'Your ticket is safe with us. Reload this page in a minute, or show the code from the e-mail at the entrance.',
    },
  },
} satisfies Record<Locale, Record<Refusal, { title: string; text: string }>>

/** Serves `TICKET.pkpass`, or redirects to Google's page for `TICKET.google`. */
export async function serveOrderPass(http: EdgeContext): Promise<Response> {
  const { context, isOpen, params } = await fileRequest(http)
  if (!context) return new Response('Not found', { status: 404, headers: PRIVATE })
  const { order: orderId, key } = params
  if (!isOpen) {
    // The page of the order asks for the shop's password. The pages of the checkout are behind the same password.
    return key === '' ? refusal(http, context, 'missing') : redirect(`${context.basePath}${orderLink(orderId, key)}`)
  }
  if (!(await mayRead(http.env, context))) return refusal(http, context, 'busy')
  try {
    const [, ticketId, kind] = /^([^.]+)\.(pkpass|google)$/.exec(params.file) ?? []
    const wallet: Wallet = kind === 'google' ? 'google' : 'apple'
    const subject = isId('ticket', ticketId) ? await openedPass(context, params, ticketId, wallet) : null
    if (!subject) return refusal(http, context, 'missing')
    if (http.req.method === 'HEAD') return new Response(null, { headers: PRIVATE })
    return wallet === 'google' ? await toGoogle(context, subject) : await applePass(context, subject, context.shops)
  } catch (error) {
    if (error instanceof ShopError && error.code === 'TOO_MANY_REQUESTS') return refusal(http, context, 'busy')
    if (!(error instanceof WalletOutage)) throw error
    log('warn', 'pass not saved', { order: orderId, error: error.message })
    return refusal(http, context, 'outage')
  }
}

/** A pass names the ticket's holder, so a link gives passes only while it shows names. */
async function openedPass(
  context: ShopContext,
  { order: orderId, key, reference }: { order: string; key: string; reference: string },
  ticketId: string,
  wallet: Wallet,
): Promise<PassSubject | null> {
  const { db, now } = context
  const known = key === '' ? await knownOrder(context, orderId, reference) : await orderWithKey(context, orderId, key)
  const whole = known && (await findTicketedOrders(db, [known.order.id])).get(known.order.id)
  if (!whole) return null
  const until =
    key === ''
      ? undefined
      : disclosedWithKeyUntil(
          whole.order,
          whole.events.values(),
          (await shipmentOf(db, whole.order))?.shippedAt ?? null,
        )
  return disclosedOrder(whole.order, now, until).isDisclosed ? issuePass(context, whole, ticketId, wallet) : null
}

async function toGoogle(context: ShopContext, subject: PassSubject): Promise<Response> {
  const { env, db, now, origin, shops } = context
  const settings = googleSettings(env)
  if (!settings) throw new Error('Google Wallet is not configured')
  const object = googleObject({ settings, subject })
  await noteGooglePass(db, subject.pass.id, now)
  const main = publicOrigin(env, origin)
  await putGoogle(
    settings,
    'eventTicketClass',
    googleClass({ settings, subject, brand: passBrand(subject, shops) }, main),
    now,
  )
  await putGoogle(settings, 'eventTicketObject', object, now)
  return redirect(await googleSaveAddress(settings, object, origin, now))
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { ...PRIVATE, location } })
}

async function refusal({ env }: EdgeContext, { shop, locale }: ShopContext, kind: Refusal): Promise<Response> {
  const { title, text } = TEXTS[locale][kind]
  const body = await plainPage(env, shop, locale, title, `<p>${escapeHtml(text)}</p>`)
  return new Response(body, {
    status: STATUS[kind],
    headers: {
      ...PRIVATE,
      'content-type': 'text/html; charset=utf-8',
      ...(kind === 'missing' ? {} : { 'retry-after': String(READ_TRIES_SECONDS) }),
    },
  })
}

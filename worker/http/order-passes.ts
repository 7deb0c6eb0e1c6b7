/**
 * Gives a ticket's pass to those who have the link to its order, and to a holder who got the ticket by a change of the name: a
 * file for Apple Wallet, or the way to Google's page. People open these addresses from mails, so a refusal is a page and not a
 * bare status.
 */
import { isId } from '../../schema/ids.ts'
import type { Locale } from '../../schema/locale.ts'
import type { ShopContext } from '../context.ts'
import { findTicketedOrders } from '../db/order.ts'
import { shipmentOf } from '../db/shipment.ts'
import { noteGooglePass } from '../db/wallet-pass.ts'
import { disclosedOrder, disclosedWithKeyUntil } from '../domain/orders/order-disclosure.ts'
import { escapeHtml } from '../domain/text/escape-html.ts'
import { passIsVoid } from '../domain/tickets/wallet-pass.ts'
import { googleSaveAddress, putGoogle } from '../integrations/google-wallet.ts'
import { WalletOutage } from '../integrations/wallet-outage.ts'
import { googleSettings, type Wallet } from '../integrations/wallet-settings.ts'
import { googleClass, googleObject } from '../mail/google-pass.ts'
import { passBrand } from '../mail/pass-content.ts'
import { log } from '../services/log.ts'
import { knownOrder, orderWithKey } from '../services/order-access.ts'
import { ShopError } from '../services/shop-error.ts'
import { findSubject, issuePass, type PassSubject, passWithToken, walletsFor } from '../services/wallet-pass.ts'
import { applePass, publicOrigin } from './apple-wallet.ts'
import type { EdgeContext } from './edge-context.ts'
import { fileRequest, PRIVATE } from './order-files.ts'
import { plainPage } from './plain-page.ts'
import { mayRead, READ_TRIES_SECONDS } from './uncached-reads.ts'

type Refusal = 'missing' | 'gone' | 'busy' | 'outage'

const STATUS: Record<Refusal, 404 | 429 | 503> = { missing: 404, gone: 404, busy: 429, outage: 503 }

const TEXTS = {
  de: {
    missing: {
      title: 'Diesen Pass gibt es nicht',
      text: 'Das Ticket wurde zurückgegeben, hat einen neuen Namen bekommen, oder der Link ist unvollständig. Was jetzt gilt, steht auf der Seite deiner Bestellung. Den Link dorthin findest du in unserer letzten Mail.',
    },
    gone: {
      title: 'Diesen Pass gibt es nicht',
      text: 'Das Ticket wurde zurückgegeben, hat einen anderen Namen bekommen, oder der Link ist unvollständig. Frag am besten die Person, von der du das Ticket hast.',
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
      text: 'The ticket has been returned, has a new name on it, or the link is incomplete. The page of your order shows what is valid now. Our latest email links to it.',
    },
    gone: {
      title: 'There is no such pass',
      text: 'The ticket has been returned, has another name on it, or the link is incomplete. Please ask the person who gave you the ticket.',
    },
    busy: {
      title: 'One moment, please',
      text: 'A lot of requests are coming from your network right now. Please wait a minute, then reload the page.',
    },
    outage: {
      title: 'Google Wallet is not answering right now',
      text: 'Your ticket is safe with us. Reload this page in a minute, or show the code from the email at the door.',
    },
  },
} satisfies Record<Locale, Record<Refusal, { title: string; text: string }>>

const TO_GOOGLE = {
  de: {
    title: 'Zu Google Wallet hinzufügen',
    text: 'Google bekommt dafür den Namen auf dem Ticket, den Platz und den Code für den Einlass.',
    button: 'Weiter zu Google Wallet',
  },
  en: {
    title: 'Add to Google Wallet',
    text: 'Google gets the name on the ticket, the seat and the code for the entrance.',
    button: 'Continue to Google Wallet',
  },
} satisfies Record<Locale, { title: string; text: string; button: string }>

/**
 * Serves the pass of one ticket for its holder: `TOKEN.pkpass`, or a page for `TOKEN.google` whose link leads to Google. The
 * link of the mail itself does not, because programs that check mails open all its links, and Google must not receive a name
 * before the fan wants that.
 */
export async function serveHolderPass(http: EdgeContext): Promise<Response> {
  const { context, params } = await fileRequest(http)
  if (!context) return new Response('Not found', { status: 404, headers: PRIVATE })
  const { env, shop, locale, shops } = context
  if (!(await mayRead(env, context))) return refusal(http, context, 'busy')
  const [, token = '', kind] = /^(\w{1,64})\.(pkpass|google)$/.exec(params.file) ?? []
  const wallet: Wallet = kind === 'google' ? 'google' : 'apple'
  const subject = await heldPass(context, http.req.param('pass') ?? '', token, wallet)
  if (!subject) return refusal(http, context, 'gone')
  if (http.req.method === 'HEAD') return new Response(null, { headers: PRIVATE })
  if (wallet === 'apple') return applePass(context, subject, shops)
  if (http.req.query('save') === '1') return openGoogle(http, context, subject)
  const { title, text, button } = TO_GOOGLE[locale]
  const content = `<p>${escapeHtml(text)}</p><p><a class="locked-button" href="?save=1&amp;lang=${locale}">${escapeHtml(button)}</a></p>`
  return page(await plainPage(env, shop, locale, title, content))
}

/** Returns the pass if the token is right, and if the ticket still has the code for which the pass was issued. */
async function heldPass(
  { env, db, now }: ShopContext,
  passId: string,
  token: string,
  wallet: Wallet,
): Promise<PassSubject | null> {
  const pass = isId('walletPass', passId) ? await passWithToken(db, passId, token) : null
  const subject = pass && (await findSubject(db, pass))
  if (!subject || passIsVoid(subject)) return null
  return walletsFor(env, subject.order, subject.ticket, subject.event, now).includes(wallet) ? subject : null
}

/** Serves `TICKET.pkpass`, or redirects to Google's page for `TICKET.google`. */
export async function serveOrderPass(http: EdgeContext): Promise<Response> {
  const { context, params } = await fileRequest(http)
  if (!context) return new Response('Not found', { status: 404, headers: PRIVATE })
  if (!(await mayRead(http.env, context))) return refusal(http, context, 'busy')
  try {
    const [, ticketId, kind] = /^([^.]+)\.(pkpass|google)$/.exec(params.file) ?? []
    const wallet: Wallet = kind === 'google' ? 'google' : 'apple'
    const subject = isId('ticket', ticketId) ? await openedPass(context, params, ticketId, wallet) : null
    if (!subject) return refusal(http, context, 'missing')
    if (http.req.method === 'HEAD') return new Response(null, { headers: PRIVATE })
    return wallet === 'google'
      ? await openGoogle(http, context, subject)
      : await applePass(context, subject, context.shops)
  } catch (error) {
    if (error instanceof ShopError && error.code === 'TOO_MANY_REQUESTS') return refusal(http, context, 'busy')
    throw error
  }
}

async function openGoogle(http: EdgeContext, context: ShopContext, subject: PassSubject): Promise<Response> {
  try {
    return await toGoogle(context, subject)
  } catch (error) {
    if (!(error instanceof WalletOutage)) throw error
    log('warn', 'pass not saved', { order: subject.order.id, error: error.message })
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
  const isForGood = kind === 'missing' || kind === 'gone'
  return page(body, STATUS[kind], isForGood ? {} : { 'retry-after': String(READ_TRIES_SECONDS) })
}

function page(body: string, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { ...PRIVATE, 'content-type': 'text/html; charset=utf-8', ...headers } })
}

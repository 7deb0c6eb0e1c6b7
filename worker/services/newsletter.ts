/**
 * Newsletter sign-up, by the form or by the boxes of an order. An outside provider stores the lists, and asks the fan by mail
 * to confirm. The shop passes the address on and does not log it. Repeated sign-ups are harmless, because the provider
 * recognises them.
 */
import { createHash } from 'node:crypto'
import { DAY } from '../../schema/limits.ts'
import { isNewsletterAddress, isNewsletterList, type NewsletterList } from '../../schema/newsletter.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import type { ShopContext } from '../context.ts'
import { openDatabase } from '../db/database.ts'
import { findBuyer } from '../db/order.ts'
import { loadCatalogueVersion, loadShops } from '../db/shop.ts'
import { hasSignedUpSince, noteSubscriber } from '../db/subscriber.ts'
import type { Env } from '../env.ts'
import { type ListAnswer, subscribeToList } from '../integrations/newsletter.ts'
import { log } from './log.ts'
import { ShopError } from './shop-error.ts'

type Signup = { email: string; acceptsTerms: boolean; lists: string[] }

/**
 * Throws BAD_INPUT, TERMS_NOT_ACCEPTED, NOT_FOUND (if the shop has no such list), TOO_MANY_REQUESTS, ALREADY_SUBSCRIBED,
 * NEWSLETTER_FAILED.
 */
export async function subscribeNewsletter(context: ShopContext, signup: Signup): Promise<void> {
  const email = signup.email.trim()
  if (!isNewsletterAddress(email)) throw new ShopError('BAD_INPUT', { field: 'email', expected: 'an email address' })
  if (!signup.acceptsTerms) throw new ShopError('TERMS_NOT_ACCEPTED', {})
  const urls = [...new Set(signup.lists)].map((list) => requireList(context, list))
  if (urls.length === 0) throw new ShopError('NOT_FOUND', { what: 'newsletter' })
  await limitSignups(context, email)
  const answers = await Promise.all(urls.map((url) => subscribeToList(context.env, url, email, context.locale)))
  for (const [index, answer] of answers.entries()) note(context, urls[index] ?? '', answer)
  if (answers.some(({ kind }) => kind === 'too_many')) throw new ShopError('TOO_MANY_REQUESTS', {})
  if (answers.some(({ kind }) => kind === 'failed')) throw new ShopError('NEWSLETTER_FAILED', {})
  // A fan who was already on one list and signed up for the other has succeeded.
  if (answers.every(({ kind }) => kind === 'already')) throw new ShopError('ALREADY_SUBSCRIBED', {})
}

function requireList({ shop }: ShopContext, list: string): string {
  const url = listUrl(shop, list)
  if (url === undefined) throw new ShopError('NOT_FOUND', { what: 'newsletter' })
  return url
}

function listUrl({ meta }: Pick<ShopRow, 'meta'>, list: string): string | undefined {
  const urls: Record<NewsletterList, string | undefined> = {
    main: meta.newsletter_url,
    tickets: meta.newsletter_tickets_url,
  }
  return isNewsletterList(list) ? urls[list] : undefined
}

/** The outcome of a sign-up that the outbox tries again. The message contains no personal data. */
class ListRefusal extends Error {}

/**
 * Signs the buyer of an order up for a list of the order's shop. `wish` begins with the list's name. Safe to repeat: the row of a completed sign-up prevents
 * another one, and if that row was not written, the list recognises the address. A buyer who orders several times a day
 * gets one request for confirmation. Does nothing if the shop no longer has the list, or if the order's address has been
 * deleted. Throws if the list is unreachable or refuses.
 */
export async function subscribeBuyer(env: Env, orderId: string, wish: string, now: number): Promise<void> {
  const [list = ''] = wish.split(' ')
  const db = openDatabase(env.DB)
  const order = await findBuyer(db, orderId)
  if (!order || order.email === '' || !isNewsletterList(list)) return
  const shops = await loadShops(db, await loadCatalogueVersion(db, now))
  const shop = shops.find(({ id }) => id === order.shopId)
  const url = shop && listUrl(shop, list)
  if (url === undefined) return
  const subscriber = { shopId: order.shopId, list, email: order.email.toLowerCase() }
  if (await hasSignedUpSince(db, subscriber, order.placedAt - DAY)) return
  const answer = await subscribeToList(env, url, order.email, order.locale)
  if (answer.kind === 'failed') throw new ListRefusal(`${new URL(url).host}: ${answer.reason}`)
  if (answer.kind === 'too_many') throw new ListRefusal(`${new URL(url).host}: too many sign-ups`)
  await noteSubscriber(db, { ...subscriber, locale: order.locale, acceptedAt: order.placedAt }, now)
}

/** Limits sign-ups by network, so that nobody signs up hundreds of addresses, and by address, so that no fan is flooded. */
async function limitSignups({ env, network }: ShopContext, email: string): Promise<void> {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32)
  const verdicts = await Promise.all(
    [`network/${network}`, `address/${hash}`].map((key) => env.NEWSLETTER_TRIES.limit({ key })),
  )
  if (verdicts.some(({ success }) => !success)) throw new ShopError('TOO_MANY_REQUESTS', {})
}

function note({ shop, requestId }: ShopContext, url: string, answer: ListAnswer): void {
  if (answer.kind !== 'failed') return
  log('warn', 'newsletter list failed', { requestId, shop: shop.slug, host: new URL(url).host, reason: answer.reason })
}

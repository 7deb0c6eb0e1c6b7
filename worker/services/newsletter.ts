/**
 * Newsletter sign-up. An outside provider stores the lists. The shop validates the address, limits attempts and passes the
 * address on, but neither stores nor logs it. Repeated sign-ups are harmless, because the provider recognises them.
 */
import { createHash } from 'node:crypto'
import { isNewsletterAddress, isNewsletterList, type NewsletterList } from '../../schema/newsletter.ts'
import type { ShopContext } from '../context.ts'
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
  if (!isNewsletterAddress(email)) throw new ShopError('BAD_INPUT', { field: 'email', expected: 'an e-mail address' })
  if (!signup.acceptsTerms) throw new ShopError('TERMS_NOT_ACCEPTED', {})
  const urls = [...new Set(signup.lists)].map((list) => listUrl(context, list))
  if (urls.length === 0) throw new ShopError('NOT_FOUND', { what: 'newsletter' })
  await limitSignups(context, email)
  const answers = await Promise.all(urls.map((url) => subscribeToList(context.env, url, email, context.locale)))
  for (const [index, answer] of answers.entries()) note(context, urls[index] ?? '', answer)
  if (answers.some(({ kind }) => kind === 'too_many')) throw new ShopError('TOO_MANY_REQUESTS', {})
  if (answers.some(({ kind }) => kind === 'failed')) throw new ShopError('NEWSLETTER_FAILED', {})
  // A fan who was already on one list and signed up for the other has succeeded.
  if (answers.every(({ kind }) => kind === 'already')) throw new ShopError('ALREADY_SUBSCRIBED', {})
}

function listUrl({ shop }: ShopContext, list: string): string {
  const urls: Record<NewsletterList, string | undefined> = {
    main: shop.meta.newsletter_url,
    tickets: shop.meta.newsletter_tickets_url,
  }
  const url = isNewsletterList(list) ? urls[list] : undefined
  if (url === undefined) throw new ShopError('NOT_FOUND', { what: 'newsletter' })
  return url
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

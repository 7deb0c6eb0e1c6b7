/**
 * Limits how often a network may request content that no cache tier has. Popular content is cached, so visitors rarely
 * reach this limit. A client that invents addresses would cause a database read with each request.
 */
import type { Locale } from '../../schema/locale.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import type { Env } from '../env.ts'
import { type Networks, networksOf } from '../services/client-network.ts'
import { isWithinBoth } from '../services/rate-limit.ts'
import type { EdgeContext } from './edge-context.ts'
import { plainPage } from './plain-page.ts'

/** The period of the rate limit `UNCACHED_READS` in wrangler.toml. */
export const READ_TRIES_SECONDS = 60

const TEXTS = {
  de: {
    title: 'Einen Moment bitte',
    lead: 'Aus deinem Netz kommen gerade sehr viele Anfragen. Warte bitte eine Minute und lade die Seite dann neu.',
  },
  en: {
    title: 'One moment, please',
    lead: 'A lot of requests are coming from your network right now. Please wait a minute, then reload the page.',
  },
} satisfies Record<Locale, Record<string, string>>

export function mayRead(
  env: Pick<Env, 'UNCACHED_READS' | 'UNCACHED_READS_WIDE'>,
  networks: Networks,
): Promise<boolean> {
  return isWithinBoth(env.UNCACHED_READS, env.UNCACHED_READS_WIDE, networks)
}

/** Like `mayRead`, for code that has the request but no shop context yet. */
export function mayReadFrom({ env, req }: EdgeContext): Promise<boolean> {
  return mayRead(env, networksOf(req.header('cf-connecting-ip')))
}

export async function serveTooManyReads(http: EdgeContext, shop: ShopRow, locale: Locale): Promise<Response> {
  const { title, lead } = TEXTS[locale]
  return http.body(await plainPage(http.env, shop, locale, title, `<p>${lead}</p>`), 429, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': String(READ_TRIES_SECONDS),
  })
}

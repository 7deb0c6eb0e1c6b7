/**
 * The answer to a request that failed for a reason that nothing else handles (ERR-01). A fan gets a page in the shop's design
 * that offers to try again, and names the id under which the log has the fault. All other requests get the id as text.
 */
import type { Locale } from '../../schema/locale.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import { shopOfRequest } from '../domain/catalogue/shop-host.ts'
import { escapeHtml } from '../domain/text/escape-html.ts'
import { log, reasonOf } from '../services/log.ts'
import type { EdgeContext } from './edge-context.ts'
import { wantedLocale } from './locale.ts'
import { loggedPath } from './logged-path.ts'
import { plainPage } from './plain-page.ts'
import { readEdge } from './shop-context.ts'

const TEXTS = {
  de: {
    title: 'Das lag an uns',
    lead: 'Diese Seite ließ sich gerade nicht laden. Versuch es bitte gleich noch einmal. Wenn du gerade bestellt hast: Sobald eine Mail von uns da ist, ist deine Bestellung gespeichert.',
    retry: 'Noch einmal versuchen',
    home: 'Zur Startseite',
    id: 'Fehlernummer',
  },
  en: {
    title: 'That was our fault',
    lead: 'This page could not be loaded just now. Please try again in a moment. If you have just placed an order, it is saved as soon as you get an email from us.',
    retry: 'Try again',
    home: 'Go to the home page',
    id: 'Error number',
  },
} satisfies Record<Locale, Record<string, string>>

export async function answerFault(http: EdgeContext, error: unknown): Promise<Response> {
  const requestId = crypto.randomUUID()
  const path = loggedPath(new URL(http.req.url).pathname)
  log('error', 'request failed', { requestId, path, error: reasonOf(error) })
  const page = isForFan(http) ? await pageOf(http, requestId) : null
  if (page === null) return http.text(`Internal error ${requestId}`, 500)
  return http.body(page, 500, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
}

function isForFan({ req }: EdgeContext): boolean {
  return req.method === 'GET' && (req.header('accept')?.includes('text/html') ?? false)
}

/** Returns null if the page itself fails, because its shop or its stylesheet cannot be read. */
async function pageOf(http: EdgeContext, requestId: string): Promise<string | null> {
  try {
    const url = new URL(http.req.url)
    const found = shopOfRequest<ShopRow>(url, (await readEdge(http)).shops)
    if (found.kind !== 'shop') return null
    const { shop, basePath } = found
    const locale = wantedLocale(http.req.raw) ?? shop.defaultLocale
    const { title, lead, retry, home, id } = TEXTS[locale]
    // A link that begins with two slashes would lead to another host.
    const again = escapeHtml(url.pathname.replace(/^\/+/, '/') + url.search)
    return await plainPage(
      http.env,
      shop,
      locale,
      title,
      `<p>${lead}</p><a class="locked-button" href="${again}">${retry}</a><p class="locked-foot"><a href="${escapeHtml(`${basePath}/`)}">${home}</a></p><dl><dt>${id}</dt><dd>${requestId}</dd></dl>`,
    )
  } catch (error) {
    log('error', 'fault page failed', { requestId, error: reasonOf(error) })
    return null
  }
}

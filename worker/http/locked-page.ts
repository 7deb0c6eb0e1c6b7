/**
 * The gate of a protected shop: one small page without scripts, in the shop's design, that reveals only the shop's name. The
 * artwork on it is made from the name. The page links to the other language, the imprint and the privacy policy. A code comes
 * from the page's form or from the query string, as in newsletter links. After a right or a wrong code, the visitor is
 * redirected to the requested address without the code. After too many attempts, the answer is 429.
 */
import { CODE_TRIES_SECONDS } from '../../schema/limits.ts'
import type { Locale } from '../../schema/locale.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import { mainShopOf, shopAddress } from '../domain/catalogue/shop-host.ts'
import { escapeHtml } from '../domain/text/escape-html.ts'
import { tryCode } from './access.ts'
import { readText } from './body.ts'
import type { EdgeContext } from './edge-context.ts'
import { plainPage } from './plain-page.ts'
import { readEdge } from './shop-context.ts'

/** The maximum length of the submitted form, in bytes. */
const LARGEST_FORM = 4096

const LANGUAGES: Record<Locale, string> = { de: 'Deutsch', en: 'English' }

const TEXTS = {
  de: {
    title: 'Nur mit Code',
    lead: 'Dieser Shop ist noch nicht für alle offen. Du hast einen Zugangscode? Dann komm rein.',
    label: 'Zugangscode',
    button: 'Öffnen',
    imprint: 'Impressum',
    privacy: 'Datenschutz',
    wrong: 'Dieser Code passt nicht. Prüf bitte die Schreibweise.',
    tooMany: 'Das waren zu viele Versuche. Warte bitte eine Minute, dann kannst du es noch einmal versuchen.',
  },
  en: {
    title: 'By code only',
    lead: 'This shop is not open to everyone yet. Got an access code? Come on in.',
    label: 'Access code',
    button: 'Open',
    imprint: 'Legal notice',
    privacy: 'Privacy policy',
    wrong: 'That code isn’t right. Please check it for typos.',
    tooMany: 'Too many attempts. Please wait a minute, then try again.',
  },
} satisfies Record<Locale, Record<string, string>>

export async function serveLockedPage(http: EdgeContext, shop: ShopRow, locale: Locale): Promise<Response> {
  const url = new URL(http.req.url)
  const code = await codeOf(http, url)
  if (code === null) return lockedPage(http, shop, locale, url.searchParams.has('prompt_error') ? 'wrong' : null, 401)
  const answer = await tryCode(http, 'access', shop, code)
  if (answer === 'too many') return lockedPage(http, shop, locale, 'tooMany', 429)
  const location = withoutCode(url)
  if (answer === 'wrong') location.searchParams.set('prompt_error', '1')
  return http.redirect(`${location.pathname}${location.search}`, 303)
}

/**
 * Returns the address without the code and `prompt_error`, or null if the address contains neither. A visitor who has already
 * opened the shop is redirected to this shorter address.
 */
export function addressWithoutCode(url: URL): string | null {
  if (!url.searchParams.has('code') && !url.searchParams.has('prompt_error')) return null
  const { pathname, search } = withoutCode(url)
  return `${pathname}${search}`
}

function withoutCode(url: URL): URL {
  const bare = new URL(url)
  bare.searchParams.delete('code')
  bare.searchParams.delete('prompt_error')
  return bare
}

async function lockedPage(
  http: EdgeContext,
  shop: ShopRow,
  locale: Locale,
  fault: 'wrong' | 'tooMany' | null,
  status: 401 | 429,
): Promise<Response> {
  const text = TEXTS[locale]
  const { pathname, search } = withoutCode(new URL(http.req.url))
  const described = fault ? ' aria-invalid="true" aria-describedby="fault"' : ''
  const alert = fault ? `<p id="fault" role="alert">${escapeHtml(text[fault])}</p>` : ''
  const form = `<p>${escapeHtml(text.lead)}</p><form method="post" action="${escapeHtml(pathname + search)}"><label for="code">${escapeHtml(text.label)}</label><input id="code" name="code" type="password" autocomplete="current-password" required maxlength="100"${described}>${alert}<button type="submit">${escapeHtml(text.button)}</button></form>`
  const page = await plainPage(http.env, shop, locale, text.title, form + (await footOf(http, locale)), {
    hasArtwork: true,
  })
  return http.body(page, status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    ...(status === 429 ? { 'retry-after': String(CODE_TRIES_SECONDS) } : {}),
  })
}

/**
 * Links to the page in the other language, and to the imprint and the privacy policy, which the main shop shows without a code
 * (§ 5 DDG, Art. 13 GDPR).
 */
async function footOf(http: EdgeContext, locale: Locale): Promise<string> {
  const url = new URL(http.req.url)
  const { shops } = await readEdge(http)
  const main = mainShopOf(shops)
  const other: Locale = locale === 'de' ? 'en' : 'de'
  const there = withoutCode(url)
  there.searchParams.set('lang', other)
  const legalLink = (path: string, text: string) =>
    main ? [`<a href="${escapeHtml(`${shopAddress(main, shops, url)}${path}?lang=${locale}`)}">${text}</a>`] : []
  const links = [
    `<a href="${escapeHtml(there.pathname + there.search)}" lang="${other}" hreflang="${other}">${LANGUAGES[other]}</a>`,
    ...legalLink('/contact', TEXTS[locale].imprint),
    ...legalLink('/datapolicy', TEXTS[locale].privacy),
  ]
  return `<p class="locked-foot">${links.join(' ')}</p>`
}

async function codeOf(http: EdgeContext, url: URL): Promise<string | null> {
  if (http.req.method === 'POST') {
    return new URLSearchParams((await readText(http.req.raw, LARGEST_FORM)) ?? '').get('code') ?? ''
  }
  return url.searchParams.get('code')
}

/**
 * The door of a shop behind a password: one small page without scripts, in the shop's design, that tells nothing but the
 * shop's name. A code may also come in the query string, as links in newsletters bring it.
 */
import type { Locale } from '../../schema/locale.ts'
import type { ShopRow } from '../context.ts'
import { unlock } from './access.ts'
import { escapeHtml, plainPage } from './plain-page.ts'
import type { EdgeContext } from './shop-context.ts'

const TEXTS = {
  de: {
    title: 'Nur mit Code',
    lead: 'Dieser Shop ist noch nicht für alle offen. Du hast einen Zugangscode? Dann komm rein.',
    label: 'Zugangscode',
    button: 'Öffnen',
    wrong: 'Dieser Code passt nicht. Prüf bitte die Schreibweise.',
  },
  en: {
    title: 'By code only',
    lead: 'This shop is not open to everyone yet. Got an access code? Come on in.',
    label: 'Access code',
    button: 'Open',
    wrong: 'That code does not fit. Please check the spelling.',
  },
} satisfies Record<Locale, Record<string, string>>

export async function serveLockedPage(
  http: EdgeContext,
  shop: ShopRow,
  basePath: string,
  locale: Locale,
): Promise<Response> {
  const url = new URL(http.req.url)
  const code = await codeOf(http, url)
  if (code !== null) {
    const fits = await unlock(http, shop, code)
    url.searchParams.delete('code')
    url.searchParams.delete('prompt_error')
    if (!fits) url.searchParams.set('prompt_error', '1')
    return http.redirect(`${url.pathname}${url.search}`, 303)
  }
  const text = TEXTS[locale]
  const wrong = url.searchParams.has('prompt_error')
  const form = `<p>${escapeHtml(text.lead)}</p><form method="post" action="${escapeHtml(basePath)}/"><label for="code">${escapeHtml(text.label)}</label><input id="code" name="code" type="password" autocomplete="current-password" required maxlength="100"${wrong ? ' aria-invalid="true" aria-describedby="wrong"' : ''}>${wrong ? `<p id="wrong" role="alert">${escapeHtml(text.wrong)}</p>` : ''}<button type="submit">${escapeHtml(text.button)}</button></form>`
  const page = await plainPage(http.env, shop, locale, text.title, form)
  return http.body(page, {
    status: 401,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

async function codeOf(http: EdgeContext, url: URL): Promise<string | null> {
  if (http.req.method === 'POST') {
    const form = await http.req.formData().catch(() => null)
    const code = form?.get('code')
    return typeof code === 'string' ? code : ''
  }
  return url.searchParams.get('code')
}

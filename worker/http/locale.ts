/** The language a request asks for. One rule for the page and for what keeps it, so that no answer is kept for another. */
import { parse } from 'hono/utils/cookie'
import { isLocale, type Locale } from '../../schema/locale.ts'

/** Stored choice, else `?lang=` (L10N-01); null leaves it to the shop. */
export function chosenLocale({ headers, url }: Request): Locale | null {
  const cookie = headers.get('cookie')
  const stored = cookie === null ? undefined : parse(cookie, 'locale').locale
  if (isLocale(stored)) return stored
  const query = url.indexOf('?')
  const asked = query < 0 ? null : new URLSearchParams(url.slice(query)).get('lang')
  return isLocale(asked) ? asked : null
}

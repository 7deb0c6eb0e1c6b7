/** The language of a request. Page and cache key share this rule, so that no answer is cached for another language. */
import { parse } from 'hono/utils/cookie'
import { isLocale, type Locale } from '../../schema/locale.ts'

/** The stored choice, else `?lang=` (L10N-01); null leaves the choice to the shop. */
export function chosenLocale({ headers, url }: Request): Locale | null {
  const cookie = headers.get('cookie')
  const stored = cookie === null ? undefined : parse(cookie, 'locale').locale
  if (isLocale(stored)) return stored
  const query = url.indexOf('?')
  const asked = query < 0 ? null : new URLSearchParams(url.slice(query)).get('lang')
  return isLocale(asked) ? asked : null
}

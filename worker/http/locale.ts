/**
 * The language of a request. Pages and their cache keys use the same rule, so that no cached page is sent in another
 * language.
 */
import { parse } from 'hono/utils/cookie'
import { isLocale, type Locale } from '../../schema/locale.ts'
import type { EdgeContext } from './edge-context.ts'

/** The language that a page's script names in its request. */
export function requestedLocale({ req }: EdgeContext): Locale | null {
  const asked = req.query('locale')
  return isLocale(asked) ? asked : null
}

/**
 * The language from the cookie, otherwise the one from `?lang=` (L10N-01). Returns null if neither names a language.
 * The shop's default language then applies.
 */
export function chosenLocale({ headers, url }: Request): Locale | null {
  const cookie = headers.get('cookie')
  const stored = cookie === null ? undefined : parse(cookie, 'locale').locale
  if (isLocale(stored)) return stored
  const query = url.indexOf('?')
  const asked = query < 0 ? null : new URLSearchParams(url.slice(query)).get('lang')
  return isLocale(asked) ? asked : null
}

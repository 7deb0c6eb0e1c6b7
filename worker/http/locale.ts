/**
 * The language of a request. Pages and their cache keys use the same rule, so that no cached page is sent in another
 * language.
 */
import { parse } from 'hono/utils/cookie'
import { isLocale, type Locale } from '../../schema/locale.ts'
import type { EdgeContext } from './edge-context.ts'

/** The longest `Accept-Language` that is read. Those of browsers are much shorter. */
const LONGEST_PREFERENCES = 300

/** The language that a page's script names in its request. */
export function requestedLocale({ req }: EdgeContext): Locale | null {
  const asked = req.query('locale')
  return isLocale(asked) ? asked : null
}

/**
 * The language of `?lang=`, otherwise the one that the visitor has chosen, otherwise the one that the browser prefers
 * (L10N-01). A link that names a language thus opens in it, even if the visitor has chosen another one before. Returns null
 * if none of them names a language of the shop. The shop's default language then applies.
 */
export function wantedLocale(request: Request): Locale | null {
  const { url } = request
  const query = url.indexOf('?')
  const asked = query < 0 ? null : new URLSearchParams(url.slice(query)).get('lang')
  return isLocale(asked) ? asked : (chosenLocale(request) ?? preferredLocale(request.headers.get('accept-language')))
}

/** The language that the visitor has chosen on this host. */
function chosenLocale({ headers }: Request): Locale | null {
  const cookie = headers.get('cookie')
  const stored = cookie === null ? undefined : parse(cookie, 'locale').locale
  return isLocale(stored) ? stored : null
}

/**
 * The language of the shop that the browser prefers most. Of languages with the same weight, the first counts. A weight of 0
 * excludes a language.
 */
export function preferredLocale(preferences: string | null): Locale | null {
  if (preferences === null || preferences.length > LONGEST_PREFERENCES) return null
  let best: { locale: Locale; weight: number } | null = null
  for (const preference of preferences.split(',')) {
    const [tag = '', ...parameters] = preference.split(';')
    const locale = tag.trim().toLowerCase().split('-')[0]
    if (!isLocale(locale)) continue
    const given = parameters.find((parameter) => parameter.trim().startsWith('q='))
    const weight = given === undefined ? 1 : Number(given.trim().slice(2))
    if (weight > (best?.weight ?? 0)) best = { locale, weight }
  }
  return best?.locale ?? null
}

/**
 * Cookies belong to one host. So the address of a redirect to another host gets the language that the visitor has chosen,
 * unless it names one.
 */
export function redirectInChosenLocale(location: string, request: Request): string {
  const chosen = chosenLocale(request)
  if (chosen === null || location.startsWith('/')) return location
  const target = new URL(location)
  if (!target.searchParams.has('lang')) target.searchParams.set('lang', chosen)
  return target.href
}

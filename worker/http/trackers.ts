/**
 * The addresses that receive statistics and error reports (CONS-01). A browser sends them only with the visitor's consent.
 * An address is the same for all visitors, so a page that contains it can be cached.
 */
import type { Trackers } from '../../schema/page-data.ts'
import type { Env } from '../env.ts'

type Settings = Pick<Env, 'ANALYTICS_URL' | 'ERROR_REPORT_URL' | 'ENVIRONMENT'>

export function trackersOf(env: Settings): Trackers {
  const isLocal = env.ENVIRONMENT === 'development'
  return {
    analyticsUrl: trackerAddress(env.ANALYTICS_URL, isLocal),
    errorUrl: trackerAddress(env.ERROR_REPORT_URL, isLocal),
  }
}

/** The origins of these addresses, other than the shop's own. The page's content security policy must allow them. */
export function trackerOrigins(env: Settings): string[] {
  const { analyticsUrl, errorUrl } = trackersOf(env)
  const origins = [analyticsUrl, errorUrl].flatMap((url) => (url?.startsWith('http') ? [new URL(url).origin] : []))
  return [...new Set(origins)]
}

/**
 * Returns null if `setting` is neither an https address nor a path of the shop's host. On a developer's machine
 * (`isLocal`), addresses with http are accepted too.
 */
export function trackerAddress(setting: string | undefined, isLocal: boolean): string | null {
  if (!setting) return null
  if (/^\/[\w./-]*$/.test(setting) && !setting.startsWith('//')) return setting
  const url = URL.parse(setting)
  if (!url) return null
  const isAllowed = url.protocol === 'https:' || (isLocal && url.protocol === 'http:')
  return isAllowed && url.username === '' && url.password === '' ? url.href : null
}

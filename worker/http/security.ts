/**
 * Sets the security headers of every answer. A page may load scripts and styles only from the shop's own files, and no site
 * may show it in a frame. Pages of the checkout also allow the scripts of the payment providers.
 */
import type { BrowserScript } from '../payments/method.ts'

/** The script and frame of the bot check's provider. */
const CHECK = 'https://challenges.cloudflare.com'

/**
 * With this header, a page names the hash of its style element. It is a part of the cached page, because a page that a former
 * deployment has cached contains the styles of that deployment. Browsers get the policy in place of the header.
 */
export const STYLE_HASH_HEADER = 'x-style-hash'

type PageNeeds = {
  /** The address of the page or file contains a secret. */
  hasSecretAddress: boolean
  /** The browser used https, so it is told to always use https. */
  secure: boolean
  /** The deployment has a bot check. */
  checksForBots: boolean
  /** The payment providers whose scripts the page may load. */
  payments: readonly Pick<BrowserScript, 'sources'>[]
  /** The storage's origin, if the page may upload to it. */
  uploadOrigin: string | null
  /** The origins to which a page may send statistics and error reports. */
  reportOrigins: readonly string[]
}

function contentPolicy(
  { checksForBots, payments, reportOrigins, uploadOrigin }: PageNeeds,
  styleHash: string | null,
): string {
  const check = checksForBots ? [CHECK] : []
  const of = (kind: keyof BrowserScript['sources']) => payments.flatMap(({ sources }) => sources[kind])
  const directives: [string, string[]][] = [
    ['default-src', ["'self'"]],
    ['script-src', ["'self'", ...check, ...of('script')]],
    ['style-src', ["'self'", ...(styleHash === null ? [] : [`'${styleHash}'`])]],
    ['img-src', ["'self'", 'data:', 'blob:', ...of('image')]],
    ['font-src', ["'self'"]],
    ['media-src', ["'self'"]],
    ['connect-src', ["'self'", ...reportOrigins, ...(uploadOrigin === null ? [] : [uploadOrigin]), ...of('connect')]],
    ['frame-src', [...check, 'https://www.youtube-nocookie.com', ...of('frame')]],
    ['object-src', ["'none'"]],
    ['base-uri', ["'none'"]],
    ['form-action', ["'self'"]],
    ['frame-ancestors', ["'none'"]],
  ]
  return directives.map(([name, sources]) => [name, ...new Set(sources)].join(' ')).join('; ')
}

/** Wallets open the browser's payment sheet from a frame of the provider, which needs the permission `payment`. */
function permissionsPolicy({ payments }: PageNeeds): string {
  const frames = new Set(payments.flatMap(({ sources }) => sources.frame))
  const payment = frames.size === 0 ? [] : [`payment=(self ${[...frames].map((frame) => `"${frame}"`).join(' ')})`]
  return ['camera=()', 'microphone=()', 'geolocation=()', ...payment].join(', ')
}

export function setSecurityHeaders(headers: Headers, needs: PageNeeds): void {
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', needs.hasSecretAddress ? 'no-referrer' : 'strict-origin-when-cross-origin')
  headers.set('permissions-policy', permissionsPolicy(needs))
  if (needs.secure) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
  if (headers.get('content-type')?.startsWith('text/html')) {
    headers.set('content-security-policy', contentPolicy(needs, headers.get(STYLE_HASH_HEADER)))
    headers.delete(STYLE_HASH_HEADER)
    // A wallet or a bank may open a window that reports its result to the page that opened it.
    headers.set('cross-origin-opener-policy', needs.payments.length > 0 ? 'same-origin-allow-popups' : 'same-origin')
  }
}

/**
 * Sets the security headers of every answer. A page may load scripts and styles only from the shop's own files, and no site
 * may show it in a frame.
 */

const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  'frame-src https://www.youtube-nocookie.com',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** If the deployment has a bot check, the script and frame of its provider are allowed too. */
const CHECK = 'https://challenges.cloudflare.com'
const POLICY_WITH_CHECK = CONTENT_SECURITY_POLICY.replace("script-src 'self'", `script-src 'self' ${CHECK}`).replace(
  'frame-src ',
  `frame-src ${CHECK} `,
)

/** `secure` means that the browser used https, so it is told to always use https. */
export function setSecurityHeaders(headers: Headers, secure: boolean, checksForBots: boolean): void {
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'strict-origin-when-cross-origin')
  headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=()')
  if (secure) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
  if (headers.get('content-type')?.startsWith('text/html')) {
    headers.set('content-security-policy', checksForBots ? POLICY_WITH_CHECK : CONTENT_SECURITY_POLICY)
    headers.set('cross-origin-opener-policy', 'same-origin')
  }
}

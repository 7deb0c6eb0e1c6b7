import { describe, expect, it } from 'vitest'
import { setSecurityHeaders } from '../../../worker/http/security.ts'

const page = { 'content-type': 'text/html; charset=utf-8' }
const sources = {
  script: ['https://js.provider.test'],
  connect: ['https://api.provider.test'],
  frame: ['https://js.provider.test', 'https://bank.provider.test'],
  image: ['https://img.provider.test'],
}
function headersOf(needs: Partial<Parameters<typeof setSecurityHeaders>[1]>): Headers {
  const headers = new Headers(page)
  setSecurityHeaders(headers, {
    secure: true,
    hasSecretAddress: false,
    checksForBots: false,
    payments: [],
    reportOrigins: [],
    uploadOrigin: null,
    ...needs,
  })
  return headers
}
const policyOf = (headers: Headers) =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split('; ').map((part) => {
      const [name = '', ...values] = part.split(' ')
      return [name, values]
    }),
  )

describe('security headers', () => {
  it('allow only the shop’s own scripts and connections on a page where nobody pays', () => {
    const headers = headersOf({})
    expect(policyOf(headers)).toMatchObject({
      'script-src': ["'self'"],
      'connect-src': ["'self'"],
      'frame-src': ['https://www.youtube-nocookie.com'],
      'frame-ancestors': ["'none'"],
    })
    expect(headers.get('permissions-policy')).not.toContain('payment')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  })

  it('PAY-03 allow the sources of the payment providers on a page of the checkout, and windows of banks', () => {
    const headers = headersOf({ payments: [{ sources }], checksForBots: true })
    expect(policyOf(headers)).toMatchObject({
      'script-src': ["'self'", 'https://challenges.cloudflare.com', 'https://js.provider.test'],
      'connect-src': ["'self'", 'https://api.provider.test'],
      'frame-src': [
        'https://challenges.cloudflare.com',
        'https://www.youtube-nocookie.com',
        'https://js.provider.test',
        'https://bank.provider.test',
      ],
      'img-src': ["'self'", 'data:', 'blob:', 'https://img.provider.test'],
      'style-src': ["'self'"],
    })
    expect(headers.get('permissions-policy')).toContain(
      'payment=(self "https://js.provider.test" "https://bank.provider.test")',
    )
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  })

  it('name each source once', () => {
    expect(policyOf(headersOf({ payments: [{ sources }, { sources }] }))['script-src']).toEqual([
      "'self'",
      'https://js.provider.test',
    ])
  })
})

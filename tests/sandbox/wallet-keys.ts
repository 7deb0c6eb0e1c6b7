/**
 * The keys and certificates that a shop gets from Apple's and Google's consoles. The sandbox creates its own on the first
 * request and stores them, so they are in no repository. `GET /wallet/settings.json` returns them as the worker's settings.
 */
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { newSigningPair, type WalletKeys } from './certificate.ts'
import type { Store } from './store.ts'

export const PASS_TYPE = 'pass.example.stagedoor.sandbox'
const TEAM = 'SANDBOXTEA'
const PUSH_KEY_ID = 'SANDBOXKEY'
/** The clock of a test may be this far ahead. */
export const CLOCK_SKEW_SECONDS = 600
export const ISSUER = '3388000000000000001'
export const ACCOUNT = 'stagedoor@sandbox.iam.gserviceaccount.example'

const pemOf = (key: ReturnType<typeof generateKeyPairSync>['privateKey']): string =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString()

export const walletKeys = (store: Store): WalletKeys => {
  const stored = store.setting('walletKeys')
  if (stored) return stored
  const now = Date.now()
  const name = 'Sandbox Worldwide Developer Relations'
  const wwdr = newSigningPair(name, now)
  const keys = {
    wwdr,
    pass: newSigningPair(`Pass Type ID: ${PASS_TYPE}`, now, { issuer: { name, pair: wwdr } }),
    push: pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
    google: pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
  }
  store.set('walletKeys', keys)
  return keys
}

/** The worker's settings for this sandbox. */
export const walletSettings = (
  store: Store,
  bases: { apiOrigin: string; pageBase: string },
): Record<string, string> => {
  const { wwdr, pass, push, google } = walletKeys(store)
  return {
    APPLE_PASS_TYPE_ID: PASS_TYPE,
    APPLE_TEAM_ID: TEAM,
    APPLE_PASS_CERTIFICATE: pass.certificate,
    APPLE_PASS_KEY: pass.privateKey,
    APPLE_WWDR_CERTIFICATE: wwdr.certificate,
    APPLE_PUSH_KEY: push,
    APPLE_PUSH_KEY_ID: PUSH_KEY_ID,
    APPLE_PUSH_BASE: `${bases.apiOrigin}/apple-push`,
    GOOGLE_WALLET_ISSUER_ID: ISSUER,
    GOOGLE_WALLET_ACCOUNT: ACCOUNT,
    GOOGLE_WALLET_KEY: google,
    GOOGLE_WALLET_API_BASE: `${bases.apiOrigin}/google-wallet`,
    GOOGLE_WALLET_SAVE_BASE: `${bases.pageBase}/google-wallet/save`,
  }
}

export type Token = { header: Record<string, unknown>; claims: Record<string, unknown> }

/** Returns the parts of a JSON Web Token that this private key has signed; null for any other text. */
export const verifiedToken = (token: string, privateKey: string, algorithm: 'RS256' | 'ES256'): Token | null => {
  const [header = '', claims = '', signature = '', more] = token.split('.')
  if (more !== undefined) return null
  const key = { key: createPublicKey(privateKey), dsaEncoding: 'ieee-p1363' as const }
  if (!verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))) return null
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  const parts = { header: read(header), claims: read(claims) }
  return parts.header.alg === algorithm ? parts : null
}

/** Whether the token for Apple's push service names the team and the key, and is less than an hour old. */
export const isPushToken = ({ header, claims }: Token, now: number): boolean => {
  const age = now / 1000 - Number(claims.iat)
  return header.kid === PUSH_KEY_ID && claims.iss === TEAM && age > -CLOCK_SKEW_SECONDS && age < 3600
}

/** Which wallets the deployment can make passes for. */
import type { Env } from '../env.ts'
import type { PassSigner } from './apple-signature.ts'

export type Wallet = 'apple' | 'google'

/** The settings of Apple's passes. Without `push`, devices learn of changes only when the fan pulls the pass down. */
export type AppleSettings = {
  passTypeId: string
  teamId: string
  signer: PassSigner
  push: { key: string; keyId: string; base: string } | null
}

export type GoogleSettings = {
  issuerId: string
  account: string
  key: string
  apiBase: string
  tokenUrl: string
  saveBase: string
}

const APPLE_PUSH = 'https://api.push.apple.com'
const GOOGLE_API = 'https://walletobjects.googleapis.com'
const GOOGLE_TOKEN = 'https://oauth2.googleapis.com/token'
const GOOGLE_SAVE = 'https://pay.google.com/gp/v/save'

export function appleSettings(env: Env): AppleSettings | null {
  const { APPLE_PASS_TYPE_ID: passTypeId, APPLE_TEAM_ID: teamId, APPLE_PASS_CERTIFICATE: certificate } = env
  const { APPLE_PASS_KEY: key, APPLE_WWDR_CERTIFICATE: issuer, APPLE_PUSH_KEY: pushKey, APPLE_PUSH_KEY_ID: keyId } = env
  if (!passTypeId || !teamId || !certificate || !key || !issuer) return null
  const push = pushKey && keyId ? { key: pushKey, keyId, base: env.APPLE_PUSH_BASE || APPLE_PUSH } : null
  return { passTypeId, teamId, signer: { certificate, key, issuer }, push }
}

export function googleSettings(env: Env): GoogleSettings | null {
  const { GOOGLE_WALLET_ISSUER_ID: issuerId, GOOGLE_WALLET_ACCOUNT: account, GOOGLE_WALLET_KEY: key } = env
  if (!issuerId || !account || !key) return null
  const { GOOGLE_WALLET_API_BASE: base } = env
  return {
    issuerId,
    account,
    key,
    apiBase: base || GOOGLE_API,
    tokenUrl: base ? `${base}/token` : GOOGLE_TOKEN,
    saveBase: env.GOOGLE_WALLET_SAVE_BASE || GOOGLE_SAVE,
  }
}

export function configuredWallets(env: Env): Wallet[] {
  return [...(appleSettings(env) ? ['apple' as const] : []), ...(googleSettings(env) ? ['google' as const] : [])]
}

/** Checks the settings of Apple's and Google's wallets. A wallet without its settings is not offered, so few faults refuse. */
import { X509Certificate } from 'node:crypto'
import { DAY } from '../../schema/limits.ts'

const APPLE = [
  'APPLE_PASS_TYPE_ID',
  'APPLE_TEAM_ID',
  'APPLE_PASS_CERTIFICATE',
  'APPLE_PASS_KEY',
  'APPLE_WWDR_CERTIFICATE',
] as const
const APPLE_PUSH = ['APPLE_PUSH_KEY', 'APPLE_PUSH_KEY_ID'] as const
const GOOGLE = ['GOOGLE_WALLET_ISSUER_ID', 'GOOGLE_WALLET_ACCOUNT', 'GOOGLE_WALLET_KEY'] as const
const KEYS = ['APPLE_PASS_KEY', 'APPLE_PUSH_KEY', 'GOOGLE_WALLET_KEY'] as const
const SANDBOX = ['GOOGLE_WALLET_API_BASE', 'GOOGLE_WALLET_SAVE_BASE'] as const
/** Apple issues certificates of pass types for a year, and sends no reminder. */
const EXPIRES_SOON_MS = 30 * DAY

type WalletSetting =
  | (typeof APPLE)[number]
  | (typeof APPLE_PUSH)[number]
  | (typeof GOOGLE)[number]
  | (typeof SANDBOX)[number]
  | 'APPLE_PUSH_BASE'
export type WalletSettings = { [Name in WalletSetting]?: string | undefined }
type Report = (setting: WalletSetting, problem: string) => unknown

/** `now` is in epoch milliseconds. */
export function checkWallets(
  settings: WalletSettings,
  now: number,
  { refuse, warn }: Record<'refuse' | 'warn', Report>,
): void {
  for (const [group, wallet] of [
    [APPLE, 'Apple Wallet'],
    [GOOGLE, 'Google Wallet'],
  ] as const) {
    if (!group.some((name) => settings[name])) continue
    for (const name of group) if (!settings[name]) warn(name, `is missing: ${wallet} is not offered`)
  }
  if (settings.APPLE_PASS_CERTIFICATE) {
    const [missing] = APPLE_PUSH.filter((name) => !settings[name])
    if (missing) warn(missing, 'is missing: passes on phones do not change by themselves')
  }
  for (const name of ['APPLE_PASS_CERTIFICATE', 'APPLE_WWDR_CERTIFICATE'] as const)
    checkCertificate(settings, name, now, warn)
  for (const name of KEYS) {
    const key = settings[name]
    if (key && !key.includes('-----BEGIN PRIVATE KEY-----')) warn(name, 'is not a private key in PEM (PKCS #8)')
  }
  for (const name of SANDBOX) {
    if (settings[name]) refuse(name, 'may be set only in development, because tickets would go to another company')
  }
  const { APPLE_PUSH_BASE: push } = settings
  if (push && !push.startsWith('https://')) warn('APPLE_PUSH_BASE', 'is not an https address')
}

function checkCertificate(
  settings: WalletSettings,
  name: 'APPLE_PASS_CERTIFICATE' | 'APPLE_WWDR_CERTIFICATE',
  now: number,
  warn: Report,
): void {
  const pem = settings[name]
  if (!pem) return
  const until = expiryOf(pem)
  if (until === null) warn(name, 'is not a certificate in PEM')
  else if (until < now) warn(name, 'has expired: phones refuse new passes')
  else if (until < now + EXPIRES_SOON_MS) warn(name, 'expires within 30 days')
}

function expiryOf(pem: string): number | null {
  try {
    return Date.parse(new X509Certificate(pem).validTo)
  } catch {
    return null
  }
}

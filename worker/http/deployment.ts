/**
 * Checks a deployment's settings before it may serve fans. A fault with the weight `refuse` keeps the worker from serving
 * fans. For example, a guessable secret would let anyone forge carts and passes, and a sample IBAN would send fans' money
 * to a stranger. A fault with the weight `warn` only appears in the lists of `npm run doctor` and `/operator/doctor`.
 */
import { BANK_METHODS, isBankMethod } from '../../schema/rules/bank-method.ts'
import { type CodeSecrets, codeSecretCheck } from '../domain/tickets/presale-voucher-hash.ts'
import { trackerAddress } from './trackers.ts'
import { checkWallets, type WalletSettings } from './wallet-deployment.ts'

export type DeploymentSettings = {
  ENVIRONMENT?: string | undefined
  SESSION_SECRET?: string | undefined
  SESSION_SECRET_PREVIOUS?: string | undefined
  OPERATOR_TOKEN?: string | undefined
  CODE_SECRET?: string | undefined
  CODE_SECRET_PREVIOUS?: string | undefined
  PUBLIC_ORIGIN?: string | undefined
  MAIL_FROM?: string | undefined
  SUPPORT_MAIL?: string | undefined
  R2_ENDPOINT?: string | undefined
  R2_ACCESS_KEY_ID?: string | undefined
  R2_SECRET_ACCESS_KEY?: string | undefined
  BANK_ACCOUNT_HOLDER?: string | undefined
  BANK_IBAN?: string | undefined
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
  STRIPE_API_BASE?: string | undefined
  STRIPE_PUBLISHABLE_KEY?: string | undefined
  STRIPE_JS_URL?: string | undefined
  STRIPE_BANK_METHOD?: string | undefined
  PAYPAL_CLIENT_ID?: string | undefined
  PAYPAL_CLIENT_SECRET?: string | undefined
  PAYPAL_MERCHANT_ID?: string | undefined
  PAYPAL_WEBHOOK_ID?: string | undefined
  PAYPAL_API_BASE?: string | undefined
  PAYPAL_JS_URL?: string | undefined
  TURNSTILE_SITE_KEY?: string | undefined
  TURNSTILE_SECRET_KEY?: string | undefined
  TEST_SHOP_CODE?: string | undefined
  MAILBOX_URL?: string | undefined
  JURISDICTION?: string | undefined
  VOUCHER_API_BASE?: string | undefined
  VOUCHER_API_KEY?: string | undefined
  ANALYTICS_URL?: string | undefined
  ERROR_REPORT_URL?: string | undefined
} & { [Name in keyof WalletSettings]?: string | undefined }

export type DeploymentFault = { setting: keyof DeploymentSettings; weight: 'refuse' | 'warn'; problem: string }

const SHORTEST_SECRET = 32
const SHORTEST_TOKEN = 24
/** Accounts that banks and textbooks publish as examples. */
const SAMPLE_IBANS = new Set([
  'DE02120300000000202051',
  'DE89370400440532013000',
  'DE02500105170137075030',
  'DE02100500000054540402',
  'DE02300209000106531065',
  'DE02200505501015871393',
  'DE75512108001245126199',
  'AT611904300234573201',
  'CH9300762011623852957',
])
const TEST_TURNSTILE_SECRET = /^[123]x0+A*$/
const SAMPLE_SECRETS = /change.?me|only-for-tests|secret|password|example|0123456789|abcdefgh/i

/** Returns no faults in development. */
export function deploymentFaults(settings: DeploymentSettings): DeploymentFault[] {
  const { ENVIRONMENT: environment } = settings
  if (environment === 'development') return []
  const faults: DeploymentFault[] = []
  const refuse: Report = (setting, problem) => faults.push({ setting, weight: 'refuse', problem })
  const warn: Report = (setting, problem) => faults.push({ setting, weight: 'warn', problem })

  if (environment !== 'production')
    refuse('ENVIRONMENT', 'must be "production" (or "development" on a developer’s machine)')
  const weakness = weaknessOf(settings.SESSION_SECRET, SHORTEST_SECRET)
  if (weakness) refuse('SESSION_SECRET', weakness)
  const former = settings.SESSION_SECRET_PREVIOUS
  if (former && weaknessOf(former, SHORTEST_SECRET)) {
    refuse('SESSION_SECRET_PREVIOUS', 'is weak: remove it, although cookies that it signed become invalid')
  }
  const codeSecret = settings.CODE_SECRET
  if (!codeSecret) warn('CODE_SECRET', 'is missing: presale codes that an import hashed with this secret do not match')
  else if (weaknessOf(codeSecret, SHORTEST_SECRET)) {
    refuse('CODE_SECRET', weaknessOf(codeSecret, SHORTEST_SECRET) ?? '')
  }
  const token = settings.OPERATOR_TOKEN
  if (token && weaknessOf(token, SHORTEST_TOKEN)) refuse('OPERATOR_TOKEN', weaknessOf(token, SHORTEST_TOKEN) ?? '')
  if (!token) warn('OPERATOR_TOKEN', 'is missing: nobody can mark transfers as paid or control a waiting room')
  const iban = (settings.BANK_IBAN ?? '').replace(/\s/g, '').toUpperCase()
  if (iban !== '') {
    if (SAMPLE_IBANS.has(iban)) refuse('BANK_IBAN', 'is a published sample account')
    else if (!ibanIsValid(iban)) refuse('BANK_IBAN', 'fails the check digits of ISO 13616')
    if (!settings.BANK_ACCOUNT_HOLDER) refuse('BANK_ACCOUNT_HOLDER', 'is missing, although BANK_IBAN is set')
  } else warn('BANK_IBAN', 'is empty: bank transfer is not offered')
  for (const setting of ['TEST_SHOP_CODE', 'MAILBOX_URL'] as const) {
    if (settings[setting]) refuse(setting, 'may be set only in development')
  }
  if (!settings.STRIPE_SECRET_KEY) warn('STRIPE_SECRET_KEY', 'is missing: cards are not offered')
  else {
    if (settings.STRIPE_SECRET_KEY.startsWith('sk_test_'))
      warn('STRIPE_SECRET_KEY', 'is a test key: no money is collected')
    if (!settings.STRIPE_WEBHOOK_SECRET) {
      warn(
        'STRIPE_WEBHOOK_SECRET',
        'is missing: a payment may be noticed up to ten minutes late, when the cron asks Stripe',
      )
    }
  }
  checkStripeBrowser(settings, { refuse, warn })
  checkPayPal(settings, warn)
  checkWallets(settings, Date.now(), { refuse, warn })
  for (const setting of ['STRIPE_API_BASE', 'PAYPAL_API_BASE'] as const) {
    if (settings[setting]) warn(setting, `payments go to ${settings[setting]}`)
  }
  for (const setting of ['STRIPE_JS_URL', 'PAYPAL_JS_URL'] as const) {
    if (settings[setting]) refuse(setting, 'may be set only in development, because the script reads card numbers')
  }
  if (settings.PUBLIC_ORIGIN && !/^https:\/\/[^/\s]+$/.test(settings.PUBLIC_ORIGIN)) {
    refuse('PUBLIC_ORIGIN', 'must be an https address without a path, such as https://shop.example')
  } else if (!settings.PUBLIC_ORIGIN) {
    warn('PUBLIC_ORIGIN', 'is missing: set it to the main shop’s https address, so that other hosts are refused')
  }
  if (!settings.MAIL_FROM || /\.(example|test|invalid)>?$/.test(settings.MAIL_FROM)) {
    warn('MAIL_FROM', 'is not an address that can send mail')
  }
  if (!settings.R2_ENDPOINT || !settings.R2_ACCESS_KEY_ID || !settings.R2_SECRET_ACCESS_KEY) {
    warn('R2_ENDPOINT', 'or a secret of R2 is missing: fans cannot upload photos of tickets that they want to cancel')
  } else if (!/^https:\/\/[^/\s]+$/.test(settings.R2_ENDPOINT)) {
    refuse('R2_ENDPOINT', 'must be an https address without a path')
  }
  if (!settings.SUPPORT_MAIL) {
    warn('SUPPORT_MAIL', 'is missing: customer service gets no mails, so somebody must run npm run support -- list')
  }
  if (!settings.TURNSTILE_SITE_KEY || !settings.TURNSTILE_SECRET_KEY) {
    warn('TURNSTILE_SECRET_KEY', 'Turnstile is not configured: bots enter waiting rooms and take tickets freely')
  } else if (TEST_TURNSTILE_SECRET.test(settings.TURNSTILE_SECRET_KEY)) {
    refuse('TURNSTILE_SECRET_KEY', 'is a published test key: it passes everybody or nobody')
  }
  for (const setting of ['ANALYTICS_URL', 'ERROR_REPORT_URL'] as const) {
    if (settings[setting] && trackerAddress(settings[setting], false) === null)
      warn(setting, 'is neither an https address nor a path of the shop’s host, so nothing is sent to it')
  }
  const { VOUCHER_API_BASE: vouchers } = settings
  if (vouchers && !vouchers.startsWith('https://')) refuse('VOUCHER_API_BASE', 'must be an https address')
  if (vouchers && !settings.VOUCHER_API_KEY)
    warn('VOUCHER_API_KEY', 'is missing: vouchers of the outside programme are not accepted')
  if (!settings.JURISDICTION) warn('JURISDICTION', 'is empty: carts and seats may be stored outside the EU')
  return faults
}

type Report = (setting: DeploymentFault['setting'], problem: string) => unknown

function checkStripeBrowser(settings: DeploymentSettings, { refuse, warn }: { refuse: Report; warn: Report }): void {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: key, STRIPE_BANK_METHOD: bank } = settings
  // A secret key in this variable would be sent to every visitor.
  if (key && !key.startsWith('pk_')) refuse('STRIPE_PUBLISHABLE_KEY', 'is not a publishable key (pk_…)')
  else if (key && secret && key.startsWith('pk_live_') !== /^[sr]k_live_/.test(secret))
    warn('STRIPE_PUBLISHABLE_KEY', 'is a test key beside a live secret key, or the reverse')
  else if (!key && secret) warn('STRIPE_PUBLISHABLE_KEY', 'is missing: no wallets and no card fields in the page')
  if (bank && bank !== 'off' && !isBankMethod(bank))
    warn('STRIPE_BANK_METHOD', `is unknown, so instant transfer is not offered: use ${BANK_METHODS.join(', ')} or off`)
}

function checkPayPal(settings: DeploymentSettings, warn: Report): void {
  const { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret, PAYPAL_WEBHOOK_ID: webhook } = settings
  if (!id && !secret) return
  if (!id) warn('PAYPAL_CLIENT_ID', 'is missing: PayPal is not offered')
  if (!secret) warn('PAYPAL_CLIENT_SECRET', 'is missing: PayPal is not offered')
  if (!settings.PAYPAL_MERCHANT_ID) warn('PAYPAL_MERCHANT_ID', 'is missing: PayPal is not offered')
  if (!webhook)
    warn('PAYPAL_WEBHOOK_ID', 'is missing: a payment may be noticed up to ten minutes late, when the cron asks PayPal')
}

/**
 * Checks that the worker has the secret with which the import hashed codes. `stored` is the import's fingerprint of that
 * secret.
 */
export function codeSecretFaults(secrets: CodeSecrets, stored: string | null): DeploymentFault[] {
  const { CODE_SECRET: secret, CODE_SECRET_PREVIOUS: previous } = secrets
  const fits = (candidate: string | undefined) => candidate !== undefined && codeSecretCheck(candidate) === stored
  if (stored === null || (fits(secret) && !previous)) return []
  if (fits(secret)) {
    const problem = 'is no longer needed: an import has hashed all codes with CODE_SECRET'
    return [{ setting: 'CODE_SECRET_PREVIOUS', weight: 'warn', problem }]
  }
  const problem = fits(previous)
    ? 'has changed: import all sources of codes again, with CODE_SECRET and CODE_SECRET_PREVIOUS set'
    : 'is not the secret that codes were imported with: no presale code or voucher matches'
  return [{ setting: 'CODE_SECRET', weight: 'warn', problem }]
}

function weaknessOf(secret: string | undefined, shortest: number): string | null {
  if (!secret) return 'is missing'
  if (secret.length < shortest) return `has fewer than ${shortest} characters`
  if (SAMPLE_SECRETS.test(secret)) return 'looks like a sample'
  return new Set(secret).size < 10 ? 'has fewer than 10 different characters' : null
}

/** ISO 13616: the rearranged number leaves 1 when divided by 97. */
function ibanIsValid(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  let rest = 0
  for (const letter of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of String(Number.parseInt(letter, 36))) rest = (rest * 10 + Number(digit)) % 97
  }
  return rest === 1
}

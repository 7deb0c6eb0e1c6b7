import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Unstable_Config, unstable_readConfig } from 'wrangler'
import { codeSecretCheck } from '../../../worker/domain/tickets/presale-voucher-hash.ts'
import { codeSecretFaults, type DeploymentSettings, deploymentFaults } from '../../../worker/http/deployment.ts'
import { FAILURES } from '../../../worker/services/failure-limit.ts'
import { APPLE_WALLET, certificateOf, GOOGLE_WALLET } from '../../support/wallet-settings.ts'

const FIT: DeploymentSettings = {
  ENVIRONMENT: 'production',
  SESSION_SECRET: 'k7Qm2vXw9ZrT4bNc8LpE1sYd6HfJ3gUa',
  CODE_SECRET: 'Vb3nKx9WqL5tRz7YpGc2MdSf8HjE4uTa',
  OPERATOR_TOKEN: 'Zp5RkWv2Xn8TqBy4LcHd7MfG',
  PUBLIC_ORIGIN: 'https://shop.stagedoor.de',
  MAIL_FROM: 'Stagedoor <tickets@stagedoor.de>',
  SUPPORT_MAIL: 'service@stagedoor.de',
  R2_ENDPOINT: 'https://7d2c.eu.r2.cloudflarestorage.com',
  R2_ACCESS_KEY_ID: 'e1f0b2',
  R2_SECRET_ACCESS_KEY: 'Zk3vX9qLw7',
  BANK_ACCOUNT_HOLDER: 'Stagedoor GmbH',
  BANK_IBAN: 'DE68 2105 0170 0012 3456 78',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_BANK_METHOD: 'eps',
  TURNSTILE_SITE_KEY: '0x1',
  TURNSTILE_SECRET_KEY: '0x2',
  JURISDICTION: 'eu',
}
const PAYPAL: DeploymentSettings = {
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'x',
  PAYPAL_MERCHANT_ID: 'account',
  PAYPAL_WEBHOOK_ID: 'webhook',
}
const refused = (change: DeploymentSettings) =>
  deploymentFaults({ ...FIT, ...change })
    .filter(({ weight }) => weight === 'refuse')
    .map(({ setting }) => setting)
const warned = (change: DeploymentSettings) => deploymentFaults({ ...FIT, ...change }).map(({ setting }) => setting)

describe('deployment', () => {
  it('has no fault when every setting is real', () => {
    expect(deploymentFaults(FIT)).toEqual([])
  })

  it('CONS-01 warns about addresses for reports to which browsers would send nothing', () => {
    expect(warned({ ANALYTICS_URL: 'http://count.example', ERROR_REPORT_URL: '//errors.example' })).toEqual([
      'ANALYTICS_URL',
      'ERROR_REPORT_URL',
    ])
    expect(warned({ ANALYTICS_URL: 'https://count.example/v1', ERROR_REPORT_URL: '/errors' })).toEqual([])
  })

  it('is not checked in development', () => {
    expect(deploymentFaults({ ENVIRONMENT: 'development' })).toEqual([])
  })

  it.each([
    ['no ENVIRONMENT', { ENVIRONMENT: undefined }, 'ENVIRONMENT'],
    ['another ENVIRONMENT', { ENVIRONMENT: 'staging' }, 'ENVIRONMENT'],
    ['no SESSION_SECRET', { SESSION_SECRET: '' }, 'SESSION_SECRET'],
    ['a SESSION_SECRET of 31 characters', { SESSION_SECRET: FIT.SESSION_SECRET?.slice(1) }, 'SESSION_SECRET'],
    ['a sample SESSION_SECRET', { SESSION_SECRET: 'change-me-change-me-change-me-change-me' }, 'SESSION_SECRET'],
    ['a SESSION_SECRET that repeats two characters', { SESSION_SECRET: 'ab'.repeat(20) }, 'SESSION_SECRET'],
    ['a weak previous secret', { SESSION_SECRET_PREVIOUS: 'short' }, 'SESSION_SECRET_PREVIOUS'],
    ['a short CODE_SECRET', { CODE_SECRET: 'short' }, 'CODE_SECRET'],
    ['a short OPERATOR_TOKEN', { OPERATOR_TOKEN: 'short' }, 'OPERATOR_TOKEN'],
    ['a sample IBAN', { BANK_IBAN: 'DE02 1203 0000 0000 2020 51' }, 'BANK_IBAN'],
    ['a mistyped IBAN', { BANK_IBAN: 'DE68210501700012345679' }, 'BANK_IBAN'],
    ['an IBAN without a holder', { BANK_ACCOUNT_HOLDER: '' }, 'BANK_ACCOUNT_HOLDER'],
    ['a PUBLIC_ORIGIN without a scheme', { PUBLIC_ORIGIN: 'shop.stagedoor.de' }, 'PUBLIC_ORIGIN'],
    [
      'a test key of Turnstile',
      { TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA' },
      'TURNSTILE_SECRET_KEY',
    ],
    ['the test code of shops', { TEST_SHOP_CODE: 'x' }, 'TEST_SHOP_CODE'],
    ['the sandbox’s mailbox', { MAILBOX_URL: 'http://localhost' }, 'MAILBOX_URL'],
  ] as const)('refuses to serve with %s', (_name, change, setting) => {
    expect(refused(change)).toEqual([setting])
  })

  it.each([
    ['a secret key as the public one', { STRIPE_PUBLISHABLE_KEY: 'sk_live_1' }, 'STRIPE_PUBLISHABLE_KEY'],
    ['another script than Stripe’s', { STRIPE_JS_URL: 'https://evil.example/stripe.js' }, 'STRIPE_JS_URL'],
    ['another wallet than Google’s', { GOOGLE_WALLET_SAVE_BASE: 'https://evil.example' }, 'GOOGLE_WALLET_SAVE_BASE'],
    ['another script than PayPal’s', { PAYPAL_JS_URL: 'https://evil.example/paypal.js' }, 'PAYPAL_JS_URL'],
  ] as const)('refuses to serve with %s', (_name, change, setting) => {
    expect(refused(change)).toEqual([setting])
  })

  it.each([
    ['no bank account', { BANK_IBAN: '' }, 'BANK_IBAN'],
    [
      'a test key of Stripe',
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
      'STRIPE_SECRET_KEY',
    ],
    ['no public key of Stripe', { STRIPE_PUBLISHABLE_KEY: '' }, 'STRIPE_PUBLISHABLE_KEY'],
    ['the public test key beside a live key', { STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'STRIPE_PUBLISHABLE_KEY'],
    ['an unknown bank method', { STRIPE_BANK_METHOD: 'giropay' }, 'STRIPE_BANK_METHOD'],
    ['PayPal without its secret', { ...PAYPAL, PAYPAL_CLIENT_SECRET: '' }, 'PAYPAL_CLIENT_SECRET'],
    ['PayPal without its account', { ...PAYPAL, PAYPAL_MERCHANT_ID: '' }, 'PAYPAL_MERCHANT_ID'],
    ['PayPal without its webhook', { ...PAYPAL, PAYPAL_WEBHOOK_ID: '' }, 'PAYPAL_WEBHOOK_ID'],
    ['no webhook secret', { STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET'],
    ['no public address', { PUBLIC_ORIGIN: undefined }, 'PUBLIC_ORIGIN'],
    ['a sender with a reserved domain', { MAIL_FROM: 'Stagedoor <tickets@stagedoor.example>' }, 'MAIL_FROM'],
    ['no endpoint for uploads', { R2_ENDPOINT: '' }, 'R2_ENDPOINT'],
    [
      'a half configured Google Wallet',
      { GOOGLE_WALLET_ISSUER_ID: '3388', GOOGLE_WALLET_ACCOUNT: 'a@b.example' },
      'GOOGLE_WALLET_KEY',
    ],
    ['a key of Google Wallet in another form', { ...GOOGLE_WALLET, GOOGLE_WALLET_KEY: 'abc' }, 'GOOGLE_WALLET_KEY'],
    ['Apple Wallet without a push key', { ...APPLE_WALLET, APPLE_PUSH_KEY: '' }, 'APPLE_PUSH_KEY'],
    ['Apple Wallet without a team', { ...APPLE_WALLET, APPLE_TEAM_ID: '' }, 'APPLE_TEAM_ID'],
    ['something else than a certificate', { ...APPLE_WALLET, APPLE_WWDR_CERTIFICATE: 'abc' }, 'APPLE_WWDR_CERTIFICATE'],
    [
      'a certificate that expires soon',
      { ...APPLE_WALLET, APPLE_PASS_CERTIFICATE: certificateOf(20) },
      'APPLE_PASS_CERTIFICATE',
    ],
    [
      'an expired certificate',
      { ...APPLE_WALLET, APPLE_PASS_CERTIFICATE: certificateOf(-1) },
      'APPLE_PASS_CERTIFICATE',
    ],
    ['no SUPPORT_MAIL', { SUPPORT_MAIL: undefined }, 'SUPPORT_MAIL'],
    ['no Turnstile', { TURNSTILE_SITE_KEY: undefined }, 'TURNSTILE_SECRET_KEY'],
    ['no CODE_SECRET', { CODE_SECRET: undefined }, 'CODE_SECRET'],
    ['no OPERATOR_TOKEN', { OPERATOR_TOKEN: undefined }, 'OPERATOR_TOKEN'],
  ] as const)('serves with %s and warns', (_name, change, setting) => {
    expect(warned(change)).toEqual([setting])
    expect(refused(change)).toEqual([])
  })
})

describe('code secret of the worker', () => {
  const stored = codeSecretCheck('of the import')
  it.each([
    ['causes no warning if it matches the import', { CODE_SECRET: 'of the import' }, stored, []],
    ['causes no warning before the first code is imported', { CODE_SECRET: 'another' }, null, []],
    [
      'causes a warning if codes were imported with another secret',
      { CODE_SECRET: 'another' },
      stored,
      ['CODE_SECRET'],
    ],
    ['causes a warning if it is not set', {}, stored, ['CODE_SECRET']],
    [
      'causes a warning if it was changed before an import hashed the codes with it',
      { CODE_SECRET: 'another', CODE_SECRET_PREVIOUS: 'of the import' },
      stored,
      ['CODE_SECRET'],
    ],
    [
      'causes a warning about a previous secret that can be removed',
      { CODE_SECRET: 'of the import', CODE_SECRET_PREVIOUS: 'another' },
      stored,
      ['CODE_SECRET_PREVIOUS'],
    ],
  ] as const)('%s', (_name, secrets, check, settings) => {
    const faults = codeSecretFaults(secrets, check)
    expect(faults.map(({ setting }) => setting)).toEqual(settings)
    expect(faults.every(({ weight }) => weight === 'warn')).toBe(true)
  })
})

describe('rate limits of a deployment', () => {
  it.each(['wrangler.toml', 'tests/support/wrangler.test.toml'])(
    'in %s allow as many failures per minute as the limits of an isolate',
    (file) => {
      const config = join(import.meta.dirname, '../../..', file)
      const { ratelimits }: Unstable_Config = unstable_readConfig({ config })
      const allowed = Object.fromEntries(ratelimits.map(({ name, simple }) => [name, simple]))
      for (const [name, { limit }] of Object.entries(FAILURES)) {
        expect({ name, ...allowed[name] }).toEqual({ name, limit, period: 60 })
      }
    },
  )
})

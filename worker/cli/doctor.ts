/**
 * `npm run doctor`: lists missing and wrong settings before a deployment. It checks wrangler.toml, the secrets in the
 * environment, the built worker, and the events that Stripe's webhook endpoints receive. If SHOP_URL and OPERATOR_TOKEN name
 * a deployed shop, it also checks the settings of that shop's worker. Exits with 1 if a problem has the weight `refuse`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unstable_readConfig } from 'wrangler'
import { PAYPAL_NOTICES } from '../domain/orders/paypal-notices.ts'
import { endpointFaults } from '../domain/orders/stripe-notices.ts'
import { messageOf } from '../domain/text/error-message.ts'
import { type DeploymentFault, type DeploymentSettings, deploymentFaults } from '../http/deployment.ts'
import { listPayPalEventTypes } from '../integrations/paypal-webhook.ts'
import { listEndpoints } from '../integrations/stripe.ts'
import { ask } from './operator-client.ts'
import { ROOT } from './root.ts'

/** Secrets must not be in wrangler.toml. They are set with `wrangler secret put NAME`. */
const SECRETS = new Set<string>([
  'SESSION_SECRET',
  'SESSION_SECRET_PREVIOUS',
  'OPERATOR_TOKEN',
  'CODE_SECRET',
  'CODE_SECRET_PREVIOUS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'PAYPAL_CLIENT_SECRET',
  'TURNSTILE_SECRET_KEY',
  'R2_ACCESS_KEY_ID',
  'R2_SECRET_ACCESS_KEY',
  'APPLE_PASS_KEY',
  'APPLE_PUSH_KEY',
  'GOOGLE_WALLET_KEY',
])

const config = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })
const settings = {
  ...(config.vars as DeploymentSettings),
  ...Object.fromEntries([...SECRETS].map((name) => [name, process.env[name]])),
}

const lines: { weight: string; setting: string; problem: string }[] = []
const seesSecrets = [...SECRETS].some((name) => process.env[name] !== undefined)
for (const { setting, weight, problem } of deploymentFaults(settings)) {
  if (SECRETS.has(setting) && !seesSecrets) continue
  lines.push({ weight, setting, problem })
}
if (!seesSecrets) {
  lines.push({
    weight: 'warn',
    setting: 'secrets',
    problem: `not checked: run with ${[...SECRETS].slice(0, 3).join(', ')} … in the environment`,
  })
}
for (const name of SECRETS) {
  if (name in config.vars)
    lines.push({ weight: 'refuse', setting: name, problem: 'is a secret and must not be in [vars]' })
}
const [database] = config.d1_databases
if (!/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(database?.database_id ?? '')) {
  lines.push({ weight: 'refuse', setting: 'database_id', problem: 'is not an id that `wrangler d1 create` prints' })
}
if (config.workers_dev !== false) {
  lines.push({ weight: 'warn', setting: 'workers_dev', problem: 'is on: its address bypasses the zone’s firewall' })
}
if (!config.route && !config.routes?.length) {
  lines.push({
    weight: 'warn',
    setting: 'routes',
    problem: 'are missing in wrangler.toml: add them there or in the dashboard',
  })
}
if (!existsSync(join(ROOT, 'dist/worker/index.js'))) {
  lines.push({ weight: 'warn', setting: 'dist', problem: 'contains no worker/index.js: run npm run build' })
} else if (readFileSync(join(ROOT, 'dist/worker/index.js'), 'utf8').includes('stagedoor-test')) {
  lines.push({ weight: 'refuse', setting: 'dist', problem: 'contains the test code that opens protected shops' })
}
const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = process.env
if (STRIPE_SECRET_KEY) {
  const warn = (problem: string) => lines.push({ weight: 'warn', setting: 'STRIPE_WEBHOOK_SECRET', problem })
  try {
    for (const fault of endpointFaults(
      await listEndpoints({ STRIPE_SECRET_KEY, ...(STRIPE_API_BASE ? { STRIPE_API_BASE } : {}) }),
    ))
      warn(fault)
  } catch (error) {
    warn(`Stripe did not list its webhook endpoints: ${messageOf(error)}`)
  }
}
const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID, PAYPAL_API_BASE } = process.env
if (PAYPAL_CLIENT_ID && PAYPAL_CLIENT_SECRET && PAYPAL_WEBHOOK_ID) {
  const warn = (problem: string) => lines.push({ weight: 'warn', setting: 'PAYPAL_WEBHOOK_ID', problem })
  const account = { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID }
  try {
    const sent = await listPayPalEventTypes({ ...account, ...(PAYPAL_API_BASE ? { PAYPAL_API_BASE } : {}) })
    const missing = sent.includes('*') ? [] : PAYPAL_NOTICES.filter((type) => !sent.includes(type))
    if (missing.length > 0) warn(`PayPal does not send these event types: ${missing.join(', ')}`)
  } catch (error) {
    warn(`PayPal did not list the events of its webhook: ${messageOf(error)}`)
  }
}
if (process.env.SHOP_URL && process.env.OPERATOR_TOKEN) {
  try {
    const seen = (await ask('GET', '/doctor')) as DeploymentFault[]
    for (const { weight, setting, problem } of seen) lines.push({ weight, setting: `${setting} (deployed)`, problem })
  } catch (error) {
    const problem = messageOf(error)
    lines.push({
      weight: 'refuse',
      setting: 'SHOP_URL',
      problem: `the settings of the deployed shop could not be read: ${problem}`,
    })
  }
}

if (lines.length === 0) console.log('Nothing is missing.')
else console.table(lines)
process.exitCode = lines.some(({ weight }) => weight === 'refuse') ? 1 : 0

import { execFileSync } from 'node:child_process'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

// Tests import generated modules, which Git ignores.
execFileSync(process.execPath, ['worker/cli/generate.ts'], { cwd: import.meta.dirname })

/** By default, Vitest leaves one core idle. On a machine with two cores, that is half of the machine. */
const EVERY_CORE = '100%'
/** The default of one second is too short for `expect.poll` on a busy machine. */
const expect = { poll: { timeout: 15_000 } }

/** Vitest bundles these packages once. Otherwise, each test file fetches their hundreds of modules one by one. */
const PACKAGES_OF_MANY_MODULES = [
  'drizzle-orm',
  'drizzle-orm/d1',
  'drizzle-orm/sqlite-core',
  'graphql',
  '@graphql-tools/schema',
  'hono',
  'hono/cookie',
  'hono/tiny',
  'stripe',
  'zod',
  'zod/mini',
]

/**
 * Vitest sends a test's worker all modules in one message, and workerd accepts messages of at most 32 MB. So this plugin leaves
 * out the source maps of packages and of the built renderer.
 */
const withoutForeignMaps: Plugin = {
  name: 'stagedoor-without-foreign-maps',
  enforce: 'post',
  transform: (code, id) => (/\/node_modules\/|\/dist\/render\//.test(id) ? { code, map: { mappings: '' } } : null),
}

/**
 * The tests are three projects. `node` tests rules, components and tools in Node. `workerd` tests Durable Objects, the database
 * and operations in Cloudflare's runtime. `browser` tests journeys of fans in Chromium against the built shop.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          maxWorkers: EVERY_CORE,
          sequence: { groupOrder: 0 },
          include: [
            'tests/unit/{domain,http,import,payments,web,cli,schema,services/{cache,waiting-room}}/**/*.test.{ts,tsx}',
            'tests/sandbox/**/*.test.ts',
            'tests/load/**/*.test.ts',
          ],
          testTimeout: 60_000,
          // Hooks also open and fill stores, which takes long on a busy machine.
          hookTimeout: 60_000,
          expect,
        },
      },
      {
        plugins: [
          withoutForeignMaps,
          cloudflareTest(async ({ inject }) => ({
            wrangler: { configPath: './tests/support/wrangler.test.toml' },
            miniflare: {
              bindings: {
                STRIPE_SECRET_KEY: 'sk_test_sandbox',
                STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
                STRIPE_API_BASE: inject('sandboxUrl'),
                PAYPAL_CLIENT_ID: 'paypal-sandbox-client',
                PAYPAL_CLIENT_SECRET: 'paypal-sandbox-secret',
                PAYPAL_MERCHANT_ID: 'SANDBXMERCHNT',
                PAYPAL_WEBHOOK_ID: 'WH0SANDBOX0STAGEDOOR',
                PAYPAL_API_BASE: `${inject('sandboxUrl')}/paypal`,
                STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
                STRIPE_JS_URL: `${inject('sandboxUrl')}/stripe.js`,
                R2_ENDPOINT: inject('sandboxUrl'),
                NEWSLETTER_BASE: `${inject('sandboxUrl')}/newsletter`,
                VOUCHER_API_BASE: `${inject('sandboxUrl')}/vouchers`,
                VOUCHER_API_KEY: 'voucher_sandbox',
                ...inject('walletSettings'),
                TEST_MIGRATIONS: await readD1Migrations('./migrations'),
              },
            },
          })),
        ],
        test: {
          name: 'workerd',
          maxWorkers: EVERY_CORE,
          sequence: { groupOrder: 1 },
          include: [
            'tests/unit/{durable,db,mail}/**/*.test.ts',
            'tests/unit/services/*.test.ts',
            'tests/integration/**/*.test.ts',
          ],
          globalSetup: ['tests/support/sandbox-setup.ts'],
          setupFiles: ['tests/support/workerd-setup.ts'],
          deps: { optimizer: { ssr: { enabled: true, include: PACKAGES_OF_MANY_MODULES } } },
          testTimeout: 120_000,
          expect,
        },
      },
      {
        test: {
          name: 'browser',
          sequence: { groupOrder: 2 },
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/support/browser-setup.ts'],
          // Test files share a process, but no shop and no browser. Loading miniflare and wrangler anew for each file takes seconds.
          isolate: false,
          // A journey mostly waits for a page, a poll or a timer, so two test files can run at the same time on two cores.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 240_000,
          expect,
        },
      },
    ],
  },
})

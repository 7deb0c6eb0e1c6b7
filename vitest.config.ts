import { execFileSync } from 'node:child_process'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

// Tests import generated modules, which Git ignores.
execFileSync(process.execPath, ['worker/cli/generate.ts'], { cwd: import.meta.dirname })

/** By default vitest leaves one core idle, which is half of a small machine. */
const EVERY_CORE = '100%'
/** As patient as the browser's own waiting: a busy machine is no fault of what is tested. */
const expect = { poll: { timeout: 15_000 } }

/**
 * Three projects: `node` for pure rules and tools, which need no runtime, `workerd` for objects, database and operations in the real one,
 * `browser` for journeys in Chromium against the built shop.
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
          ],
          testTimeout: 60_000,
          // Stores are opened and filled in hooks too.
          hookTimeout: 60_000,
          expect,
        },
      },
      {
        plugins: [
          cloudflareTest(async ({ inject }) => ({
            wrangler: { configPath: './tests/support/wrangler.test.toml' },
            miniflare: {
              bindings: {
                STRIPE_SECRET_KEY: 'sk_test_sandbox',
                STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
                STRIPE_API_BASE: inject('sandboxUrl'),
                NEWSLETTER_BASE: `${inject('sandboxUrl')}/newsletter`,
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
          testTimeout: 120_000,
          expect,
        },
      },
      {
        test: {
          name: 'browser',
          sequence: { groupOrder: 2 },
          include: ['tests/browser/**/*.test.ts'],
          // Most of a journey is waiting, for a page, a poll or a timer; two files share what two cores have.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 240_000,
          expect,
        },
      },
    ],
  },
})

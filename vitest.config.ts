import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

/**
 * Three projects: `node` for pure rules and tools, `workerd` for objects, database and operations in the real runtime,
 * `browser` for journeys in Chromium against the built shop.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['tests/unit/{import,web,cli,schema}/**/*.test.ts', 'tests/sandbox/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        plugins: [cloudflareTest({ wrangler: { configPath: './tests/support/wrangler.test.toml' } })],
        test: {
          name: 'workerd',
          include: ['tests/unit/{domain,durable,services,http,db}/**/*.test.ts', 'tests/integration/**/*.test.ts'],
          globalSetup: ['tests/support/sandbox-setup.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})

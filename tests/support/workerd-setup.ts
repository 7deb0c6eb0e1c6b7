/** Every workerd test file starts with an empty, migrated database. */
import { applyD1Migrations } from 'cloudflare:test'
import { testEnv } from './test-env.ts'

await applyD1Migrations(testEnv.DB, testEnv.TEST_MIGRATIONS)

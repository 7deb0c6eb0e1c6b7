/** Every workerd test file begins with a migrated, empty database. */
import { applyD1Migrations } from 'cloudflare:test'
import { testEnv } from './test-env.ts'

await applyD1Migrations(testEnv.DB, testEnv.TEST_MIGRATIONS)

/** Applies the migrations before each workerd test file, because each file starts with an empty database. */
import { applyD1Migrations } from 'cloudflare:test'
import { testEnv } from './test-env.ts'

await applyD1Migrations(testEnv.DB, testEnv.TEST_MIGRATIONS)

/** Migrates the database before each workerd test file, which starts with an empty one. */
import { applyD1Migrations } from 'cloudflare:test'
import { testEnv } from './test-env.ts'

await applyD1Migrations(testEnv.DB, testEnv.TEST_MIGRATIONS)

/** The typed bindings of the worker under test. */
import type { D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Env } from '../../worker/env.ts'

export const testEnv = env as Env & { TEST_MIGRATIONS: D1Migration[] }

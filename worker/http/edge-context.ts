/** The request context of the router's handlers. */
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import type { Entry } from '../services/cache/tiered-cache.ts'

/**
 * A handler with a public answer sets `cacheable`, so that the middleware can remember the answer with its final headers.
 */
type EdgeVariables = { cacheable?: { key: string; entry: Entry } }

export type EdgeEnv = { Bindings: Env; Variables: EdgeVariables }
export type EdgeContext = Context<EdgeEnv>

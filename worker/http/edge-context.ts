/** The request context of the router's handlers. */
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import type { Entry } from '../services/cache/tiered-cache.ts'

/** Set by a handler whose answer is public, so that the middleware can remember it with its final headers. */
export type EdgeVariables = { cacheable?: { key: string; entry: Entry } }

export type EdgeContext = Context<{ Bindings: Env; Variables: EdgeVariables }>

/** A request as the router's handlers get it. */
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import type { Entry } from '../services/cache/tiered-cache.ts'

/** What a handler may leave for the edge: an answer that is the same for everybody, and its key. */
export type EdgeVariables = { cacheable?: { key: string; entry: Entry } }

export type EdgeContext = Context<{ Bindings: Env; Variables: EdgeVariables }>

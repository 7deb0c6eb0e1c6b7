import type * as z from 'zod/mini'
import { type Database, openDatabase } from '../../db/database.ts'
import type { Env } from '../../env.ts'
import { LARGEST_COMMAND, readJson } from '../body.ts'
import type { EdgeContext } from '../edge-context.ts'

type CommandContext = { env: Env; db: Database; now: number }

/**
 * Returns a handler that parses the JSON body, runs the command and answers with its result. The handler answers 400 if the
 * input is invalid, and 404 if the result is null.
 */
export function command<Schema extends z.ZodMiniType>(
  schema: Schema,
  run: (input: z.output<Schema>, context: CommandContext) => Promise<object | null>,
): (http: EdgeContext) => Promise<Response> {
  return async (http) => {
    const input = schema.safeParse(await readJson(http.req.raw, LARGEST_COMMAND))
    if (!input.success) return http.json({ code: 'BAD_INPUT' }, 400)
    const { env } = http
    return found(http, await run(input.data, { env, db: openDatabase(env.DB), now: Date.now() }))
  }
}

export function found(http: EdgeContext, result: object | null): Response {
  return result === null ? http.json({ code: 'NOT_FOUND' }, 404) : http.json(result)
}

/**
 * Counts database round trips, simulates a database outage, and reads SQLite's query plans for the statements that the worker
 * prepares. D1 keeps no statistics, so a plan does not depend on the number of rows. A small shop therefore has the
 * same plans as a large one.
 */
import { testEnv } from './test-env.ts'

function sessions(): D1DatabaseSession {
  return Object.getPrototypeOf(testEnv.DB.withSession()) as D1DatabaseSession
}

/**
 * Records the text of every statement that the worker or a test prepares until `stop` is called. All database
 * sessions share the prototype that this function changes.
 */
export function recordStatements(): { texts: ReadonlySet<string>; stop(): void } {
  // Queries to the binding itself go through a session too.
  const binding = sessions()
  const { prepare } = binding
  const texts = new Set<string>()
  binding.prepare = function recording(this: D1DatabaseSession, text: string) {
    texts.add(text)
    return prepare.call(this, text)
  }
  return {
    texts,
    stop() {
      binding.prepare = prepare
    },
  }
}

/** Counts the round trips to the database during `work`. A batch is one round trip. */
export async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  return (await costOf(work)).trips
}

/** Counts the round trips to the database during `work`, and the statements in them. */
export async function costOf(work: () => Promise<unknown>): Promise<{ trips: number; statements: number }> {
  const binding = sessions()
  const statement = Object.getPrototypeOf(testEnv.DB.prepare('select 1')) as D1PreparedStatement
  const { batch } = binding
  const { all, raw, run, first } = statement
  let [trips, statements] = [0, 0]
  const withCount = <Args extends unknown[], Answer>(call: (...args: Args) => Answer) =>
    function counting(this: unknown, ...args: Args): Answer {
      const [first] = args
      trips++
      statements += Array.isArray(first) ? first.length : 1
      return call.apply(this, args)
    }
  Object.assign(binding, { batch: withCount(batch) })
  Object.assign(statement, { all: withCount(all), raw: withCount(raw), run: withCount(run), first: withCount(first) })
  try {
    await work()
  } finally {
    Object.assign(binding, { batch })
    Object.assign(statement, { all, raw, run, first })
  }
  return { trips, statements }
}

/** Makes every database query fail during `work`. */
export async function withoutDatabase<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const binding = sessions()
  const statement = Object.getPrototypeOf(testEnv.DB.prepare('select 1')) as D1PreparedStatement
  const { batch } = binding
  const { all, raw, run, first } = statement
  const fail = () => Promise.reject(new Error('D1 is unreachable'))
  Object.assign(binding, { batch: fail })
  Object.assign(statement, { all: fail, raw: fail, run: fail, first: fail })
  try {
    return await work()
  } finally {
    Object.assign(binding, { batch })
    Object.assign(statement, { all, raw, run, first })
  }
}

/** Returns the lines of the statement's query plan that scan a table, or a virtual table without a constraint. */
export async function scansOf(text: string): Promise<{ table: string; line: string }[]> {
  const plan = testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${text}`)
  const { results } = await plan
    .bind(...Array.from({ length: parameterCountOf(text) }, () => null))
    .all<{ detail: string }>()
  return results.flatMap(({ detail }) => {
    const [, table = ''] = /^SCAN (\S+)/.exec(detail) ?? []
    const isConstrained = /VIRTUAL TABLE INDEX (?:\d+:.+|\d{3,}:)$/.test(detail)
    return table === '' || isConstrained ? [] : [{ table, line: detail }]
  })
}

function parameterCountOf(text: string): number {
  const numbered = [...text.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number))
  return numbered.length > 0 ? Math.max(...numbered) : (text.match(/\?/g) ?? []).length
}

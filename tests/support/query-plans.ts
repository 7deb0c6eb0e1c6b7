/**
 * What SQLite would do for each statement the app prepares. Plans do not depend on how many rows there are (D1 keeps no
 * statistics), so a small shop's tell of a large one.
 */
import { testEnv } from './test-env.ts'

function sessions(): D1DatabaseSession {
  return Object.getPrototypeOf(testEnv.DB.withSession()) as D1DatabaseSession
}

/** Notes every statement's text from now on, whoever prepares it: tests and worker share the binding's class. */
export function noteStatements(): { texts: ReadonlySet<string>; stop(): void } {
  // Also what the binding itself is asked goes through a session.
  const binding = sessions()
  const { prepare } = binding
  const texts = new Set<string>()
  binding.prepare = function noted(this: D1DatabaseSession, text: string) {
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

/** Counts the trips to the database that something takes: a batch is one. */
export async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  return (await costOf(work)).trips
}

/** Trips to the database, and the statements in them. */
export async function costOf(work: () => Promise<unknown>): Promise<{ trips: number; statements: number }> {
  const binding = sessions()
  const statement = Object.getPrototypeOf(testEnv.DB.prepare('select 1')) as D1PreparedStatement
  const { batch } = binding
  const { all, raw, run, first } = statement
  let [trips, statements] = [0, 0]
  const counted = <Args extends unknown[], Answer>(call: (...args: Args) => Answer) =>
    function counting(this: unknown, ...args: Args): Answer {
      const [first] = args
      trips++
      statements += Array.isArray(first) ? first.length : 1
      return call.apply(this, args)
    }
  Object.assign(binding, { batch: counted(batch) })
  Object.assign(statement, { all: counted(all), raw: counted(raw), run: counted(run), first: counted(first) })
  try {
    await work()
  } finally {
    Object.assign(binding, { batch })
    Object.assign(statement, { all, raw, run, first })
  }
  return { trips, statements }
}

/** Lets every question to the database fail meanwhile. */
export async function withoutDatabase<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const binding = sessions()
  const statement = Object.getPrototypeOf(testEnv.DB.prepare('select 1')) as D1PreparedStatement
  const { batch } = binding
  const { all, raw, run, first } = statement
  const fail = () => Promise.reject(new Error('D1 is out of reach'))
  Object.assign(binding, { batch: fail })
  Object.assign(statement, { all: fail, raw: fail, run: fail, first: fail })
  try {
    return await work()
  } finally {
    Object.assign(binding, { batch })
    Object.assign(statement, { all, raw, run, first })
  }
}

/** The lines of a plan that read a table, or a virtual table without a constraint, from one end to the other. */
export async function scansOf(text: string): Promise<{ table: string; line: string }[]> {
  const plan = testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${text}`)
  const { results } = await plan.bind(...Array.from({ length: placesOf(text) }, () => null)).all<{ detail: string }>()
  return results.flatMap(({ detail }) => {
    const [, table = ''] = /^SCAN (\S+)/.exec(detail) ?? []
    const isConstrained = /VIRTUAL TABLE INDEX (?:\d+:.+|\d{3,}:)$/.test(detail)
    return table === '' || isConstrained ? [] : [{ table, line: detail }]
  })
}

function placesOf(text: string): number {
  const numbered = [...text.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number))
  return numbered.length > 0 ? Math.max(...numbered) : (text.match(/\?/g) ?? []).length
}

/**
 * Budgets of jobs. D1 allows about 1,000 statements per invocation, and all jobs of a cron run share them. Each job
 * works in steps, and starts another step only while its own budget and the common budget of all jobs are not used up.
 * The run of the next minute continues.
 */
import type { Env } from '../env.ts'

/** Once a job has prepared this many statements, it starts no further step. */
export const JOB_STATEMENTS = {
  reconcilePayments: 120,
  reconcileRefunds: 60,
  releaseRefunds: 30,
  sweepOrders: 150,
  remindBuyers: 30,
  queueReminders: 40,
  outboxSeats: 150,
  outboxRefunds: 100,
  outboxMail: 300,
  outboxLists: 50,
  purgeContactData: 50,
  auditBooks: 120,
  refreshPasses: 120,
  checkAvailability: 80,
} as const

/**
 * Once all jobs of a cron run, or all lanes of a queue batch, have prepared this many statements together, none of them
 * starts a further step. The steps in progress then need fewer than the remaining 400 statements.
 */
export const INVOCATION_STATEMENTS = 600

/** After this time, a job starts no further step. The cron starts a new run every minute. */
const MAX_MS = 45_000

export type JobBudget = {
  /** The bindings, with a database that counts prepared statements. */
  env: Env
  /** Whether the job may start another step. */
  hasLeft(): boolean
  /** The job's time: the instant that it received at its start, plus the time since then. */
  now(): number
}

/**
 * The budget of each counting database. If `startBudget` gets such a database, the new budget is nested in the database's
 * budget: it also has nothing left when the outer budget has nothing left.
 */
const budgets = new WeakMap<D1Database, JobBudget>()

export function startBudget(env: Env, startedAt: number, statements: number, milliseconds = MAX_MS): JobBudget {
  const began = Date.now()
  const now = () => startedAt + Date.now() - began
  const outer = budgets.get(env.DB)
  let prepared = 0
  const DB = countingDatabase(env.DB, () => {
    prepared++
  })
  const hasLeft = () => prepared < statements && now() - startedAt < milliseconds && (outer?.hasLeft() ?? true)
  const budget = { env: { ...env, DB }, hasLeft, now }
  budgets.set(DB, budget)
  return budget
}

function countingDatabase(database: D1Database, count: () => void): D1Database {
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        if (name === 'prepare') count()
        return Reflect.apply(value, target, given)
      }
    },
  })
}

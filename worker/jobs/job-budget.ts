/**
 * How much of an invocation one job may use. D1 answers about 1,000 statements an invocation, and all jobs of a cron share
 * them. Each job has a part of its own, and no job begins a page once all of them together have used up their common part;
 * the next minute goes on.
 */
import type { Env } from '../env.ts'

/** Statements that a job may prepare before it begins no further page. */
export const JOB_STATEMENTS = {
  reconcilePayments: 120,
  reconcileRefunds: 60,
  sweepOrders: 150,
  outboxSeats: 150,
  outboxRefunds: 100,
  outboxMail: 150,
  purgeContactData: 50,
  auditBooks: 120,
} as const

/**
 * Statements that all jobs of a cron, or all lanes of a batch of the queue, may prepare together before none of them begins
 * a further page. The pages that are open by then have the rest of the 1,000: together they need fewer than 400.
 */
export const INVOCATION_STATEMENTS = 600

/** The cron rings each minute. */
const MOST_MS = 45_000

export type JobBudget = {
  /** The bindings with a database that counts the statements prepared on it. */
  env: Env
  /** True while another page may begin. */
  hasLeft(): boolean
  /** The job's own clock: the instant it was started with, and what has passed since. */
  now(): number
}

/** The budgets of databases that count already: a budget that is started within another one ends with it. */
const budgets = new WeakMap<D1Database, JobBudget>()

export function startBudget(env: Env, startedAt: number, statements: number, milliseconds = MOST_MS): JobBudget {
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

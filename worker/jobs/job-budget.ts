/**
 * What one job may use of an invocation. D1 answers about 1,000 statements an invocation, and all jobs of a cron share
 * them, so each job has its own part; a job that has used up its part stops, and the next minute goes on.
 */
import type { Env } from '../env.ts'

/** Statements that a job may prepare. Together they stay below D1's 1,000 an invocation, with room for the last page of each. */
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

export function startBudget(env: Env, startedAt: number, statements: number, milliseconds = MOST_MS): JobBudget {
  const began = Date.now()
  const now = () => startedAt + Date.now() - began
  let prepared = 0
  const DB = countingDatabase(env.DB, () => {
    prepared++
  })
  return { env: { ...env, DB }, hasLeft: () => prepared < statements && now() - startedAt < milliseconds, now }
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

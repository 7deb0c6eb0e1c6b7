/** Releases refunds for which the organiser's time is over. */
import type { Env } from '../env.ts'
import { releaseDueRefunds } from '../services/refund-release.ts'
import { JOB_STATEMENTS, startBudget } from './job-budget.ts'

export async function releaseRefundsInTime(env: Env, now: number): Promise<void> {
  const budget = startBudget(env, now, JOB_STATEMENTS.releaseRefunds)
  let isMore = true
  while (isMore && budget.hasLeft()) isMore = (await releaseDueRefunds(budget.env, now)).released > 0
}

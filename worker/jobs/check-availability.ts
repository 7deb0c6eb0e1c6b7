/**
 * Copies to D1 which pricing categories of the events on sale are sold out, so that lists and prices do not offer tickets
 * that are gone. Events with few tickets left, and those whose sale has just opened, are read twice a minute. Sold-out events
 * are read less often: a cart that expires or a returned order gives their tickets back.
 */
import { HOUR, MINUTE } from '../../schema/limits.ts'
import { openDatabase } from '../db/database.ts'
import { type CheckedEvent, eventsToCheck, postponeCheck, storeAvailability } from '../db/event-availability.ts'
import type { CategoryLeft } from '../domain/seats/seat-hold.ts'
import type { Env } from '../env.ts'
import { log, reasonOf } from '../services/log.ts'
import { readCategoriesLeft } from '../services/seat-availability.ts'
import { JOB_STATEMENTS, startBudget } from './job-budget.ts'

/** The events that are read at the same time. */
const AT_ONCE = 10
const MAX_PER_RUN = 60
/** A category with at most this many tickets left may be sold out within a minute. */
const FEW_TICKETS = 200
const NEW_SALE_MS = HOUR
const LIVELY_MS = MINUTE / 2
const SOLD_OUT_MS = 2 * MINUTE
const LATER_MS = 10 * MINUTE

type Event = Awaited<ReturnType<typeof eventsToCheck>>[number]

export async function checkAvailability(env: Env, now: number): Promise<void> {
  const budget = startBudget(env, now, JOB_STATEMENTS.checkAvailability)
  const db = openDatabase(budget.env.DB)
  for (let done = 0; done < MAX_PER_RUN && budget.hasLeft(); done += AT_ONCE) {
    const due = await eventsToCheck(db, now, AT_ONCE)
    if (due.length === 0) return
    const results = await Promise.allSettled(due.map((event) => check(budget.env, event, budget.now())))
    await storeAvailability(
      db,
      results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
    )
    for (const [index, result] of results.entries()) {
      const event = due[index]
      if (!event || result.status === 'fulfilled') continue
      log('warn', 'availability unknown', { event: event.id, error: reasonOf(result.reason) })
      await postponeCheck(db, event.id, budget.now() + LATER_MS)
    }
  }
}

async function check(env: Env, event: Event, now: number): Promise<CheckedEvent> {
  const categories = await readCategoriesLeft(env, event, now)
  return {
    eventId: event.id,
    soldOutCategories: categories.filter(({ left }) => left === 0).map(({ number }) => number),
    nextCheckAt: now + pauseAfter(categories, now - event.presaleAt),
  }
}

/** A category without a ticket does not count: it is sold out, or has never had seats. */
function pauseAfter(categories: readonly CategoryLeft[], sinceOpeningMs: number): number {
  const withTickets = categories.filter(({ left }) => left > 0)
  if (sinceOpeningMs < NEW_SALE_MS || withTickets.some(({ left }) => left <= FEW_TICKETS)) return LIVELY_MS
  return withTickets.length === 0 ? SOLD_OUT_MS : LATER_MS
}

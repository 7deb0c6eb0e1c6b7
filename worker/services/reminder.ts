/**
 * Reminders by mail: goods are back in stock, a presale has begun, or a sold-out concert has free tickets (REMIND-01,
 * REMIND-02). A fan enters an address, and confirms it by the link in a mail (double opt-in). The fan gets one mail, and the
 * address is then deleted. Nothing in the answers or in their time shows whether an address is known.
 */
import type { ReminderForm } from '../../schema/inputs/reminder.ts'
import { HOUR } from '../../schema/limits.ts'
import { type ReminderKind, TICKETS_WORTH_A_MAIL } from '../../schema/rules/reminder.ts'
import type { ShopContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import { seatSourceOf } from '../db/event.ts'
import { type TicketSource, ticketSources } from '../db/event-availability.ts'
import { isShown } from '../db/range.ts'
import {
  confirmReminder as confirm,
  deleteReminder,
  insertReminder,
  type Reminder,
  type ReminderSubject,
  reminderSubjects,
  reminderWithKey,
} from '../db/reminder.ts'
import { buyerKeyOf } from '../domain/orders/buyer-address.ts'
import type { CategoryLeft } from '../domain/seats/seat-hold.ts'
import type { Env } from '../env.ts'
import { log, reasonOf } from './log.ts'
import { enqueueOutboxRows } from './outbox.ts'
import { withinRate } from './rate-limit.ts'
import { cachedCategoriesLeft, readCategoriesLeft } from './seat-availability.ts'
import { ShopError } from './shop-error.ts'

/** A fan who asks again for the same reminder within this time gets no further mail. */
const PAUSE_MS = HOUR

/**
 * Stores the request, and queues the mail that confirms it. Throws TOO_MANY_REQUESTS, NOT_FOUND if the shop has no such
 * product or event, and REMINDER_NOT_NEEDED if it is for sale or will never be.
 */
export async function requestReminder(context: ShopContext, form: ReminderForm): Promise<void> {
  const { env, db, shop, locale, now } = context
  const { kind, subjectId } = form
  const email = form.email.toLowerCase()
  const mailboxKey = buyerKeyOf(email)
  await withinRate(env.LINK_TRIES, env.LINK_TRIES_WIDE, context)
  const { success } = await env.NEWSLETTER_TRIES.limit({ key: `reminder/${mailboxKey}` })
  if (!success) throw new ShopError('TOO_MANY_REQUESTS', {})
  const subject = (await reminderSubjects(db, kind, [subjectId], now)).get(subjectId)
  if (!subject || !(await isOfShop(context, kind, subject))) throw new ShopError('NOT_FOUND', { what: kind })
  const isNeeded = subject.state === 'awaited' || (kind === 'tickets' && (await isJustSoldOut(context, subject)))
  if (!isNeeded) throw new ShopError('REMINDER_NOT_NEEDED', {})
  const reminder = { shopId: shop.id, kind, subjectId, email, mailboxKey, locale }
  await enqueueOutboxRows(env, await insertReminder(db, reminder, Math.floor(now / PAUSE_MS), now))
}

/**
 * The database learns some minutes late that a concert is sold out, and most fans ask in these minutes. They get the answer
 * that their seat map got, so thousands of requests cause no more calls to the event's objects.
 */
async function isJustSoldOut(context: ShopContext, { id, state }: ReminderSubject): Promise<boolean> {
  if (state !== 'for sale') return false
  const [source] = await ticketSources(context.db, [id])
  return !source || (await freeTickets(source, (event) => cachedCategoriesLeft(context, event))) < TICKETS_WORTH_A_MAIL
}

/** Returns those events that have enough free tickets for a mail, as their objects say, by id with the number of tickets. */
export async function eventsWithTickets(
  env: Env,
  db: Database,
  ids: string[],
  now: number,
): Promise<Map<string, number>> {
  const sources = await ticketSources(db, ids)
  const read = (source: TicketSource) => readCategoriesLeft(env, source, now)
  const free = await Promise.all(sources.map(async (source) => [source.id, await freeTickets(source, read)] as const))
  return new Map(free.filter(([, count]) => count >= TICKETS_WORTH_A_MAIL))
}

/**
 * Counts the free tickets that every fan may buy, so without places for wheelchairs and their companions. Without an answer,
 * an event counts as sold out.
 */
async function freeTickets(
  source: TicketSource,
  read: (source: TicketSource) => Promise<CategoryLeft[]>,
): Promise<number> {
  try {
    const sold = (await read(source)).filter(({ number }) => source.soldCategories.includes(number))
    return sold.reduce((sum, { left, reserved = 0 }) => sum + left - reserved, 0)
  } catch (error) {
    log('warn', 'availability unknown', { event: source.id, error: reasonOf(error) })
    return 0
  }
}

/** Whether the shop has a page of the product or the event. A band's shop also shows events that feature the band. */
async function isOfShop(
  { db, reads, range }: ShopContext,
  kind: ReminderKind,
  { id, artistId }: ReminderSubject,
): Promise<boolean> {
  if (kind !== 'stock') return (await reads.ask(seatSourceOf(db, range, id))).length > 0
  return (range.artistId === null || range.artistId === artistId) && isShown(range, artistId)
}

export type KnownReminder = { reminder: Reminder; subject: ReminderSubject }

/** Returns null if the key is wrong, or if the catalogue no longer contains the product or the event. */
export async function knownReminder(context: ShopContext, key: string): Promise<KnownReminder | null> {
  const { env, db, shop, now } = context
  await withinRate(env.UNCACHED_READS, env.UNCACHED_READS_WIDE, context)
  const reminder = await reminderWithKey(db, shop.id, key)
  if (!reminder) return null
  const subject = (await reminderSubjects(db, reminder.kind, [reminder.subjectId], now)).get(reminder.subjectId)
  return subject ? { reminder, subject } : null
}

/** Throws NOT_FOUND if the key is wrong, or if the reminder has been deleted. */
export async function confirmReminder(context: ShopContext, key: string): Promise<void> {
  const { env, db, shop, now } = context
  await withinRate(env.UNCACHED_READS, env.UNCACHED_READS_WIDE, context)
  if (!(await confirm(db, shop.id, key, now))) throw new ShopError('NOT_FOUND', { what: 'reminder' })
}

export async function endReminder(context: ShopContext, key: string): Promise<void> {
  const { env, db, shop } = context
  await withinRate(env.UNCACHED_READS, env.UNCACHED_READS_WIDE, context)
  await deleteReminder(db, shop.id, key)
}

/** Reminders that fans have asked for by mail address, and the products and events that they are about. */
import { and, asc, eq, type InferSelectModel, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Image } from '../../schema/catalogue-values.ts'
import { newId } from '../../schema/ids.ts'
import { DAY } from '../../schema/limits.ts'
import type { Locale, Localised } from '../../schema/locale.ts'
import { cityName } from '../../schema/rules/city-name.ts'
import { formatDateTime } from '../../schema/rules/date-format.ts'
import { type SaleState, saleState, showsDate, ticketsCanReturn } from '../../schema/rules/event-sale.ts'
import type { ReminderKind } from '../../schema/rules/reminder.ts'
import { products, variantStock, variants } from '../../schema/tables/catalogue.ts'
import { reminders } from '../../schema/tables/reminder.ts'
import { productPath } from '../domain/catalogue/product-path.ts'
import { splitDescription } from '../domain/catalogue/variant-description.ts'
import { runBatch } from './batch.ts'
import { columnsOf } from './columns-of.ts'
import type { Database } from './database.ts'
import { eventsByIds } from './event.ts'
import { isOneOf } from './id-list.ts'

export type Reminder = InferSelectModel<typeof reminders>

export type ReminderSubject = {
  id: string
  artistId: string | null
  title: Localised
  /** What tells it from subjects with the same title: the variant, or the event's city. */
  variant: Localised
  /** The variant, or the event's date, venue and city. */
  detail: Localised
  path: string
  /** The product's first picture, or the event's. */
  image: Image | null
  /** `awaited`: a reminder makes sense. `over`: it will never be for sale. */
  state: 'awaited' | 'for sale' | 'over'
}

/** How many mails that ask for a confirmation a mailbox gets in a day, because anyone can enter any address. */
const REQUESTS_PER_DAY = 10

const isWaiting = and(isNotNull(reminders.confirmedAt), isNull(reminders.queuedAt))

/**
 * Returns the subjects by id, without unknown ids. A sold-out concert is known as such some minutes late
 * (`event_availability`).
 */
export async function reminderSubjects(
  db: Database,
  kind: ReminderKind,
  ids: string[],
  now: number,
): Promise<Map<string, ReminderSubject>> {
  const found = kind === 'stock' ? await stockSubjects(db, ids) : await eventSubjects(db, kind, ids, now)
  return new Map(found.map((subject) => [subject.id, subject]))
}

async function stockSubjects(db: Database, ids: string[]): Promise<ReminderSubject[]> {
  const rows = await db
    .select({ variant: columnsOf(variants), product: columnsOf(products), stock: variantStock.available })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .leftJoin(variantStock, eq(variantStock.variantId, variants.id))
    .where(isOneOf(variants.id, ids))
  return rows.map(({ variant, product, stock }) => {
    const isForSale = variant.active && (stock === null || stock > 0)
    const { de, en } = variant.description
    // The only variant of a product often has the product's name.
    const nameIn = (locale: Locale, description: string) => {
      const { name } = splitDescription(description)
      return name === product.name[locale] ? '' : name
    }
    const name = { de: nameIn('de', de), en: nameIn('en', en) }
    return {
      id: variant.id,
      artistId: product.artistId,
      title: product.descriptiveName,
      variant: name,
      detail: name,
      path: productPath(product),
      image: product.images.toSorted((a, b) => a.order - b.order)[0] ?? null,
      state: !product.active ? 'over' : isForSale ? 'for sale' : 'awaited',
    }
  })
}

async function eventSubjects(
  db: Database,
  kind: 'presale' | 'tickets',
  ids: string[],
  now: number,
): Promise<ReminderSubject[]> {
  const rows = await eventsByIds(db, ids)
  return rows.map(({ event, venue, isSoldOut }) => {
    const sale = saleState(event, now)
    const city = { de: venue.city, en: cityName(venue.city, 'en') }
    const detailIn = (locale: Locale) => {
      const place = `${venue.name}, ${city[locale]}`
      return showsDate(event) ? `${formatDateTime(event.happeningFromAt, venue.timeZone, locale)} · ${place}` : place
    }
    return {
      id: event.id,
      artistId: event.artistId,
      title: event.descriptiveName,
      // A band plays several concerts of the same name on a tour.
      variant: city,
      detail: { de: detailIn('de'), en: detailIn('en') },
      path: `/events/${event.slug}`,
      image: event.image,
      state:
        kind === 'presale'
          ? presaleState(sale)
          : !ticketsCanReturn(event, now)
            ? 'over'
            : ticketsState(sale, isSoldOut),
    }
  })
}

function presaleState(sale: SaleState): ReminderSubject['state'] {
  return sale === 'presale' ? 'awaited' : sale === 'open' ? 'for sale' : 'over'
}

/** The organiser may move the presale of a sold-out concert into the future, and fans then wait for it. */
function ticketsState(sale: SaleState, isSoldOut: boolean): ReminderSubject['state'] {
  return sale === 'open' && !isSoldOut ? 'for sale' : 'awaited'
}

type NewReminder = Pick<Reminder, 'shopId' | 'kind' | 'subjectId' | 'email' | 'mailboxKey' | 'locale'>

/**
 * Stores the reminder, unless it exists, and queues the mail with its link at most once per `period`. Writes nothing if the
 * mailbox has reached its limit. Returns the id reserved for the outbox row. The statements are the same in all cases, so
 * the caller learns nothing about the address.
 */
export async function insertReminder(db: Database, given: NewReminder, period: number, now: number): Promise<string> {
  const { shopId, kind, subjectId, email, mailboxKey, locale } = given
  const outboxId = newId('outbox', now)
  const isWithinLimit = sql`(select count(*) from reminders as asked join outbox as sent on sent.subject_id = asked.id
    and sent.kind = 'mail_reminder_request' where asked.mailbox_key = ${mailboxKey}
      and sent.created_at > ${now - DAY}) < ${REQUESTS_PER_DAY}`
  await runBatch(db, [
    sql`insert into reminders (id, shop_id, kind, subject_id, email, mailbox_key, locale, key, created_at)
      select ${newId('reminder', now)}, ${shopId}, ${kind}, ${subjectId}, ${email}, ${mailboxKey}, ${locale}, ${newKey()}, ${now}
      where ${isWithinLimit} on conflict do nothing`,
    sql`insert into outbox (id, kind, subject_id, discriminator, created_at, attempts, next_attempt_at)
      select ${outboxId}, 'mail_reminder_request', id, ${String(period)}, ${now}, 0, ${now} from reminders
      where kind = ${kind} and subject_id = ${subjectId} and email = ${email} and shop_id = ${shopId} and ${isWithinLimit}
      on conflict (kind, subject_id, discriminator) do nothing`,
  ])
  return outboxId
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function findReminder(db: Database, id: string): Promise<Reminder | undefined> {
  const [row] = await db.select().from(reminders).where(eq(reminders.id, id))
  return row
}

const hasKey = (shopId: string, key: string) => and(eq(reminders.key, key), eq(reminders.shopId, shopId))

export async function reminderWithKey(db: Database, shopId: string, key: string): Promise<Reminder | undefined> {
  const [row] = await db.select().from(reminders).where(hasKey(shopId, key))
  return row
}

/** Returns whether there is such a reminder. */
export async function confirmReminder(db: Database, shopId: string, key: string, now: number): Promise<boolean> {
  const confirmed = await db
    .update(reminders)
    .set({ confirmedAt: sql`ifnull(${reminders.confirmedAt}, ${now})` })
    .where(hasKey(shopId, key))
    .returning({ id: reminders.id })
  return confirmed.length > 0
}

export async function deleteReminder(db: Database, shopId: string, key: string): Promise<void> {
  await db.delete(reminders).where(hasKey(shopId, key))
}

/**
 * Returns the ids of subjects after `after` of which confirmed reminders wait, in order. The recursion jumps from one subject to the
 * next in the index, so that thousands of reminders of one subject cost one step.
 */
export async function awaitedSubjectIds(
  db: Database,
  kind: ReminderKind,
  after: string,
  limit: number,
): Promise<string[]> {
  const next = (bound: ReturnType<typeof sql>) => sql`(select min(subject_id) from reminders
    where confirmed_at is not null and queued_at is null and kind = ${kind} and subject_id > ${bound})`
  const rows = await db.all<{ id: string }>(sql`with recursive awaited (id) as (
    select ${next(sql`${after}`)}
    union all select ${next(sql`awaited.id`)} from awaited where awaited.id is not null limit ${limit})
    select id from awaited where id is not null`)
  return rows.map(({ id }) => id)
}

/**
 * Queues the mails of up to `limit` waiting reminders of the subjects, those who asked first before the others. A reminder
 * that another run has queued meanwhile is not queued twice. Returns the ids reserved for the outbox rows.
 */
export async function queueReminderMails(
  db: Database,
  kind: ReminderKind,
  subjectIds: string[],
  limit: number,
  now: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: reminders.id })
    .from(reminders)
    .where(and(eq(reminders.kind, kind), isOneOf(reminders.subjectId, subjectIds), isWaiting))
    .orderBy(asc(reminders.subjectId), asc(reminders.confirmedAt))
    .limit(limit)
  const given = rows.map(({ id }) => ({ id, mail: newId('outbox', now) }))
  const list = JSON.stringify(given)
  await runBatch(db, [
    // A reminder that waits again has another time, because its subject was gone before the mail was sent.
    sql`insert into outbox (id, kind, subject_id, discriminator, created_at, attempts, next_attempt_at)
      select given.value ->> 'mail', 'mail_reminder', reminders.id, ${String(now)}, ${now}, 0, ${now}
      from json_each(${list}) as given join reminders on reminders.id = given.value ->> 'id'
      where reminders.confirmed_at is not null and reminders.queued_at is null
      on conflict (kind, subject_id, discriminator) do nothing`,
    sql`update reminders set queued_at = ${now} where queued_at is null
      and id in (select value ->> 'id' from json_each(${list}))`,
  ])
  return given.map(({ mail }) => mail)
}

/** Lets the reminder wait again, because its subject was sold out before the mail was sent. */
export async function letReminderWait(db: Database, id: string): Promise<void> {
  await db.update(reminders).set({ queuedAt: null }).where(eq(reminders.id, id))
}

export async function forgetReminder(db: Database, id: string): Promise<void> {
  await db.delete(reminders).where(eq(reminders.id, id))
}

/**
 * The audit of the books: reads the facts page by page, lets the rules find what does not agree, repairs what has one right
 * answer and notes the rest as incidents. A pass over everything may take several slices; a cursor says where it stopped.
 */
import {
  type AuditedEvent,
  auditedEventAfter,
  moneyUnderWay,
  orderBooksAfter,
  presaleCodesAfter,
  seatOrdersOf,
  stockBooksAfter,
} from '../db/book-facts.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { noteIncident } from '../db/incident.ts'
import {
  type AuditedFinding,
  type AuditMoment,
  type AuditSlice,
  auditMoment,
  auditOrder,
  auditPresaleCode,
  auditRefund,
  auditStock,
  auditWebhook,
  type Finding,
  found,
} from '../domain/book-audit.ts'
import type { SoldClaimKey } from '../domain/seat-hold.ts'
import { auditSeats, type BlockClaim } from '../domain/sold-seat-audit.ts'
import type { Env } from '../env.ts'
import { repairBooks } from './book-repair.ts'
import { log, reasonOf } from './log.ts'
import { seatsObject } from './seat-objects.ts'

const ORDERS_AT_ONCE = 400
const ROWS_AT_ONCE = 200
const CLAIMS_AT_ONCE = 2_000

type Page = { findings: Finding[] /** Null where nothing is left. */; last: string | null }
type Phase = (env: Env, db: Database, after: string, moment: AuditMoment) => Promise<Page>

const PHASES: Record<string, Phase> = { orders, seats, stock, codes, money }

/**
 * From `cursor` (empty: the beginning) while `hasLeft`. In a shop that is resting, what is young is a finding too, and
 * nothing is repaired or noted: who says so may be wrong.
 */
export async function auditBooks(
  env: Env,
  cursor: string,
  now: number,
  hasLeft: () => boolean,
  resting = false,
): Promise<AuditSlice> {
  const db = openDatabase(env.DB)
  const moment = auditMoment(now, resting)
  const findings: AuditedFinding[] = []
  let [, name = '', after = ''] = /^(\w+):(.*)$/.exec(cursor) ?? []
  for (const [phase, look] of Object.entries(PHASES)) {
    if (name !== '' && name !== phase) continue
    name = ''
    for (;;) {
      if (!hasLeft()) return { findings, cursor: `${phase}:${after}` }
      const page = await look(env, db, after, moment)
      for (const finding of page.findings)
        findings.push(resting ? { ...finding, isRepaired: false } : await settle(env, db, finding, now))
      if (page.last === null) break
      after = page.last
    }
    after = ''
  }
  return { findings, cursor: null }
}

async function settle(env: Env, db: Database, finding: Finding, now: number): Promise<AuditedFinding> {
  const { kind, subjectId, details, repair } = finding
  if (repair && (await tryRepair(env, finding, now))) {
    log('warn', 'books repaired', { kind, subject: subjectId })
    return { ...finding, isRepaired: true }
  }
  if (await noteIncident(db, { kind, subjectId, details }, now))
    log('error', 'books differ', { kind, subject: subjectId })
  return { ...finding, isRepaired: false }
}

async function tryRepair(env: Env, { kind, subjectId, repair }: Finding, now: number): Promise<boolean> {
  try {
    return repair !== null && (await repairBooks(env, repair, now))
  } catch (error) {
    log('warn', 'books not repaired', { kind, subject: subjectId, error: reasonOf(error) })
    return false
  }
}

async function orders(_env: Env, db: Database, after: string, moment: AuditMoment): Promise<Page> {
  const books = await orderBooksAfter(db, after, moment.now, ORDERS_AT_ONCE)
  return { findings: books.flatMap((book) => auditOrder(book, moment)), last: books.at(-1)?.id ?? null }
}

async function stock(_env: Env, db: Database, after: string): Promise<Page> {
  const books = await stockBooksAfter(db, after, ROWS_AT_ONCE)
  return { findings: books.flatMap(auditStock), last: books.at(-1)?.variantId ?? null }
}

async function codes(_env: Env, db: Database, after: string): Promise<Page> {
  const used = await presaleCodesAfter(db, after, ROWS_AT_ONCE)
  return { findings: used.flatMap(auditPresaleCode), last: used.at(-1)?.id ?? null }
}

async function money(_env: Env, db: Database, _after: string, { now }: AuditMoment): Promise<Page> {
  const { refunds, webhook } = await moneyUnderWay(db, now, ROWS_AT_ONCE)
  return {
    findings: [...refunds.flatMap((refund) => auditRefund(refund, now)), ...auditWebhook('stripe', webhook)],
    last: null,
  }
}

/** One event a page. The objects are asked first: see `domain/sold-seat-audit`. */
async function seats(env: Env, db: Database, after: string, moment: AuditMoment): Promise<Page> {
  const event = await auditedEventAfter(db, after, moment.now)
  if (!event) return { findings: [], last: null }
  try {
    const { claims, findings } = await askObjects(env, event, moment.now)
    const orders = await seatOrdersOf(db, event.id, new Set(claims.map(({ orderId }) => orderId)))
    const { id: eventId, capacities } = event
    return { findings: [...findings, ...auditSeats({ eventId, claims, orders, capacities }, moment)], last: eventId }
  } catch (error) {
    return { findings: [found('seat_object_unreachable', event.id, { error: reasonOf(error) })], last: event.id }
  }
}

async function askObjects(
  env: Env,
  { id, blockCount }: AuditedEvent,
  now: number,
): Promise<{ claims: BlockClaim[]; findings: Finding[] }> {
  const claims: BlockClaim[] = []
  const findings: Finding[] = []
  for (let block = 0; block < blockCount; block++) {
    const object = seatsObject(env, id, block)
    const { faults } = await object.audit(now)
    if (faults.length > 0) {
      const details = { eventId: id, block, faults: faults.length, first: faults[0] ?? null }
      findings.push(found('seat_object_inconsistent', `${id}/${block}`, details))
    }
    let after: SoldClaimKey | null = null
    do {
      const page: Awaited<ReturnType<typeof object.soldClaims>> = await object.soldClaims(after, CLAIMS_AT_ONCE)
      claims.push(...page.claims.map((claim) => ({ ...claim, block })))
      after = page.next
    } while (after !== null)
  }
  return { claims, findings }
}

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
import { noteIncidents, openAmong } from '../db/incident.ts'
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
type Settled = {
  findings: AuditedFinding[]
  /** True where the budget ended among the page's repairs, and looking at the page again leads on. */
  isCutShort: boolean
}

const PHASES: Record<string, Phase> = { orders, seats, stock, codes, money }

/**
 * From `cursor` (empty: the beginning) while `hasLeft`. In a shop that is resting, what is young is a finding too, and
 * nothing is repaired or noted: who says so may be wrong. A phase that cannot be read ends early and the others follow.
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
  let pages = 0
  let [, name = '', after = ''] = /^(\w+):(.*)$/.exec(cursor) ?? []
  for (const [phase, look] of Object.entries(PHASES)) {
    if (name !== '' && name !== phase) continue
    name = ''
    try {
      for (;;) {
        if (!hasLeft()) return { findings, cursor: `${phase}:${after}` }
        const page = await look(env, db, after, moment)
        const isFirst = pages++ === 0
        const settled = resting ? untouched(page.findings) : await settle(env, db, page.findings, now, hasLeft, isFirst)
        findings.push(...settled.findings)
        if (settled.isCutShort) return { findings, cursor: `${phase}:${after}` }
        if (page.last === null) break
        after = page.last
      }
    } catch (error) {
      findings.push(await unreadable(db, phase, error, now))
    }
    after = ''
  }
  return { findings, cursor: null }
}

async function unreadable(db: Database, phase: string, error: unknown, now: number): Promise<AuditedFinding> {
  const finding = found('books_unreadable', phase, { error: reasonOf(error) })
  try {
    await note(db, [finding], now)
  } catch {
    log('error', 'books unreadable', { phase, error: reasonOf(error) })
  }
  return { ...finding, isRepaired: false }
}

function untouched(findings: Finding[]): Settled {
  return { findings: findings.map((finding) => ({ ...finding, isRepaired: false })), isCutShort: false }
}

/**
 * Repairs while the budget lasts, and notes the rest together. A rebooking that failed is left to the person who has its
 * incident: each new try would move the order's epoch under a payment in progress.
 */
async function settle(
  env: Env,
  db: Database,
  page: Finding[],
  now: number,
  hasLeft: () => boolean,
  isFirst: boolean,
): Promise<Settled> {
  const rebooks = page.filter(({ repair }) => repair?.kind === 'rebook')
  const open = new Set((rebooks.length > 0 ? await openAmong(db, rebooks) : []).map(keyOf))
  const findings: AuditedFinding[] = []
  let tried = 0
  let repaired = 0
  let postponed = 0
  for (const finding of page) {
    const isRepairable = finding.repair !== null && !open.has(keyOf(finding))
    if (isRepairable && !hasLeft()) {
      postponed++
      continue
    }
    const isRepaired = isRepairable && (await tryRepair(env, finding, now))
    if (isRepairable) tried++
    if (isRepaired) repaired++
    findings.push({ ...finding, isRepaired })
  }
  const left = findings.filter(({ isRepaired }) => !isRepaired)
  await note(db, left, now)
  const leadsOn = repaired > 0 || (tried === 0 && !isFirst)
  return { findings, isCutShort: postponed > 0 && leadsOn }
}

async function note(db: Database, findings: readonly Finding[], now: number): Promise<void> {
  const noted = findings.map(({ kind, subjectId, details }) => ({ kind, subjectId, details }))
  for (const { kind, subjectId } of await noteIncidents(db, noted, now))
    log('error', 'books differ', { kind, subject: subjectId })
}

function keyOf({ kind, subjectId }: { kind: string; subjectId: string }): string {
  return `${kind} ${subjectId}`
}

async function tryRepair(env: Env, { kind, subjectId, repair }: Finding, now: number): Promise<boolean> {
  try {
    const isRepaired = repair !== null && (await repairBooks(env, repair, now))
    if (isRepaired) log('warn', 'books repaired', { kind, subject: subjectId })
    return isRepaired
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

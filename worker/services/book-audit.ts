/**
 * Audits the books: reads the facts page by page and applies the rules. A difference that has exactly one correct repair is
 * repaired. Any difference that remains becomes an incident for operators. One pass may take several slices. A cursor stores
 * when the pass began and where its last slice stopped. At its end, a complete pass resolves the incidents that it could
 * judge and whose difference it did not find again.
 */
import {
  type AuditedEvent,
  auditedEventAfter,
  judgedIncidents,
  judgedPlacements,
  moneyUnderWay,
  orderBooksAfter,
  presaleCodesAfter,
  seatOrdersOf,
  stockBooksAfter,
  voucherBooksAfter,
} from '../db/book-facts.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { noteIncidents, openOrAcceptedAmong, resolveIncidents, resolveUnseen, wasSeenSince } from '../db/incident.ts'
import {
  type AuditedFinding,
  type AuditMoment,
  type AuditSlice,
  auditMoment,
  auditOrder,
  auditOutbox,
  auditPresaleCode,
  auditRefund,
  auditStock,
  auditVoucher,
  auditWebhook,
  FINDINGS,
  type Finding,
  type FindingKind,
  found,
  isSeatFinding,
  SETTLING_MS,
  webhookIsJudgeable,
} from '../domain/orders/book-audit.ts'
import type { SoldClaimKey } from '../domain/seats/seat-hold.ts'
import { auditSeats, type BlockClaim } from '../domain/seats/sold-seat-audit.ts'
import type { Env } from '../env.ts'
import { PROVIDER_ACCOUNTS } from '../payments/table.ts'
import { repairBooks } from './book-repair.ts'
import { log, reasonOf } from './log.ts'
import { seatsObject } from './seat-objects.ts'

const ORDERS_AT_ONCE = 400
const ROWS_AT_ONCE = 200
const CLAIMS_AT_ONCE = 2_000

type Page = {
  findings: Finding[]
  /** Null after the last page. */
  last: string | null
  /** Kinds of findings that this page could not judge. */
  unjudged?: FindingKind[]
}
type Phase = (env: Env, db: Database, after: string, moment: AuditMoment) => Promise<Page>
type Settled = {
  findings: AuditedFinding[]
  /** The number of repairs that the budget did not allow. */
  postponed: number
  /** Whether the slice ends here, and the next slice reads the page again to make the postponed repairs. */
  isCutShort: boolean
}

const PHASES: Record<string, Phase> = { orders, seats, stock, codes, vouchers, money }

/**
 * Audits from `cursor` (empty: from the beginning) for as long as `hasLeft` returns true. With `resting`, the caller claims
 * that nobody uses the shop, so recent differences are findings too. Because the claim may be wrong, such an audit only
 * reports its findings: it repairs and records nothing. A phase that cannot be read is a finding, and the audit continues
 * with the next phase.
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
  // Only the last phase adds to this list. Its one page is read in the slice that resolves incidents, so the cursor need
  // not store the list.
  const unjudged: FindingKind[] = []
  let pages = 0
  let [, began = cursor === '' ? String(now) : '', name = '', after = ''] =
    /^(?:(\d+)\/)?(\w+):(.*)$/.exec(cursor) ?? []
  const cursorAt = (phase: string) => `${began === '' ? '' : `${began}/`}${phase}:${after}`
  for (const [phase, look] of Object.entries(PHASES)) {
    if (name !== '' && name !== phase) continue
    name = ''
    try {
      for (;;) {
        if (!hasLeft()) return { findings, cursor: cursorAt(phase) }
        const page = await look(env, db, after, moment)
        const isFirst = pages++ === 0
        const settled = resting ? untouched(page.findings) : await settle(env, db, page.findings, now, hasLeft, isFirst)
        findings.push(...settled.findings)
        if (settled.isCutShort) return { findings, cursor: cursorAt(phase) }
        if (settled.postponed > 0) began = ''
        unjudged.push(...(page.unjudged ?? []))
        if (page.last === null) break
        after = page.last
      }
    } catch (error) {
      const finding = found('books_unreadable', phase, { error: reasonOf(error) })
      findings.push(...(resting ? untouched([finding]).findings : [await noteUnreadable(db, finding, now)]))
      began = ''
    }
    after = ''
  }
  if (began !== '' && !resting) await resolveUnfound(db, Number(began), now, unjudged)
  return { findings, cursor: null }
}

/**
 * Resolves the incidents that the pass did not find again. Runs only after a pass that could read every phase and
 * left out no repair. Any other pass has deleted its start time from the cursor.
 */
async function resolveUnfound(
  db: Database,
  began: number,
  now: number,
  unjudged: readonly FindingKind[],
): Promise<void> {
  const areSeatsKnown = !(await wasSeenSince(db, 'seat_object_unreachable', began))
  const kinds = (Object.keys(FINDINGS) as FindingKind[]).filter(
    (kind) => (areSeatsKnown || !isSeatFinding(kind)) && !unjudged.includes(kind),
  )
  const resolved = await resolveUnseen(db, judgedIncidents(kinds, began, now), began, now)
  // A seat that an abandoned placement did not release is still sold to an order that was never written. If there is no
  // such seat, all these placements have released theirs.
  if (areSeatsKnown && !(await wasSeenSince(db, 'seat_without_order', began)))
    resolved.push(...(await resolveUnseen(db, judgedPlacements(now), began - SETTLING_MS, now)))
  for (const { kind, subjectId } of resolved) log('info', 'books agree again', { kind, subject: subjectId })
}

/** Records that a phase could not be read. If the incident cannot be written either, only the log shows it. */
async function noteUnreadable(db: Database, unread: Finding, now: number): Promise<AuditedFinding> {
  const finding = { ...unread, isRepaired: false }
  try {
    const [noted] = await note(db, [finding], now)
    return noted ?? { ...finding, isAccepted: false }
  } catch {
    log('error', 'books unreadable', { phase: finding.subjectId, ...finding.details })
    return { ...finding, isAccepted: false }
  }
}

function untouched(page: Finding[]): Settled {
  const findings = page.map((finding) => ({ ...finding, isRepaired: false, isAccepted: false }))
  return { findings, postponed: 0, isCutShort: false }
}

/**
 * Repairs findings while the budget lasts, and postpones the repairs beyond it. All findings that are neither repaired nor
 * postponed are recorded together. Findings that an operator has accepted are not repaired. A rebooking that failed before
 * is left to an operator, because each attempt increases the order's seat epoch, which can disturb a payment in progress.
 */
async function settle(
  env: Env,
  db: Database,
  page: Finding[],
  now: number,
  hasLeft: () => boolean,
  isFirst: boolean,
): Promise<Settled> {
  const repairs = page.filter(({ repair }) => repair !== null)
  const standing = new Map(
    (await openOrAcceptedAmong(db, repairs)).map((known) => [keyOf(known), known.isAccepted === 1]),
  )
  const findings: (Finding & { isRepaired: boolean })[] = []
  let tried = 0
  let postponed = 0
  for (const finding of page) {
    const { repair } = finding
    const isAccepted = standing.get(keyOf(finding))
    const isRepairable = repair !== null && isAccepted !== true && !(repair.kind === 'rebook' && isAccepted === false)
    if (isRepairable && !hasLeft()) {
      postponed++
      continue
    }
    if (isRepairable) tried++
    findings.push({ ...finding, isRepaired: isRepairable && (await tryRepair(env, finding, now)) })
  }
  const repaired = findings.filter(({ isRepaired }) => isRepaired)
  await resolveIncidents(db, repaired, now)
  const noted = await note(db, findings, now)
  const leadsOn = repaired.length > 0 || (tried === 0 && !isFirst)
  return { findings: noted, postponed, isCutShort: postponed > 0 && leadsOn }
}

/** Records an incident for each finding that is left to an operator. */
async function note(
  db: Database,
  findings: readonly (Finding & { isRepaired: boolean })[],
  now: number,
): Promise<AuditedFinding[]> {
  const left = findings.filter(({ isRepaired }) => !isRepaired)
  const noted = await noteIncidents(
    db,
    left.map(({ kind, subjectId, details }) => ({ kind, subjectId, details })),
    now,
  )
  for (const { kind, subjectId, isNew } of noted) if (isNew) log('error', 'books differ', { kind, subject: subjectId })
  const accepted = new Set(noted.filter(({ isOpen }) => !isOpen).map(keyOf))
  return findings.map((finding) => ({ ...finding, isAccepted: !finding.isRepaired && accepted.has(keyOf(finding)) }))
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

async function vouchers(_env: Env, db: Database, after: string): Promise<Page> {
  const books = await voucherBooksAfter(db, after, ROWS_AT_ONCE)
  return { findings: books.flatMap(auditVoucher), last: books.at(-1)?.id ?? null }
}

async function money(_env: Env, db: Database, _after: string, { now }: AuditMoment): Promise<Page> {
  const accounts = Object.values(PROVIDER_ACCOUNTS)
  const { refunds, webhooks, outbox } = await moneyUnderWay(db, accounts, now, ROWS_AT_ONCE)
  const findings = [
    ...refunds.flatMap((refund) => auditRefund(refund, now)),
    ...webhooks.flatMap((webhook) => auditWebhook(webhook.provider, webhook)),
    ...outbox.flatMap((oldest) => auditOutbox(oldest, now)),
  ]
  return { findings, last: null, unjudged: webhooks.every(webhookIsJudgeable) ? [] : ['webhook_silent'] }
}

/** One event per page. The seat objects are read before the orders. `domain/seats/sold-seat-audit` explains why. */
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

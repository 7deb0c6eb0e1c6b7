/**
 * `npm run orders -- bank FILE`: records the transfers of a bank statement that fit an order, and lists all others with the
 * reason. The same statement may be recorded again, because each booking counts once.
 */
import { readFileSync, statSync } from 'node:fs'
import { type Cents, decimalEuros } from '../../schema/money.ts'
import {
  type BankBooking,
  type BookingVerdict,
  type KnownTransfers,
  matchBookings,
  referencesIn,
} from '../domain/orders/bank-booking.ts'
import { messageOf } from '../domain/text/error-message.ts'
import { type BankStatement, readStatement } from './bank-statement.ts'
import { ask } from './operator-client.ts'

const LARGEST_STATEMENT = 50 * 1024 * 1024
/** The bookings of one request to the shop. */
const BATCH_SIZE = 100
/** A purpose of many digits may contain several texts that look like order numbers. */
const MOST_REFERENCES = 10

type Ask = (method: string, path: string, body: object) => Promise<unknown>
type BankReceipt = { returnedCents: number }
type Line = { booking: BankBooking; reason: string; order: string }

export type StatementReport = {
  recorded: { booking: BankBooking; reference: string; isCorrected: boolean }[]
  /** How many bookings an earlier command recorded. */
  known: number
  /** The bookings about which the operator decides. */
  open: Line[]
  /** The bookings that fit an order, but were refused. */
  failed: Line[]
  /** The error at which the command stopped. The later bookings were not compared. */
  stoppedBy: string | null
}

export async function recordStatement(path: string, isDryRun: boolean): Promise<void> {
  if (statSync(path).size > LARGEST_STATEMENT) throw new Error(`${path} is larger than 50 MB`)
  const statement = readStatement(readFileSync(path))
  const report = await settleStatement(statement, ask, isDryRun)
  print(report, statement, isDryRun)
  if (report.failed.length > 0 || report.stoppedBy !== null) process.exitCode = 1
}

/** Compares the bookings with the shop's orders, and records those that fit unless `isDryRun` is true. */
export async function settleStatement(
  { bookings }: Pick<BankStatement, 'bookings'>,
  askShop: Ask,
  isDryRun: boolean,
): Promise<StatementReport> {
  const report: StatementReport = { recorded: [], known: 0, open: [], failed: [], stoppedBy: null }
  const matched = new Set<string>()
  try {
    for (let start = 0; start < bookings.length; start += BATCH_SIZE) {
      await settleBatch(bookings.slice(start, start + BATCH_SIZE), askShop, isDryRun, matched, report)
    }
  } catch (error) {
    // The operator must still see which bookings were recorded before the error.
    report.stoppedBy = messageOf(error)
  }
  return report
}

async function settleBatch(
  batch: BankBooking[],
  askShop: Ask,
  isDryRun: boolean,
  matched: Set<string>,
  report: StatementReport,
): Promise<void> {
  const known = (await askShop('POST', '/orders/transfers', {
    references: [...new Set(batch.flatMap(({ purpose }) => referencesIn(purpose).slice(0, MOST_REFERENCES)))],
    bookingIds: batch.map(({ id }) => id),
  })) as KnownTransfers
  const verdicts = matchBookings(batch, withoutMatched(known, matched))
  for (const [index, booking] of batch.entries()) {
    const verdict = verdicts[index]
    if (!verdict) continue
    if (verdict.kind === 'recorded') report.known++
    else if (verdict.kind === 'match') {
      matched.add(verdict.reference)
      await record(booking, verdict, askShop, isDryRun, report)
    } else report.open.push({ booking, ...explained(verdict, booking) })
  }
}

/** In a dry run, the shop does not know which orders an earlier batch has matched. */
function withoutMatched(known: KnownTransfers, matched: ReadonlySet<string>): KnownTransfers {
  const paid = (orders: KnownTransfers['named']) =>
    orders.map((order) => (matched.has(order.reference) ? { ...order, balanceCents: 0 } : order))
  return { ...known, named: paid(known.named), unpaid: paid(known.unpaid) }
}

async function record(
  booking: BankBooking,
  { reference, isCorrected }: Extract<BookingVerdict, { kind: 'match' }>,
  askShop: Ask,
  isDryRun: boolean,
  report: StatementReport,
): Promise<void> {
  try {
    const { id: bookingId, amountCents } = booking
    if (isDryRun) return void report.recorded.push({ booking, reference, isCorrected })
    const receipt = (await askShop('POST', '/orders/mark-paid', { reference, amountCents, bookingId })) as BankReceipt
    if (receipt.returnedCents > 0) {
      const reason = 'recorded, but the order takes no money: a refund is open'
      report.open.push({ booking, order: reference, reason })
    } else report.recorded.push({ booking, reference, isCorrected })
  } catch (error) {
    report.failed.push({ booking, order: reference, reason: messageOf(error) })
  }
}

function explained(
  verdict: Exclude<BookingVerdict, { kind: 'match' | 'recorded' }>,
  { doubt }: BankBooking,
): Omit<Line, 'booking'> {
  switch (verdict.kind) {
    case 'partial':
      return { order: verdict.reference, reason: `too little: ${euros(verdict.balanceCents)} are open` }
    case 'excess':
      return { order: verdict.reference, reason: `too much: only ${euros(verdict.balanceCents)} are open` }
    case 'rest':
      return { order: verdict.reference, reason: 'fits the rest of a partial payment: is it another transfer?' }
    case 'duplicate':
      return { order: verdict.reference, reason: 'the order is already paid' }
    case 'closed':
      return { order: verdict.reference, reason: `the order has the status "${verdict.status}"` }
    case 'unclear':
      return {
        order: verdict.references.join(' or '),
        reason: doubt ?? 'the order number, the amount or the name fits only almost',
      }
    case 'unknown':
      return { order: '', reason: doubt ?? 'no order number' }
  }
}

const euros = (cents: Cents) => `${decimalEuros(cents)} €`

function print(
  { recorded, known, open, failed, stoppedBy }: StatementReport,
  { outgoing, pending, foreign }: BankStatement,
  isDryRun: boolean,
): void {
  const columns = ({ id, bookedOn, amountCents, payer, purpose }: BankBooking) => ({
    booked: bookedOn,
    euros: decimalEuros(amountCents),
    payer,
    purpose: purpose.length > 60 ? `${purpose.slice(0, 59)}…` : purpose,
    booking: id,
  })
  const table = (title: string, rows: object[]) => {
    console.log(`${title} (${rows.length})`)
    if (rows.length > 0) console.table(rows)
  }
  table(
    isDryRun ? 'Would be recorded' : 'Recorded',
    recorded.map(({ booking, reference, isCorrected }) => ({
      order: reference,
      ...columns(booking),
      'order number': isCorrected ? 'corrected' : 'exact',
    })),
  )
  const lines = (all: Line[]) => all.map(({ booking, order, reason }) => ({ order, reason, ...columns(booking) }))
  table('To decide', lines(open))
  if (open.length > 0) console.log('Record one with: npm run orders -- mark-paid REFERENCE EUROS --booking BOOKING')
  if (failed.length > 0) table('Refused by the shop', lines(failed))
  console.log(`Recorded before: ${known}. Outgoing: ${outgoing}. Not final: ${pending}. Not in euros: ${foreign}.`)
  if (stoppedBy !== null) console.error(`Stopped: ${stoppedBy}. Read the statement again to continue.`)
}

/**
 * Matches the bookings of a bank statement with orders (PAY-06). A booking is recorded only if it fits exactly one unpaid
 * order: its purpose names the order, and its amount is the order's balance. A mistyped order number is corrected only if
 * the buyer's name fits too. An operator decides about all other bookings.
 */
import type { Cents } from '../../../schema/money.ts'
import { plainLetters } from './bank-transfer.ts'
import { isOrderReference } from './order-reference.ts'

/** Money that arrived on the shop's bank account. */
export type BankBooking = {
  /** The same in every export of the same format, so that a booking counts once. */
  id: string
  /** `2026-11-23`. */
  bookedOn: string
  amountCents: Cents
  payer: string
  purpose: string
  /** Why an operator must decide about the booking, for example because the bank took it back; null for a plain transfer. */
  doubt: string | null
}

/** An order to which a bank booking may belong. */
export type ExpectedTransfer = {
  reference: string
  status: string
  paidCents: Cents
  /** The part of the total that is not paid. */
  balanceCents: Cents
  buyerLastName: string
}

/** What the shop knows about the bookings of a statement. */
export type KnownTransfers = {
  /** Unpaid orders, one of which a mistyped order number may mean. */
  unpaid: ExpectedTransfer[]
  /** The orders that the bookings name, whatever their status. */
  named: ExpectedTransfer[]
  /** The bookings that were recorded before. */
  recorded: { bookingId: string; reference: string }[]
}

export type BookingVerdict =
  | { kind: 'match'; reference: string; isCorrected: boolean }
  /** The booking was recorded before. */
  | { kind: 'recorded'; reference: string }
  /**
   * The amount is below the balance of the named order, or above it, or the order is already paid. A `rest` fits the
   * balance of an order that is paid in part. It may be the same transfer from another export, with another id.
   */
  | { kind: 'partial' | 'excess' | 'duplicate' | 'rest'; reference: string; balanceCents: Cents }
  /** The named order does not wait for money, for example because it was cancelled. */
  | { kind: 'closed'; reference: string; status: string }
  /** The booking is in doubt, or its purpose fits several orders, or fits one only almost. */
  | { kind: 'unclear'; references: string[] }
  | { kind: 'unknown' }

/** Returns a verdict for each booking, in the same sequence. A second booking for the same order is a duplicate. */
export function matchBookings(
  bookings: readonly BankBooking[],
  { unpaid, named, recorded }: KnownTransfers,
): BookingVerdict[] {
  const orderOf = new Map([...named, ...unpaid].map((order) => [order.reference, { ...order }]))
  const earlier = new Map(recorded.map(({ bookingId, reference }) => [bookingId, reference]))
  return bookings.map((booking): BookingVerdict => {
    const reference = earlier.get(booking.id)
    if (reference !== undefined) return { kind: 'recorded', reference }
    const orders = referencesIn(booking.purpose).flatMap((found) => orderOf.get(found) ?? [])
    const [order, ...others] = orders
    if (booking.doubt !== null || others.length > 0)
      return { kind: 'unclear', references: orders.map((each) => each.reference) }
    const verdict = order ? verdictOf(booking, order) : correctedVerdict(booking, unpaid, orderOf)
    if (verdict.kind === 'match') {
      const matched = orderOf.get(verdict.reference)
      if (matched) matched.balanceCents = 0
    }
    return verdict
  })
}

function verdictOf(
  { amountCents }: BankBooking,
  { reference, status, paidCents, balanceCents }: ExpectedTransfer,
): BookingVerdict {
  if (status === 'cancelled' || status === 'refunded') return { kind: 'closed', reference, status }
  if (balanceCents <= 0) return { kind: 'duplicate', reference, balanceCents }
  if (status !== 'payment_pending') return { kind: 'closed', reference, status }
  if (amountCents === balanceCents) {
    return paidCents > 0 ? { kind: 'rest', reference, balanceCents } : { kind: 'match', reference, isCorrected: false }
  }
  return { kind: amountCents < balanceCents ? 'partial' : 'excess', reference, balanceCents }
}

function correctedVerdict(
  booking: BankBooking,
  unpaid: readonly ExpectedTransfer[],
  orderOf: ReadonlyMap<string, ExpectedTransfer>,
): BookingVerdict {
  const typed = typedNumbers(booking.purpose)
  const near = unpaid.filter(({ reference }) => typed.some((number) => isOneTypoApart(number, reference)))
  const [order, ...others] = near
  if (!order) return { kind: 'unknown' }
  const { reference } = order
  const isWhole = order.paidCents === 0 && booking.amountCents === orderOf.get(reference)?.balanceCents
  const fits = isWhole && nameFits(booking, order)
  return fits && others.length === 0
    ? { kind: 'match', reference, isCorrected: true }
    : { kind: 'unclear', references: near.map((each) => each.reference) }
}

/** Returns the valid order numbers in a text. Fans separate digits by spaces, dots and hyphens, and banks break lines. */
export function referencesIn(purpose: string): string[] {
  const found = new Set<string>()
  for (const digits of digitRuns(purpose)) {
    for (let at = 0; at + 10 <= digits.length; at++) {
      const number = digits.slice(at, at + 10)
      if (isOrderReference(number)) found.add(number)
    }
  }
  return [...found]
}

function digitRuns(purpose: string): string[] {
  return (purpose.match(/\d(?:[\s.\-/]*\d)*/g) ?? []).map((run) => run.replace(/\D/g, ''))
}

/** The digits that people confuse with letters. */
const LOOK_ALIKES: Record<string, string> = { O: '0', Q: '0', I: '1', L: '1', Z: '2', S: '5', G: '6', B: '8' }

/** Returns the texts that may be a mistyped order number, as digits. */
function typedNumbers(purpose: string): string[] {
  const text = purpose.toUpperCase()
  const afterPrefix = [...text.matchAll(/BAX[\s.\-/:]*([0-9A-Z](?:[\s.\-/]?[0-9A-Z]){8,10})/g)].map(([, number = '']) =>
    number.replace(/[^0-9A-Z]/g, '').replace(/[A-Z]/g, (letter) => LOOK_ALIKES[letter] ?? letter),
  )
  return [...afterPrefix, ...digitRuns(purpose), ...(text.match(/\d+/g) ?? [])]
}

/** Whether two texts are equal, or differ by one wrong, missing or additional character or by two swapped neighbours. */
function isOneTypoApart(typed: string, reference: string): boolean {
  let start = 0
  while (start < typed.length && typed[start] === reference[start]) start++
  const [rest, expected] = [typed.slice(start), reference.slice(start)]
  if (rest === expected || rest.slice(1) === expected || rest === expected.slice(1)) return true
  if (rest.slice(1) === expected.slice(1)) return true
  return rest.slice(2) === expected.slice(2) && rest[0] === expected[1] && rest[1] === expected[0]
}

/** Whether the payer or the purpose contains the buyer's last name. */
function nameFits({ payer, purpose }: BankBooking, { buyerLastName }: ExpectedTransfer): boolean {
  const words = (text: string) =>
    ` ${plainLetters(text)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()} `
  const name = words(buyerLastName)
  return name.trim() !== '' && (words(payer).includes(name) || words(purpose).includes(name))
}

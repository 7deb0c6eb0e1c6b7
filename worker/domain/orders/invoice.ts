/**
 * What an invoice says, and the correction after a refund. The VAT of an invoice is that of the order, by rate. A correction
 * divides the refunded amount among the rates of the lines that it concerns, in proportion to their amounts. If a part of the
 * price went back to a voucher, the buyer no longer pays that part, so it reduces the tax base too (§ 17 (1) UStG).
 */
import type { Cents } from '../../../schema/money.ts'
import { includedVatCents } from '../../../schema/money.ts'
import type { OrderStatus } from '../../../schema/rules/order-payable.ts'
import type { InvoiceContent, InvoiceRate } from '../../../schema/tables/invoice.ts'
import type { RefundReason, RefundStatus } from '../../../schema/tables/payment.ts'
import { COMPANY } from '../../../schema/texts/company.ts'
import { rateOfLine, rateOfShipping, vatByRate } from './order-vat.ts'

/** In Berlin, whose calendar the tax office uses. */
export function invoiceYear(now: number): number {
  return Number(new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', year: 'numeric' }).format(now))
}

export type InvoicedItem = {
  id: string
  text: string
  amount: number
  unitCents: Cents
  totalCents: Cents
  /** The part that the order's voucher paid. */
  voucherCents: Cents
  vatBasisPoints: number
  physical: boolean
  eventId: string | null
  /** The country of the venue, for admission and the fee of a name change. */
  placeCountryCode: string | null
}

type InvoicedOrder = { countryCode: string; shippingCents: Cents; extraChargeCents: Cents; voucherCents: Cents }

/** `shippingText` names the shipping and payment charges. It is empty for charges of a payment method alone. */
export function invoiceContent(order: InvoicedOrder, items: InvoicedItem[], shippingText: string): InvoiceContent {
  const charges = order.shippingCents + order.extraChargeCents
  const taxed = { countryCode: order.countryCode, lines: items, shippingCents: charges }
  const rates = vatByRate(taxed)
  return {
    seller: sellerNow(),
    lines: [
      ...items.map((item) => ({
        text: item.text,
        amount: item.amount,
        unitCents: item.unitCents,
        totalCents: item.totalCents,
        basisPoints: rateOfLine(taxed, item),
      })),
      ...(charges > 0
        ? [
            {
              text: shippingText,
              amount: 1,
              unitCents: charges,
              totalCents: charges,
              basisPoints: rateOfShipping(taxed),
            },
          ]
        : []),
    ],
    rates,
    grossCents: grossOf(rates),
    voucherCents: order.voucherCents,
  }
}

/**
 * The correction of an invoice after a refund. `items` are the items that the refund concerns. If it concerns none in
 * particular, or more than was paid for them and for delivery, it is divided among all rates of the order. What a voucher paid has corrections
 * of its own (`voucherCorrection`).
 */
export function correctionContent(
  order: InvoicedOrder,
  all: InvoicedItem[],
  items: InvoicedItem[],
  amountCents: Cents,
): InvoiceContent {
  const charges = order.shippingCents + order.extraChargeCents
  const ofMoney = (lines: InvoicedItem[], shippingCents: Cents) =>
    vatByRate({
      countryCode: order.countryCode,
      lines: lines.map((item) => ({ ...item, totalCents: item.totalCents - item.voucherCents })),
      shippingCents,
    })
  const ofItems = ofMoney(items, 0)
  const beyondItems = amountCents - grossOf(ofItems)
  const isOfItems = grossOf(ofItems) > 0 && beyondItems <= charges
  // A refund of more than the items also returns delivery costs, which follow the rates of these items alone.
  const basis = isOfItems ? ofMoney(items, Math.max(0, beyondItems)) : ofMoney(all, charges)
  const rates = divide(amountCents, basis)
  return { seller: sellerNow(), lines: [], rates, grossCents: amountCents, voucherCents: 0 }
}

/** Divides an amount in proportion to the gross amounts of the rates. The parts add up to the amount. */
function divide(amountCents: Cents, basis: InvoiceRate[]): InvoiceRate[] {
  const whole = grossOf(basis)
  let [seen, given] = [0, 0]
  return basis
    .map(({ basisPoints, grossCents }) => {
      seen += grossCents
      const part = Math.round((amountCents * seen) / whole) - given
      given += part
      return { basisPoints, grossCents: part, vatCents: includedVatCents(part, basisPoints) }
    })
    .filter(({ grossCents }) => grossCents > 0)
}

/** What went back to the order's voucher at one time, and the items whose price it had paid. */
export type VoucherReturn = { at: number; cents: Cents; items: { id: string; voucherCents: Cents }[] }

type VoucherItem = { id: string; voucherCents: Cents; invalidatedAt: number | null }

/** A void item returns its part of the voucher, and a cancelled order returns the parts of all its items. */
export function voucherReturns(
  { status, cancelledAt }: { status: OrderStatus; cancelledAt: number | null },
  items: readonly VoucherItem[],
): VoucherReturn[] {
  const byTime = new Map<number, VoucherItem[]>()
  for (const item of items) {
    const at = item.invalidatedAt ?? (status === 'cancelled' ? cancelledAt : null)
    if (at !== null && item.voucherCents > 0) byTime.set(at, [...(byTime.get(at) ?? []), item])
  }
  return [...byTime]
    .map(([at, some]) => ({ at, cents: some.reduce((sum, { voucherCents }) => sum + voucherCents, 0), items: some }))
    .sort((one, other) => one.at - other.at)
}

/** The correction of an invoice after a return to the voucher. */
export function voucherCorrection(
  { countryCode }: InvoicedOrder,
  all: InvoicedItem[],
  { cents, items }: VoucherReturn,
): InvoiceContent {
  const lines = all.flatMap((item) => {
    const part = items.find(({ id }) => id === item.id)
    return part ? [{ ...item, totalCents: part.voucherCents }] : []
  })
  const rates = vatByRate({ countryCode, lines, shippingCents: 0 })
  return { seller: sellerNow(), lines: [], rates, grossCents: cents, voucherCents: cents }
}

/** Refunds of money that was never the price of the order: it came late, twice or in part, for an order without an invoice. */
const NOT_OF_THE_PRICE: readonly RefundReason[] = [
  'late_payment',
  'part_payment',
  'event_over',
  'buyer_limit',
  'presale_code_used',
  'voucher_gone',
  'double_payment',
]

/** Whether the refund reduces what the buyer paid for the order, so that the invoice must be corrected. */
export function needsCorrection({ status, reason }: { status: RefundStatus; reason: RefundReason }): boolean {
  return status === 'done' && !NOT_OF_THE_PRICE.includes(reason)
}

/** Whether the order has an invoice: it was paid in full, cost something, and its billing address has not been deleted. */
export function hasInvoice(order: {
  paidAt: number | null
  totalCents: Cents
  voucherCents: Cents
  billingAddress: { lastName: string }
}): boolean {
  return order.paidAt !== null && order.totalCents + order.voucherCents > 0 && order.billingAddress.lastName !== ''
}

function grossOf(rates: readonly InvoiceRate[]): Cents {
  return rates.reduce((sum, { grossCents }) => sum + grossCents, 0)
}

function sellerNow(): InvoiceContent['seller'] {
  const { name, street, city, vatId, register, director } = COMPANY
  return { name, street, city, vatId, register, director }
}

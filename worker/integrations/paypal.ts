/**
 * The orders, captures and refunds of PayPal's REST API (Orders v2, Payments v2). Amounts are in cents of EUR.
 * PayPal's order is our payment: its `custom_id` is the payment's id. PayPal takes no money until the shop captures the
 * order that the buyer has approved.
 */
import * as z from 'zod/mini'
import type { Locale } from '../../schema/locale.ts'
import type { Cents } from '../../schema/money.ts'
import type { ProviderPayment, ProviderRefund, RefundRequest } from '../domain/orders/payment-provider.ts'
import { askPayPal, isPayPalRefusal, isUnknownAtPayPal, PayPalError, type PayPalSettings } from './paypal-client.ts'

export const money = z.object({ currency_code: z.string(), value: z.string() })
const link = z.object({ rel: z.string(), href: z.string() })
const links = z.optional(z.array(link))

const capture = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.optional(money),
  custom_id: z.optional(z.string()),
  supplementary_data: z.optional(z.object({ related_ids: z.optional(z.object({ order_id: z.optional(z.string()) })) })),
  links,
})
const refund = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.optional(money),
  custom_id: z.optional(z.string()),
  status_details: z.optional(z.object({ reason: z.optional(z.string()) })),
  links,
})
const name = z.optional(
  z.object({
    given_name: z.optional(z.string()),
    surname: z.optional(z.string()),
    full_name: z.optional(z.string()),
  }),
)
const address = z.optional(
  z.object({
    address_line_1: z.optional(z.string()),
    address_line_2: z.optional(z.string()),
    admin_area_2: z.optional(z.string()),
    postal_code: z.optional(z.string()),
    country_code: z.optional(z.string()),
  }),
)
const order = z.object({
  id: z.string(),
  status: z.string(),
  purchase_units: z.optional(
    z.array(
      z.object({
        custom_id: z.optional(z.string()),
        amount: z.optional(money),
        payee: z.optional(z.object({ merchant_id: z.optional(z.string()) })),
        shipping: z.optional(z.object({ name, address })),
        payments: z.optional(
          z.object({ captures: z.optional(z.array(capture)), refunds: z.optional(z.array(refund)) }),
        ),
      }),
    ),
  ),
  payment_source: z.optional(
    z.object({
      paypal: z.optional(
        z.object({
          account_id: z.optional(z.string()),
          email_address: z.optional(z.string()),
          name,
          address,
        }),
      ),
    }),
  ),
})

export type PayPalOrder = z.infer<typeof order>
type PayPalCapture = z.infer<typeof capture>
type PayPalRefund = z.infer<typeof refund>

const nothing = z.object({})

/** `123456` becomes `1234.56`. */
function moneyOf(cents: Cents): z.infer<typeof money> {
  return { currency_code: 'EUR', value: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}` }
}

export function centsOf(value: string): Cents {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(value) ?? []
  if (whole === undefined) throw new Error('PayPal reported an amount that is not in cents')
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/**
 * The reference that the buyer and the shop see at PayPal: PPX, the order's reference and two characters. The characters are
 * random, because PayPal refuses an invoice id that was paid before, but they are the same for each request about a payment.
 */
export function invoiceId(reference: string, paymentId: string): string {
  return `PPX${reference}${paymentId.slice(-2).toUpperCase()}`
}

/** The part of a PayPal order that the shop still changes after the buyer's approval. */
type PayPalPurchase = { amountCents: Cents; customId: string; invoiceId: string | null }

export type NewPayPalOrder = PayPalPurchase & {
  /** Repeated requests with the same id create one order. */
  requestId: string
  locale: Locale
  /** Whether PayPal asks the buyer for a delivery address. */
  asksAddress: boolean
  /** Whether the approval completes the purchase. Otherwise, the buyer orders later in the shop. */
  paysNow: boolean
  successUrl: string
  cancelUrl: string
}

/** Creates an order, or returns the one that an earlier request with the same id created. Returns its id. */
export async function createPayPalOrder(settings: PayPalSettings, request: NewPayPalOrder): Promise<string> {
  const body = {
    intent: 'CAPTURE',
    purchase_units: [
      {
        amount: moneyOf(request.amountCents),
        custom_id: request.customId,
        ...(request.invoiceId === null ? {} : { invoice_id: request.invoiceId }),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: 'Stagedoor',
          locale: request.locale === 'de' ? 'de-DE' : 'en-GB',
          shipping_preference: request.asksAddress ? 'GET_FROM_FILE' : 'NO_SHIPPING',
          user_action: request.paysNow ? 'PAY_NOW' : 'CONTINUE',
          return_url: request.successUrl,
          cancel_url: request.cancelUrl,
        },
      },
    },
  }
  const { requestId } = request
  const path = '/v2/checkout/orders'
  const created = await askPayPal(settings, { method: 'POST', path, body: JSON.stringify(body), requestId }, order)
  const payee = payeeOf(created)
  // PAYPAL_MERCHANT_ID is wrong, so no payment would be accepted later. Nothing is wrong with this one.
  if (payee !== null && payee !== settings.PAYPAL_MERCHANT_ID) throw new PayPalError(401, 'PAYEE_IS_ANOTHER_ACCOUNT')
  return created.id
}

function orderPath(orderId: string): string {
  return `/v2/checkout/orders/${encodeURIComponent(orderId)}`
}

/** Returns an order; null if PayPal does not know it. PayPal deletes orders that are not captured within some hours. */
export async function findPayPalOrder(settings: PayPalSettings, orderId: string): Promise<PayPalOrder | null> {
  try {
    return await askPayPal(settings, { method: 'GET', path: orderPath(orderId) }, order)
  } catch (error) {
    if (isUnknownAtPayPal(error)) return null
    throw error
  }
}

/** By default, PayPal deletes an order whose buyer does not come to PayPal within this time. */
const UNAPPROVED_MS = 3 * 3_600_000

/** Returns when an order that is opened now can be paid no longer. `wanted` is when the shop stops waiting for it. */
export function payPalOrderEnd(wanted: number): number {
  return Math.min(wanted, Date.now() + UNAPPROVED_MS)
}

/** Changes an order that is not captured yet. Repeating the call changes nothing more. */
export async function changePayPalOrder(
  settings: PayPalSettings,
  orderId: string,
  purchase: PayPalPurchase,
): Promise<void> {
  const unit = "/purchase_units/@reference_id=='default'"
  const body = [
    { op: 'replace', path: `${unit}/amount`, value: moneyOf(purchase.amountCents) },
    { op: 'replace', path: `${unit}/custom_id`, value: purchase.customId },
    ...(purchase.invoiceId === null ? [] : [{ op: 'add', path: `${unit}/invoice_id`, value: purchase.invoiceId }]),
  ]
  await askPayPal(settings, { method: 'PATCH', path: orderPath(orderId), body: JSON.stringify(body) }, nothing)
}

/** The id of the account that receives the money; null if PayPal does not say. */
function payeeOf({ purchase_units }: PayPalOrder): string | null {
  return purchase_units?.[0]?.payee?.merchant_id ?? null
}

/**
 * Returns the state of the payment to which an order belongs. Captured money decides before the order's own status. Anyone
 * can create or change an order with the public client id, and name another account to receive the money. Such a payment
 * counts as failed.
 */
export function orderPayment(settings: PayPalSettings, found: PayPalOrder): ProviderPayment {
  if (payeeOf(found) !== settings.PAYPAL_MERCHANT_ID) return { state: 'failed' }
  const { status, purchase_units, payment_source } = found
  const taken = purchase_units?.[0]?.payments?.captures?.at(-1)
  if (taken) return capturePayment(taken, payment_source?.paypal?.account_id ?? null)
  if (status === 'APPROVED') return { state: 'approved' }
  return { state: status === 'VOIDED' ? 'expired' : 'open' }
}

function capturePayment({ id, status, amount }: PayPalCapture, accountId: string | null): ProviderPayment {
  if (status === 'PENDING') return { state: 'pending' }
  if (status === 'DECLINED' || status === 'FAILED' || status === 'DENIED') return { state: 'failed' }
  if (!amount) throw new Error(`PayPal reported no amount of capture ${id}`)
  return {
    state: 'paid',
    amountCents: centsOf(amount.value),
    currency: amount.currency_code.toLowerCase(),
    captureId: id,
    // All payments of a PayPal account have the same id, like those of a card.
    cardFingerprint: accountId,
  }
}

export type PayPalBuyer = {
  email: string
  firstName: string
  lastName: string
  address: string
  address2: string
  postCode: string
  city: string
  /** In lower case; null if PayPal was not asked for a delivery address. */
  countryCode: string | null
}

/** Returns the buyer of an approved order. The delivery address has one name, so its last word becomes the last name. */
export function payPalBuyer({ purchase_units, payment_source }: PayPalOrder): PayPalBuyer {
  const { name: payer, email_address: email = '' } = payment_source?.paypal ?? {}
  const { name: receiver, address: place } = purchase_units?.[0]?.shipping ?? {}
  const words = receiver?.full_name?.trim().split(/\s+/) ?? []
  return {
    email,
    firstName: words.length > 1 ? words.slice(0, -1).join(' ') : (payer?.given_name ?? ''),
    lastName: words.at(-1) ?? payer?.surname ?? '',
    address: place?.address_line_1 ?? '',
    address2: place?.address_line_2 ?? '',
    postCode: place?.postal_code ?? '',
    city: place?.admin_area_2 ?? '',
    countryCode: place?.country_code?.toLowerCase() ?? null,
  }
}

export async function readPayPalPayment(settings: PayPalSettings, orderId: string): Promise<ProviderPayment> {
  const found = await findPayPalOrder(settings, orderId)
  return found ? orderPayment(settings, found) : { state: 'missing' }
}

/** PayPal's reasons that the buyer can remedy by choosing another card or bank account at PayPal. */
const DECLINED = ['INSTRUMENT_DECLINED', 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING']
/** The buyer has not approved the order, or must approve it again. */
const NOT_APPROVED = ['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED']

/**
 * Takes the money of an approved order. PayPal captures an order only once, and the request id is the payment's. Returns
 * `declined` or `failed` if PayPal refused to take the money. Throws if it is unknown whether PayPal took it.
 */
export async function capturePayPalOrder(
  settings: PayPalSettings,
  { externalId, paymentId }: { externalId: string; paymentId: string },
): Promise<ProviderPayment> {
  try {
    const path = `${orderPath(externalId)}/capture`
    const request = { method: 'POST', path, body: '{}', requestId: `capture-${paymentId}` } as const
    const taken = await askPayPal(settings, request, order)
    return payeeOf(taken) === null ? readPayPalPayment(settings, externalId) : orderPayment(settings, taken)
  } catch (error) {
    if (!isPayPalRefusal(error)) throw error
    if (error.issue === 'ORDER_ALREADY_CAPTURED') return readPayPalPayment(settings, externalId)
    if (NOT_APPROVED.includes(error.issue)) return { state: 'open' }
    if (isUnknownAtPayPal(error)) return { state: 'expired' }
    return { state: DECLINED.includes(error.issue) ? 'declined' : 'failed' }
  }
}

function findCapture(settings: PayPalSettings, captureId: string): Promise<PayPalCapture> {
  return askPayPal(settings, { method: 'GET', path: `/v2/payments/captures/${encodeURIComponent(captureId)}` }, capture)
}

/** Returns the id of the shop's payment to which a capture belongs; null if the capture is not the shop's. */
export async function paymentOfPayPalCapture(settings: PayPalSettings, captureId: string): Promise<string | null> {
  return (await findCapture(settings, captureId)).custom_id ?? null
}

function orderOfCapture({ supplementary_data, links: ways }: PayPalCapture): string | null {
  const named = supplementary_data?.related_ids?.order_id
  return named ?? lastPart(ways?.find(({ rel, href }) => rel === 'up' && href.includes('/checkout/orders/'))?.href)
}

function lastPart(href: string | undefined): string | null {
  return href?.split('/').at(-1) ?? null
}

/** The `custom_id` of a refund contains the id of our refund and the number of the attempt. */
const REFUND_NAME = /^(rfd_[0-9a-z]+)\.(\d+)$/

function providerRefund({ id, status, amount, custom_id, status_details }: PayPalRefund): ProviderRefund {
  const [, refundId = null, attempt = '1'] = REFUND_NAME.exec(custom_id ?? '') ?? []
  const isOver = status === 'FAILED' || status === 'CANCELLED'
  return {
    externalId: id,
    refundId,
    attempt: Number(attempt),
    amountCents: amount ? centsOf(amount.value) : 0,
    status: status === 'COMPLETED' ? 'done' : isOver ? 'failed' : 'sent',
    failure: isOver ? (status_details?.reason ?? status).toLowerCase() : null,
  }
}

/** Returns all refunds of a capture, including those made on PayPal's website. Only PayPal's order lists them. */
export async function listPayPalRefunds(settings: PayPalSettings, captureId: string): Promise<ProviderRefund[]> {
  const orderId = orderOfCapture(await findCapture(settings, captureId))
  const found = orderId === null ? null : await findPayPalOrder(settings, orderId)
  if (!found) throw new Error(`PayPal does not name the order of capture ${captureId}`)
  return (found.purchase_units ?? []).flatMap(({ payments }) => payments?.refunds ?? []).map(providerRefund)
}

/** Refunds a capture. PayPal makes one refund per request id, which it remembers for hours. Call `listPayPalRefunds` first. */
export async function refundPayPalCapture(
  settings: PayPalSettings,
  { refundId, attempt, captureId, amountCents }: RefundRequest,
): Promise<ProviderRefund> {
  return providerRefund(
    await askPayPal(
      settings,
      {
        method: 'POST',
        path: `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`,
        body: JSON.stringify({ amount: moneyOf(amountCents), custom_id: `${refundId}.${attempt}` }),
        requestId: `refund-${refundId}-${attempt}`,
      },
      refund,
    ),
  )
}

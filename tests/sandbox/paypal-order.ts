/**
 * Simulates PayPal's orders: created by the shop, approved by the buyer, and captured by the shop. A capture completes at
 * once, is pending, or is declined. Tests and the approval page choose the outcome.
 */

import { emitPayPalEvent, shown } from './paypal-event.ts'
import { notFound, unprocessable } from './paypal-refusal.ts'
import type { Store } from './store.ts'
import { nowSeconds, randomText } from './stripe-id.ts'
import type { SandboxContext } from './stripe-payment.ts'

export type Money = { currency_code: string; value: string }
type Address = Partial<Record<'address_line_1' | 'address_line_2' | 'admin_area_2' | 'postal_code', string>> & {
  country_code: string
}

type Link = { href: string; rel: string; method: string }

export type Capture = {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED'
  status_details?: { reason: string }
  amount: Money
  final_capture: boolean
  custom_id?: string
  invoice_id?: string
  create_time: string
  update_time: string
  links: Link[]
}

export type Refund = {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'FAILED'
  status_details?: { reason: string }
  amount: Money
  custom_id?: string
  create_time: string
  update_time: string
  links: Link[]
}

/** The account that receives the money. */
type Payee = { merchant_id?: string; email_address?: string }
/** The account of the shop. */
const SHOP: Payee = { merchant_id: 'SANDBXMERCHNT' }

export type Unit = {
  reference_id: string
  amount: Money
  custom_id?: string
  invoice_id?: string
  payee: Payee
  shipping?: { name: { full_name: string }; address: Address }
  payments?: { captures: Capture[]; refunds?: Refund[] }
}

type ShippingPreference = 'GET_FROM_FILE' | 'NO_SHIPPING' | 'SET_PROVIDED_ADDRESS'

export type OrderRequest = {
  intent: 'CAPTURE' | 'AUTHORIZE'
  purchase_units: (Omit<Unit, 'reference_id' | 'payee' | 'payments'> & { reference_id?: string; payee?: Payee })[]
  payment_source?: {
    paypal?: {
      experience_context?: {
        brand_name?: string
        locale?: string
        shipping_preference?: ShippingPreference
        user_action?: 'CONTINUE' | 'PAY_NOW'
        return_url?: string
        cancel_url?: string
      }
    }
  }
}

export type Payer = {
  email: string
  givenName: string
  surname: string
  street: string
  city: string
  postCode: string
  countryCode: string
}

export type PayPalOrder = {
  id: string
  object: 'paypal.order'
  created: number
  intent: string
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED'
  purchase_units: [Unit, ...Unit[]]
  payment_source?: { paypal: object }
  payer?: object
  create_time: string
  update_time?: string
  links: Link[]
}

/** What happens when the shop captures the order. `instrument` and `refused` refuse the capture. */
export const captureOutcomes = ['completed', 'pending', 'instrument', 'refused'] as const
export type CaptureOutcome = (typeof captureOutcomes)[number]

type Hidden = {
  shipping: ShippingPreference
  locale: string
  brand: string
  paysNow: boolean
  returnUrl: string | null
  capture: CaptureOutcome
  noticeTimes: number
}

const payPalId = (): string => randomText(17).toUpperCase()

/** In cents. Throws if the text has more than two decimals. */
export const centsOf = ({ value }: Money): number => {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(value) ?? []
  if (whole === undefined) throw unprocessable('DECIMAL_PRECISION', 'The value must have at most two decimals.')
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

export const requireAmount = (amount: Money): void => {
  if (amount.currency_code !== 'EUR') throw unprocessable('INVALID_CURRENCY_CODE', 'The sandbox only knows EUR.')
  if (centsOf(amount) < 1) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.')
}

const linksOf = (id: string, apiBase: string, pageBase: string): Link[] => [
  { href: `${apiBase}/v2/checkout/orders/${id}`, rel: 'self', method: 'GET' },
  { href: `${pageBase}/paypal/checkoutnow?token=${id}`, rel: 'payer-action', method: 'GET' },
]

export type Bases = { apiBase: string; pageBase: string }

export const createPayPalOrder = ({ store }: SandboxContext, request: OrderRequest, bases: Bases): PayPalOrder => {
  if (request.intent !== 'CAPTURE') throw unprocessable('UNSUPPORTED_INTENT', 'The sandbox only captures.')
  const units = request.purchase_units.map((unit) => ({ reference_id: 'default', payee: SHOP, ...unit }))
  const [first, ...more] = units
  if (!first || more.length > 0) throw unprocessable('UNSUPPORTED_INTENT', 'The sandbox knows one purchase unit.')
  requireAmount(first.amount)
  const id = payPalId()
  const wallet = request.payment_source?.paypal
  const experience = wallet?.experience_context ?? {}
  const order: PayPalOrder = {
    id,
    object: 'paypal.order',
    created: nowSeconds(),
    intent: request.intent,
    status: wallet ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    purchase_units: [first],
    ...(wallet ? { payment_source: { paypal: {} } } : {}),
    create_time: new Date().toISOString(),
    links: linksOf(id, bases.apiBase, bases.pageBase),
  }
  const hidden: Hidden = {
    shipping: experience.shipping_preference ?? 'GET_FROM_FILE',
    locale: experience.locale ?? 'en-GB',
    brand: experience.brand_name ?? 'Stagedoor',
    paysNow: experience.user_action === 'PAY_NOW',
    returnUrl: experience.return_url ?? null,
    capture: 'completed',
    noticeTimes: 1,
  }
  store.put(order, hidden)
  return order
}

export const findPayPalOrder = (store: Store, id: string): PayPalOrder => {
  const order = store.get<PayPalOrder>('paypal.order', id)
  if (!order) throw notFound()
  return order
}

export const hiddenOf = (store: Store, id: string): Hidden => {
  const hidden = store.hidden<Hidden>(id)
  if (!hidden) throw notFound()
  return hidden
}

export const isOpen = ({ status }: PayPalOrder): boolean =>
  status === 'CREATED' || status === 'PAYER_ACTION_REQUIRED' || status === 'APPROVED'

/** The buyer approves the order in PayPal's window. */
export const approvePayPalOrder = (
  { store, delivery }: SandboxContext,
  order: PayPalOrder,
  { payer, capture, times }: { payer: Payer; capture: CaptureOutcome; times: number },
): PayPalOrder =>
  store.transaction(() => {
    const hidden = hiddenOf(store, order.id)
    const name = { given_name: payer.givenName, surname: payer.surname }
    const accountId = `SBX${payer.email.toUpperCase().replace(/[^A-Z0-9]/g, '')}`.slice(0, 13)
    const wallet = {
      email_address: payer.email,
      account_id: accountId,
      account_status: 'VERIFIED',
      name,
      address: { country_code: payer.countryCode },
    }
    const [unit] = order.purchase_units
    const shipping = {
      name: { full_name: `${payer.givenName} ${payer.surname}` },
      address: {
        address_line_1: payer.street,
        admin_area_2: payer.city,
        postal_code: payer.postCode,
        country_code: payer.countryCode,
      },
    }
    const approved: PayPalOrder = {
      ...order,
      status: 'APPROVED',
      purchase_units: [hidden.shipping === 'GET_FROM_FILE' ? { ...unit, shipping } : unit],
      payment_source: { paypal: wallet },
      payer: { name, email_address: payer.email, payer_id: accountId, address: wallet.address },
    }
    store.put(approved, { ...hidden, capture, noticeTimes: times })
    const event = { type: 'CHECKOUT.ORDER.APPROVED', resourceType: 'checkout-order', resource: shown(approved) }
    emitPayPalEvent(store, delivery, event, { times })
    return approved
  })

export const voidPayPalOrder = ({ store, delivery }: SandboxContext, order: PayPalOrder): PayPalOrder =>
  store.transaction(() => {
    const voided: PayPalOrder = { ...order, status: 'VOIDED' }
    store.put(voided)
    const event = { type: 'CHECKOUT.ORDER.VOIDED', resourceType: 'checkout-order', resource: shown(voided) }
    emitPayPalEvent(store, delivery, event, { times: 1 })
    return voided
  })

const refuseCapture = (store: Store, order: PayPalOrder, hidden: Hidden): void => {
  const [unit] = order.purchase_units
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED', 'Order already captured.')
  if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED', 'Payer has not yet approved the Order.')
  if (hidden.capture === 'instrument') {
    // The buyer must choose another card or bank account, and then approve the order again.
    const asked: PayPalOrder = { ...order, status: 'PAYER_ACTION_REQUIRED' }
    store.put(asked)
    throw unprocessable('INSTRUMENT_DECLINED', 'The instrument presented was declined by the processor or bank.')
  }
  if (hidden.capture === 'refused') throw unprocessable('TRANSACTION_REFUSED', 'The request was refused.')
  const isUsed = store
    .list<PayPalOrder>('paypal.order')
    .some(
      ({ id, purchase_units: [other] }) => id !== order.id && other.payments && other.invoice_id === unit.invoice_id,
    )
  if (unit.invoice_id !== undefined && isUsed)
    throw unprocessable('DUPLICATE_INVOICE_ID', 'Duplicate Invoice ID detected.')
}

const captureEvent = (context: SandboxContext, order: PayPalOrder, capture: Capture, type: string, times: number) => {
  const resource = { ...capture, supplementary_data: { related_ids: { order_id: order.id } } }
  emitPayPalEvent(context.store, context.delivery, { type, resourceType: 'capture', resource }, { times })
}

/** Throws the refusal that the buyer or a test has chosen. A refused capture is stored, so this runs outside a transaction. */
export const capturePayPalOrder = (context: SandboxContext, order: PayPalOrder, apiBase: string): PayPalOrder => {
  const { store } = context
  const hidden = hiddenOf(store, order.id)
  refuseCapture(store, order, hidden)
  const [unit] = order.purchase_units
  const id = payPalId()
  const now = new Date().toISOString()
  const isPending = hidden.capture === 'pending'
  const capture: Capture = {
    id,
    status: isPending ? 'PENDING' : 'COMPLETED',
    ...(isPending ? { status_details: { reason: 'PENDING_REVIEW' } } : {}),
    amount: unit.amount,
    final_capture: true,
    ...(unit.custom_id === undefined ? {} : { custom_id: unit.custom_id }),
    ...(unit.invoice_id === undefined ? {} : { invoice_id: unit.invoice_id }),
    create_time: now,
    update_time: now,
    links: [
      { href: `${apiBase}/v2/payments/captures/${id}`, rel: 'self', method: 'GET' },
      { href: `${apiBase}/v2/payments/captures/${id}/refund`, rel: 'refund', method: 'POST' },
      { href: `${apiBase}/v2/checkout/orders/${order.id}`, rel: 'up', method: 'GET' },
    ],
  }
  return store.transaction(() => {
    const captured: PayPalOrder = {
      ...order,
      status: 'COMPLETED',
      purchase_units: [{ ...unit, payments: { captures: [capture] } }],
      update_time: now,
    }
    store.put(captured)
    const type = isPending ? 'PAYMENT.CAPTURE.PENDING' : 'PAYMENT.CAPTURE.COMPLETED'
    captureEvent(context, captured, capture, type, hidden.noticeTimes)
    return captured
  })
}

/** Returns the order with the changed capture. */
export const withCapture = (order: PayPalOrder, capture: Capture, refund?: Refund): PayPalOrder => {
  const [unit] = order.purchase_units
  const { refunds = [] } = unit.payments ?? {}
  const others = refunds.filter(({ id }) => id !== refund?.id)
  const all = refund ? [...others, refund] : refunds
  const payments = { captures: [capture], ...(all.length > 0 ? { refunds: all } : {}) }
  return { ...order, purchase_units: [{ ...unit, payments }], update_time: new Date().toISOString() }
}

/** PayPal decides about a pending capture. Returns null if the order has none. */
export const settlePayPalCapture = (
  context: SandboxContext,
  order: PayPalOrder,
  outcome: 'completed' | 'denied',
  times: number,
): PayPalOrder | null =>
  context.store.transaction(() => {
    const pending = order.purchase_units[0].payments?.captures.find(({ status }) => status === 'PENDING')
    if (!pending) return null
    const { status_details: _reason, ...rest } = pending
    const capture: Capture = { ...rest, status: outcome === 'completed' ? 'COMPLETED' : 'DECLINED' }
    const settled = withCapture(order, capture)
    context.store.put(settled)
    captureEvent(
      context,
      settled,
      capture,
      `PAYMENT.CAPTURE.${outcome === 'completed' ? 'COMPLETED' : 'DENIED'}`,
      times,
    )
    return settled
  })

/** Finds the order to which a capture belongs. */
export const orderOfCapture = (store: Store, captureId: string): { order: PayPalOrder; capture: Capture } => {
  for (const order of store.list<PayPalOrder>('paypal.order')) {
    const capture = order.purchase_units[0].payments?.captures.find(({ id }) => id === captureId)
    if (capture) return { order, capture }
  }
  throw notFound()
}

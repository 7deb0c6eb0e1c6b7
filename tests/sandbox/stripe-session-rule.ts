/**
 * Checks a request for a Checkout Session against Stripe's rules that are not in the request's schema. Examples are one
 * currency for all prices, the minimum and maximum amount, and the earliest and latest expiry. The rules follow
 * docs.stripe.com/api/checkout/sessions. The sandbox rejects modes other than `payment`, manual capture, coupons, shipping
 * options, and stored prices, products and customers. It ignores all other features that it lacks, such as `automatic_tax`
 * and `custom_fields`.
 */
import { invalidRequest } from './stripe-error.ts'
import { missingParameter } from './stripe-form.ts'
import type { Metadata } from './stripe-payment.ts'

type LineRequest = {
  quantity?: number
  price?: string
  adjustable_quantity?: object
  price_data?: {
    currency: string
    unit_amount?: number
    unit_amount_decimal?: string
    tax_behavior?: string
    product?: string
    product_data?: { name: string }
    recurring?: object
  }
}

export type SessionRequest = {
  allow_promotion_codes?: boolean
  billing_address_collection?: string
  cancel_url?: string
  client_reference_id?: string
  currency?: string
  customer?: string
  customer_creation?: string
  customer_email?: string
  discounts?: object[]
  expand?: string[]
  expires_at?: number
  line_items?: LineRequest[]
  locale?: string
  metadata?: Metadata
  mode?: string
  payment_intent_data?: {
    description?: string
    metadata?: Metadata
    receipt_email?: string
    shipping?: object
    statement_descriptor?: string
    statement_descriptor_suffix?: string
    capture_method?: string
  }
  allowed_payment_method_types?: string[]
  setup_intent_data?: object
  shipping_options?: object[]
  submit_type?: string
  subscription_data?: object
  success_url: string
  ui_mode?: string
}

const minTotalCents = 50
const maxTotalCents = 99_999_999
const halfHour = 30 * 60
const day = 24 * 60 * 60
const maxLines = 100

const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

/** Returns the price of one piece in cents. */
export const unitAmountOf = (line: LineRequest): number =>
  line.price_data?.unit_amount ?? Number(line.price_data?.unit_amount_decimal ?? 0)

/** Stripe allows at most 50 keys. A key has at most 40 characters, and a value at most 500. */
export const checkMetadata = (metadata: Metadata | '' | undefined, param = 'metadata'): void => {
  const entries = Object.entries(metadata || {})
  if (entries.length > 50) {
    throw invalidRequest(`You cannot have more than 50 metadata keys; you passed ${entries.length}.`, param)
  }
  for (const [key, value] of entries) {
    if (key.length > 40) {
      throw invalidRequest(
        `Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key}`,
        param,
      )
    }
    if (value.length > 500) {
      throw invalidRequest(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value}`,
        `${param}[${key}]`,
      )
    }
  }
}

/** Checks a statement descriptor. Stripe forbids < > \ ' " * and requires at least one letter. */
export const checkDescriptor = (value: string | undefined, param: string): void => {
  if (value === undefined) return
  if (/[<>\\'"*]/.test(value)) {
    throw invalidRequest(
      'The statement descriptor contains illegal characters: it may not contain <, >, \\, \', " or *.',
      param,
    )
  }
  if (!/[A-Za-z]/.test(value)) {
    throw invalidRequest('The statement descriptor must contain at least one alphabetic character.', param)
  }
}

export const checkCurrency = (currency: string, param: string): void => {
  if (!currencies.has(currency.toLowerCase())) throw invalidRequest(`Invalid currency: ${currency}`, param)
}

export const checkEmail = (email: string | undefined, param: string): void => {
  // Stripe accepts only ASCII characters.
  if (email !== undefined && !/^[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+$/.test(email)) {
    throw invalidRequest(`Invalid email address: ${email}`, param, 'email_invalid')
  }
}

const checkUrl = (url: string | undefined, param: string): void => {
  if (url === undefined) return
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!isWeb) throw invalidRequest('Not a valid URL', param, 'url_invalid')
}

const checkLine = (line: LineRequest, param: string): void => {
  if (line.price !== undefined) {
    throw invalidRequest(`No such price: '${line.price}'`, `${param}[price]`, 'resource_missing')
  }
  const price = line.price_data
  if (!price) {
    throw invalidRequest(
      `You must specify either \`price\` or \`price_data\` in ${param}.`,
      `${param}[price]`,
      'parameter_missing',
    )
  }
  checkCurrency(price.currency, `${param}[price_data][currency]`)
  if (price.product !== undefined) {
    throw invalidRequest(`No such product: '${price.product}'`, `${param}[price_data][product]`, 'resource_missing')
  }
  if (!price.product_data) throw missingParameter(`${param}[price_data][product_data]`)
  if (price.recurring) {
    throw invalidRequest('You must provide only one-time prices in `payment` mode.', `${param}[price_data][recurring]`)
  }
  if (price.unit_amount === undefined && price.unit_amount_decimal === undefined) {
    throw missingParameter(`${param}[price_data][unit_amount]`)
  }
  const amount = unitAmountOf(line)
  if (!Number.isInteger(amount) || amount < 0) {
    throw invalidRequest(
      'Invalid non-negative integer',
      `${param}[price_data][unit_amount]`,
      'parameter_invalid_integer',
    )
  }
  if (line.quantity === undefined && !line.adjustable_quantity) {
    throw invalidRequest(`Quantity is required. Add \`quantity\` to \`${param}\``, `${param}[quantity]`)
  }
  if (line.quantity !== undefined && line.quantity < 1) {
    throw invalidRequest(
      'This value must be greater than or equal to 1.',
      `${param}[quantity]`,
      'parameter_invalid_integer',
    )
  }
}

const checkLines = (request: SessionRequest): void => {
  const lines = request.line_items ?? []
  if (lines.length === 0) throw missingParameter('line_items')
  if (lines.length > maxLines) {
    throw invalidRequest(`You may only specify up to ${maxLines} \`line_items\`.`, 'line_items')
  }
  for (const [index, line] of lines.entries()) checkLine(line, `line_items[${index}]`)
  const used = new Set(lines.map((line) => line.price_data?.currency.toLowerCase()))
  if (request.currency !== undefined) used.add(request.currency.toLowerCase())
  if (used.size > 1) {
    throw invalidRequest(
      `The \`line_items\` parameter contains prices in more than one currency (${[...used].join(', ')}). All prices on a Checkout Session must use the same currency.`,
      'line_items',
    )
  }
  const total = lines.reduce((sum, line) => sum + unitAmountOf(line) * (line.quantity ?? 1), 0)
  if (total < minTotalCents) {
    throw invalidRequest(
      "The Checkout Session's total amount due must add up to at least 0.50 eur",
      undefined,
      'amount_too_small',
    )
  }
  if (total > maxTotalCents) {
    throw invalidRequest(
      "The Checkout Session's total amount must be no more than 999,999.99",
      undefined,
      'amount_too_large',
    )
  }
}

const checkExpiry = (expiresAt: number | undefined, now: number): void => {
  if (expiresAt === undefined) return
  if (expiresAt < now + halfHour) {
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    )
  }
  if (expiresAt > now + day) {
    throw invalidRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    )
  }
}

const checkSupported = (request: SessionRequest): void => {
  if (request.mode === undefined) throw missingParameter('mode')
  if (request.mode !== 'payment') {
    throw invalidRequest(`This sandbox supports mode \`payment\` only, not \`${request.mode}\`.`, 'mode')
  }
  for (const param of ['setup_intent_data', 'subscription_data'] as const) {
    if (request[param]) throw invalidRequest(`You can not pass \`${param}\` in \`payment\` mode.`, param)
  }
  if (request.customer !== undefined) {
    throw invalidRequest(`No such customer: '${request.customer}'`, 'customer', 'resource_missing')
  }
  for (const param of ['discounts', 'shipping_options'] as const) {
    if (request[param]) throw invalidRequest(`This sandbox does not support \`${param}\`.`, param)
  }
  const capture = request.payment_intent_data?.capture_method
  if (capture === 'manual') {
    throw invalidRequest('This sandbox captures immediately.', 'payment_intent_data[capture_method]')
  }
}

/** Throws Stripe's error for the first broken rule. `now` is in seconds. */
export const checkSessionRequest = (request: SessionRequest, now: number): void => {
  checkSupported(request)
  checkUrl(request.success_url, 'success_url')
  checkUrl(request.cancel_url, 'cancel_url')
  checkEmail(request.customer_email, 'customer_email')
  checkLines(request)
  checkExpiry(request.expires_at, now)
  checkMetadata(request.metadata)
  checkMetadata(request.payment_intent_data?.metadata, 'payment_intent_data[metadata]')
  checkDescriptor(
    request.payment_intent_data?.statement_descriptor_suffix,
    'payment_intent_data[statement_descriptor_suffix]',
  )
}

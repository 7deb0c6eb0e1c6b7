/**
 * Derives `paypal-requests.json` from PayPal's published OpenAPI documents, so that the sandbox needs no file outside the
 * repository. The file contains a JSON Schema of the body of each operation that the sandbox serves. The schemas are closed:
 * they reject properties that they do not name. Of the payment sources, only PayPal's wallet is left.
 *
 * Source: github.com/paypal/paypal-rest-api-specifications at ec4d8f36a6ab0abcc3865e1072aaddc85ea14d5c, Apache-2.0,
 * copyright PayPal. Patterns that are no regular expressions of JavaScript are left out.
 *
 * Run: node tests/sandbox/derive-paypal-requests.ts [folder with the published files]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Published = {
  $ref?: string
  allOf?: Published[]
  properties?: Record<string, Published>
  additionalProperties?: boolean
  required?: string[]
  items?: Published
} & Record<string, unknown>
export type PayPalDocument = {
  paths: Record<string, Record<string, { requestBody?: { $ref?: string; content?: Content } }>>
  components: { schemas: Record<string, Published>; requestBodies?: Record<string, { content?: Content }> }
}
type Content = Record<string, { schema: Published }>
export type PayPalDocuments = { orders: PayPalDocument; payments: PayPalDocument; webhooks: PayPalDocument }
type PayPalRequests = { source: string; licence: string; operations: Record<string, object> }

const served: { operation: string; document: keyof PayPalDocuments }[] = [
  { operation: 'POST /v2/checkout/orders', document: 'orders' },
  { operation: 'PATCH /v2/checkout/orders/{id}', document: 'orders' },
  { operation: 'POST /v2/checkout/orders/{id}/capture', document: 'orders' },
  { operation: 'POST /v2/payments/captures/{capture_id}/refund', document: 'payments' },
  { operation: 'POST /v1/notifications/verify-webhook-signature', document: 'webhooks' },
]

/** The payment source that the sandbox serves. */
const wallet = 'paypal'

const keywords = [
  'type',
  'enum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'required',
] as const

const isPattern = (text: unknown): text is string => {
  try {
    return typeof text === 'string' && new RegExp(text, 'u').source !== ''
  } catch {
    return false
  }
}

/** Returns the schema with the parts of its `allOf` and its reference merged into it. */
const merged = (schema: Published, document: PayPalDocument): Published => {
  const { $ref, allOf = [], ...own } = schema
  const name = $ref?.split('/').at(-1)
  const referred = name === undefined ? [] : [document.components.schemas[name] ?? {}]
  const whole: Published = { ...own }
  for (const part of [...referred, ...allOf].map((each) => merged(each, document))) {
    const { properties, required, ...rest } = part
    for (const [key, value] of Object.entries(rest)) whole[key] ??= value
    whole.properties = { ...properties, ...whole.properties }
    whole.required = [...(required ?? []), ...(whole.required ?? [])]
  }
  return whole
}

const closed = (schema: Published, document: PayPalDocument, name: string): object => {
  const whole = merged(schema, document)
  const result: Record<string, unknown> = {}
  for (const keyword of keywords) if (whole[keyword] !== undefined) result[keyword] = whole[keyword]
  if (whole.required?.length === 0) delete result.required
  if (isPattern(whole.pattern)) result.pattern = whole.pattern
  if (whole.items) result.items = closed(whole.items, document, name)
  const properties = Object.entries(whole.properties ?? {}).filter(
    ([key, { readOnly }]) => (name !== 'payment_source' || key === wallet) && readOnly !== true,
  )
  // The body of a webhook's event is whatever PayPal has sent.
  if (name === 'webhook_event') return { type: 'object' }
  if (properties.length > 0) {
    result.properties = Object.fromEntries(properties.map(([key, value]) => [key, closed(value, document, key)]))
    result.additionalProperties = false
  }
  return result
}

/** Returns the schemas of the served operations. Throws if a document lacks one of them. */
export const derivePayPalRequests = (documents: PayPalDocuments, licence: string): PayPalRequests => {
  const operations: Record<string, object> = {}
  for (const { operation, document: noun } of served) {
    const document = documents[noun]
    const [method = '', path = ''] = operation.split(' ')
    const body = document.paths[path]?.[method.toLowerCase()]?.requestBody
    const shared = body?.$ref?.split('/').at(-1) ?? ''
    const content = body?.content ?? document.components.requestBodies?.[shared]?.content
    const schema = content?.['application/json']?.schema
    if (!schema) throw new Error(`The published document has no ${operation}`)
    operations[operation] = closed(schema, document, '')
  }
  return {
    source:
      'github.com/paypal/paypal-rest-api-specifications at ec4d8f36a6ab0abcc3865e1072aaddc85ea14d5c; ' +
      'changed: derived by derive-paypal-requests.ts',
    licence: licence.replace(/\s+/g, ' ').trim(),
    operations,
  }
}

export const readPayPalDocuments = (folder: string): { documents: PayPalDocuments; licence: string } => {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as PayPalDocument
  return {
    documents: {
      orders: read('checkout_orders_v2.json'),
      payments: read('payments_payment_v2.json'),
      webhooks: read('notifications_webhooks_v1.json'),
    },
    licence: readFileSync(join(folder, 'LICENSE.paypal'), 'utf8'),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const shared = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'payments', 'paypal')
  const { documents, licence } = readPayPalDocuments(process.argv[2] ?? shared)
  const target = join(import.meta.dirname, 'paypal-requests.json')
  writeFileSync(target, `${JSON.stringify(derivePayPalRequests(documents, licence))}\n`)
  process.stdout.write(`${target}\n`)
}

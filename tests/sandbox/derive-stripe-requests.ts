/**
 * Derives `stripe-requests.json` from Stripe's published OpenAPI document, so that the sandbox needs no file outside the
 * repository. The file contains a JSON Schema of the query or body of each operation that the sandbox serves. The schemas
 * are closed: they reject properties that they do not name.
 *
 * Source: github.com/stripe/openapi, openapi/spec3.yaml at 63a674638635c68de26b9f3add13e58198f4df44 (API version
 * 2023-08-16), MIT, copyright Stripe. The parameters in `newerParameters` are newer than that document. Each of them must be
 * a field of its resource in openapi/fixtures3.json of the same repository (2026-08-21), or a parameter of the installed SDK.
 * The parameters in `removedParameters` are in the document, but no longer in the SDK.
 *
 * Run: node tests/sandbox/derive-stripe-requests.ts [folder with the published files]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Schema = {
  type?: string
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  maxLength?: number
  minimum?: number
  maximum?: number
}

type StripeRequests = { source: string; licence: string; operations: Record<string, Schema> }

type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export type PublishedSpec = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
export type PublishedFixtures = { resources: Record<string, Record<string, unknown>> }

const served = [
  'POST /v1/checkout/sessions',
  'GET /v1/checkout/sessions',
  'GET /v1/checkout/sessions/{session}',
  'POST /v1/checkout/sessions/{session}/expire',
  'GET /v1/checkout/sessions/{session}/line_items',
  'POST /v1/payment_intents',
  'GET /v1/payment_intents/{intent}',
  'POST /v1/payment_intents/{intent}/confirm',
  'POST /v1/payment_intents/{intent}/cancel',
  'GET /v1/charges/{charge}',
  'POST /v1/refunds',
  'GET /v1/refunds',
  'GET /v1/refunds/{refund}',
  'GET /v1/disputes/{dispute}',
  'GET /v1/events',
  'GET /v1/events/{id}',
]

const methodTypes: Schema = { type: 'array', items: { type: 'string', maxLength: 5000 } }
const enabled: Schema = { type: 'object', properties: { enabled: { type: 'boolean' } } }

/** Parameters that the SDK may send, but that the published document is too old to contain. */
const newerParameters: { operation: string; resource: string; name: string; schema: Schema; inSdk?: true }[] = [
  {
    operation: 'POST /v1/checkout/sessions',
    resource: 'checkout.session',
    name: 'ui_mode',
    schema: { type: 'string', enum: ['hosted', 'hosted_page'] },
  },
  {
    operation: 'POST /v1/checkout/sessions',
    resource: 'checkout.session',
    name: 'adaptive_pricing',
    schema: enabled,
  },
  {
    operation: 'POST /v1/checkout/sessions',
    resource: 'checkout.session',
    name: 'integration_identifier',
    schema: { type: 'string', maxLength: 200 },
  },
  {
    operation: 'POST /v1/payment_intents',
    resource: 'payment_intent',
    name: 'excluded_payment_method_types',
    schema: methodTypes,
  },
  {
    operation: 'POST /v1/checkout/sessions',
    resource: 'checkout.session',
    name: 'allowed_payment_method_types',
    schema: methodTypes,
    inSdk: true,
  },
  {
    operation: 'POST /v1/payment_intents',
    resource: 'payment_intent',
    name: 'allowed_payment_method_types',
    schema: methodTypes,
    inSdk: true,
  },
  {
    operation: 'POST /v1/payment_intents/{intent}/confirm',
    resource: 'payment_intent',
    name: 'confirmation_token',
    schema: { type: 'string', maxLength: 5000 },
    inSdk: true,
  },
]

/** `allowed_payment_method_types` replaces this parameter. */
const removedParameters = [
  { operation: 'POST /v1/checkout/sessions', name: 'payment_method_types' },
  { operation: 'POST /v1/payment_intents', name: 'payment_method_types' },
  { operation: 'POST /v1/payment_intents/{intent}/confirm', name: 'payment_method_types' },
]

const SDK_TYPES: Record<string, string> = {
  payment_intent: 'PaymentIntents.d.ts',
  'checkout.session': 'Checkout/Sessions.d.ts',
}

const sdkHasParameter = (resource: string, name: string): boolean => {
  const folder = join(import.meta.dirname, '..', '..', 'node_modules', 'stripe', 'esm', 'resources')
  return readFileSync(join(folder, SDK_TYPES[resource] ?? ''), 'utf8').includes(`    ${name}?: `)
}

/** Keeps the keywords that validate a request, drops descriptions, and closes every object that names its properties. */
const closed = (schema: Schema): Schema => {
  const result: Schema = {}
  if (schema.type) result.type = schema.type
  if (schema.enum) result.enum = schema.enum
  if (schema.maxLength !== undefined) result.maxLength = schema.maxLength
  if (schema.minimum !== undefined) result.minimum = schema.minimum
  if (schema.maximum !== undefined) result.maximum = schema.maximum
  if (schema.anyOf) result.anyOf = schema.anyOf.map(closed)
  if (schema.items) result.items = closed(schema.items)
  if (schema.required?.length) result.required = schema.required
  if (schema.properties) {
    result.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([key, value]) => [key, closed(value)]),
    )
    result.additionalProperties = false
  } else if (typeof schema.additionalProperties === 'object') {
    result.additionalProperties = closed(schema.additionalProperties)
  }
  return result
}

const querySchema = (parameters: Parameter[]): Schema => {
  const query = parameters.filter((parameter) => parameter.in === 'query')
  return {
    type: 'object',
    properties: Object.fromEntries(query.map((parameter) => [parameter.name, parameter.schema])),
    required: query.filter((parameter) => parameter.required).map((parameter) => parameter.name),
  }
}

/**
 * Returns the schemas of the served operations, with the `licence` of the published document. Throws if the document lacks a
 * served operation or already contains one of `newerParameters`. Throws if the fixtures lack one of `newerParameters`.
 */
export const deriveStripeRequests = (
  spec: PublishedSpec,
  fixtures: PublishedFixtures,
  licence: string,
): StripeRequests => {
  const operations: Record<string, Schema> = {}
  for (const name of served) {
    const [method = '', path = ''] = name.split(' ')
    const operation = spec.paths[path]?.[method.toLowerCase()]
    if (!operation) throw new Error(`The published document has no ${name}`)
    const body = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema
    operations[name] = closed(
      method === 'GET' ? querySchema(operation.parameters ?? []) : { ...body, properties: body?.properties ?? {} },
    )
  }
  for (const { operation, name } of removedParameters) {
    const properties = operations[operation]?.properties
    if (!properties?.[name]) throw new Error(`${operation} has no ${name} to remove`)
    delete properties[name]
  }
  for (const { operation, resource, name, schema, inSdk } of newerParameters) {
    const known = spec.components.schemas[resource]?.properties?.[name] ?? operations[operation]?.properties?.[name]
    const shown = fixtures.resources[resource]
    const isShown = inSdk ? sdkHasParameter(resource, name) : shown !== undefined && name in shown
    if (known || !isShown)
      throw new Error(`${name} of ${operation} is in the published document or missing in the fixtures or the SDK`)
    const target = operations[operation]?.properties
    if (target) target[name] = closed(schema)
  }
  return {
    source:
      'github.com/stripe/openapi, openapi/spec3.yaml at 63a674638635c68de26b9f3add13e58198f4df44 (API version 2023-08-16) ' +
      'and openapi/fixtures3.json; derived by derive-stripe-requests.ts',
    licence: licence.replace(/\s+/g, ' ').trim(),
    operations,
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'payments', 'stripe')
  const spec = JSON.parse(readFileSync(join(folder, 'stripe-openapi.trimmed.json'), 'utf8')) as PublishedSpec
  const fixtures = JSON.parse(readFileSync(join(folder, 'fixtures3.json'), 'utf8')) as PublishedFixtures
  const target = join(import.meta.dirname, 'stripe-requests.json')
  const licence = readFileSync(join(folder, 'LICENSE.stripe-openapi'), 'utf8')
  writeFileSync(target, `${JSON.stringify(deriveStripeRequests(spec, fixtures, licence))}\n`)
  process.stdout.write(`${target}\n`)
}

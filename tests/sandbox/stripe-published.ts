/**
 * Reads Stripe's published OpenAPI document and example objects. Tests compare the sandbox's answers with them. The files
 * are outside the repository. If their folder is absent, `published` is null.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import type { PublishedFixtures, PublishedSpec } from './derive-stripe-requests.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'payments', 'stripe')

const read = <T>(file: string): T => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T

export const published = existsSync(folder)
  ? {
      spec: read<PublishedSpec>('stripe-openapi.trimmed.json'),
      fixtures: read<PublishedFixtures>('fixtures3.json'),
      licence: readFileSync(join(folder, 'LICENSE.stripe-openapi'), 'utf8'),
    }
  : null

/** Converts OpenAPI's `nullable` to an `anyOf` with the type `null`, as JSON Schema requires. */
const withNull = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withNull)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, ...rest } = value as Record<string, unknown>
  const inner = Object.fromEntries(Object.entries(rest).map(([key, child]) => [key, withNull(child)]))
  return nullable === true ? { anyOf: [inner, { type: 'null' }] } : inner
}

/** Returns a function that validates a value against the published schema of a resource and returns the errors. */
export const shapeErrors = (spec: PublishedSpec): ((resource: string, value: unknown) => string[]) => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'stripe', components: withNull(spec.components) as object })
  return (resource, value) => {
    const validate = ajv.compile({ $ref: `stripe#/components/schemas/${resource}` })
    validate(value)
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
  }
}

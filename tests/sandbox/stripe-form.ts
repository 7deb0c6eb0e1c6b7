/**
 * Reads Stripe's form encoding (`a[b][0][c]=x`, `a[]=x`) and validates it against an operation's schema. Values arrive as
 * text, so they are first converted to the schema's types where possible. Then ajv validates them. A request with unknown
 * parameters gets one error that names them all. Otherwise the error names only the first fault in this sequence: a missing
 * parameter, an empty parameter, a wrong value.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { Schema } from './derive-stripe-requests.ts'
import { invalidRequest, type StripeRefusal } from './stripe-error.ts'
import requests from './stripe-requests.json' with { type: 'json' }

type FormNode = { [key: string]: FormNode | string }

const operations: Record<string, Schema> = requests.operations
const ajv = new Ajv({ allErrors: true, verbose: true, strict: false })
const validators = new Map<string, ValidateFunction>()

const isNode = (value: unknown): value is FormNode => typeof value === 'object' && value !== null

/** Returns nested objects. Their prototype is null, so that no key has a special meaning. */
export const parseForm = (encoded: string): FormNode => {
  const root: FormNode = Object.create(null)
  for (const [name, value] of new URLSearchParams(encoded)) {
    const keys = name.replaceAll(']', '').split('[')
    let node = root
    for (const [depth, raw] of keys.entries()) {
      const key = raw === '' ? String(Object.keys(node).length) : raw
      if (depth === keys.length - 1) {
        node[key] = value
      } else {
        const child = node[key]
        const next: FormNode = isNode(child) ? child : Object.create(null)
        node[key] = next
        node = next
      }
    }
  }
  return root
}

const branchFor = (schema: Schema, value: FormNode | string): Schema => {
  if (!schema.anyOf) return schema
  const structured = (branch: Schema) => branch.type === 'object' || branch.type === 'array'
  return schema.anyOf.find((branch) => structured(branch) === isNode(value)) ?? schema.anyOf[0] ?? {}
}

/**
 * Converts a form to the types of the schema: numbered keys to arrays, and text to integers, numbers and booleans. Text that
 * cannot be converted stays unchanged, and ajv validates it.
 */
const typed = (declared: Schema, value: FormNode | string): unknown => {
  const schema = branchFor(declared, value)
  if (isNode(value)) {
    if (schema.type === 'array') {
      return Object.keys(value)
        .sort((a, b) => Number(a) - Number(b))
        .map((key) => typed(schema.items ?? {}, value[key] ?? ''))
    }
    const additional = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => [key, typed(schema.properties?.[key] ?? additional, child)]),
    )
  }
  if (schema.type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (schema.type === 'number' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (schema.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

const mayBeEmpty = (schema: Schema): boolean =>
  schema.enum?.includes('') === true || schema.anyOf?.some(mayBeEmpty) === true

/**
 * Returns the names of the empty parameters that cannot be unset. At Stripe, an empty value unsets a parameter. An entry of
 * a map with any keys, such as metadata, can always be unset.
 */
const emptyParameters = (schema: Schema, value: FormNode | string | undefined, name = ''): string[] => {
  if (value === undefined) return []
  if (value === '') return mayBeEmpty(schema) ? [] : [name]
  if (!isNode(value)) return []
  const branch = branchFor(schema, value)
  const children = branch.items ? Object.keys(value).map((key) => [key, branch.items ?? {}] as const) : []
  const named = Object.entries(branch.properties ?? {})
  return [...children, ...named].flatMap(([key, child]) =>
    emptyParameters(child, value[key], name === '' ? key : `${name}[${key}]`),
  )
}

const bracketed = (segments: string[]): string =>
  segments.map((segment, index) => (index === 0 ? segment : `[${segment}]`)).join('')

const nameOf = (error: ErrorObject): string => {
  const segments = error.instancePath.split('/').slice(1)
  if (error.keyword === 'additionalProperties') segments.push(String(error.params.additionalProperty))
  if (error.keyword === 'required') segments.push(String(error.params.missingProperty))
  return bracketed(segments)
}

const wrongValue = (error: ErrorObject): StripeRefusal => {
  const param = nameOf(error)
  const given = typeof error.data === 'string' || typeof error.data === 'number' ? String(error.data) : 'object'
  switch (error.keyword) {
    case 'enum': {
      const allowed: string[] = error.params.allowedValues
      const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(allowed.filter((value) => value !== ''))
      return invalidRequest(`Invalid ${param}: must be one of ${list}`, param)
    }
    case 'maxLength':
      return invalidRequest(
        `Invalid string: ${given.slice(0, 10)}...${given.slice(-5)}; must be at most ${error.params.limit} characters`,
        param,
      )
    case 'minimum':
      return invalidRequest(
        `This value must be greater than or equal to ${error.params.limit}.`,
        param,
        'parameter_invalid_integer',
      )
    case 'maximum':
      return invalidRequest(
        `This value must be less than or equal to ${error.params.limit}.`,
        param,
        'parameter_invalid_integer',
      )
    default: {
      const type = String(error.params.type)
      if (type === 'object' || type === 'array') return invalidRequest(`Invalid ${type}`, param)
      return invalidRequest(
        `Invalid ${type}: ${given}`,
        param,
        type === 'integer' ? 'parameter_invalid_integer' : undefined,
      )
    }
  }
}

/**
 * Returns whether an error helps the caller. If a value matches no branch of an `anyOf`, ajv also reports two errors that do
 * not help: one for the `anyOf` itself, and one for the branch that allows only the empty string.
 */
const explains = (error: ErrorObject): boolean =>
  error.keyword !== 'anyOf' && !(error.keyword === 'enum' && error.params.allowedValues.join() === '')

/**
 * Returns the validated parameters of `operation`, such as "POST /v1/refunds", or throws a `StripeRefusal`. The caller's
 * type `T` must fit the operation's schema, which the compiler does not check.
 */
export const parametersOf = <T>(operation: string, form: FormNode): T => {
  const schema = operations[operation]
  if (!schema) throw new Error(`No schema for ${operation}`)
  const validate = validators.get(operation) ?? ajv.compile(schema)
  validators.set(operation, validate)
  const value = typed(schema, form)
  const empty = emptyParameters(schema, form)
  const errors = validate(value) ? [] : (validate.errors ?? []).filter(explains)
  const unknown = errors.filter((error) => error.keyword === 'additionalProperties').map(nameOf)
  if (unknown[0] !== undefined) {
    throw invalidRequest(
      `Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${unknown.join(', ')}`,
      unknown[0],
      'parameter_unknown',
    )
  }
  const missing = errors.find((error) => error.keyword === 'required')
  if (missing) throw missingParameter(nameOf(missing))
  if (empty[0] !== undefined) {
    throw invalidRequest(
      `You passed an empty string for '${empty[0]}'. We assume empty values are an attempt to unset a parameter; however '${empty[0]}' cannot be unset. You should remove '${empty[0]}' from your request or supply a non-empty value.`,
      empty[0],
      'parameter_invalid_empty',
    )
  }
  if (errors[0]) throw wrongValue(errors[0])
  return value as T
}

export const missingParameter = (param: string): StripeRefusal =>
  invalidRequest(`Missing required param: ${param}.`, param, 'parameter_missing')

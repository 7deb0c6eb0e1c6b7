/**
 * Generates inputs for fuzz tests of operations and routes. A variable gets a valid value, a value of the wrong type, an id
 * of another visitor's order or item, or a string that is known to break servers.
 */
import {
  buildSchema,
  type DocumentNode,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  parse,
  typeFromAST,
} from 'graphql'
import operations from '../../schema/generated/operations.json' with { type: 'json' }
import { sdl } from '../../schema/generated/sdl.ts'
import type { Random } from './random.ts'

const schema = buildSchema(sdl)
const documents = new Map<string, DocumentNode>(operations.map(({ name, document }) => [name, parse(document)]))

const LONG = 'ä'.repeat(3_000)
const JUNK_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  "' OR 1=1 --",
  '"; DROP TABLE orders; --',
  '<script>alert(1)</script>',
  '%00',
  '\u0000',
  '\ud800',
  '\u202e\u200b\ufeff',
  '%',
  '_%_',
  '*:*',
  'NEAR("',
  'a AND',
  '{{7*7}}',
  'javascript:alert(1)',
  '//evil.example',
  'http://evil.example/',
  '💥'.repeat(40),
  LONG,
  '١٢٣',
  'de\r\nSet-Cookie: x=1',
]
const JUNK_NUMBERS = [-1, 0, 1.5, 1e9, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, Number.MAX_SAFE_INTEGER]
const JUNK_VALUES: unknown[] = [null, true, false, [], {}, [[]], [null], { $ne: null }, { toString: 1 }, ['a', 1, {}]]

export type Pool = Readonly<Record<string, readonly string[]>>

export type FuzzInput = { name: string; kind: string; hash: string; variables: unknown }

/** Returns a random operation with variables. `pool` supplies real values by the name of a variable or field. */
export function fuzzInput(random: Random, pool: Pool): FuzzInput {
  const { name, kind, hash } = random.one(operations)
  if (random.chance(0.02)) return { name, kind, hash, variables: random.one([null, 1, 'x', [], [[]], { a: LONG }]) }
  const [definition] = documents.get(name)?.definitions ?? []
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`${name} is no operation`)
  const variables: Record<string, unknown> = {}
  for (const { variable, type } of definition.variableDefinitions ?? []) {
    const inputType = typeFromAST(schema, type) as GraphQLInputType | undefined
    if (!inputType || random.chance(0.02)) continue
    variables[variable.name.value] = variableOf(random, pool, variable.name.value, inputType, 0)
  }
  if (random.chance(0.05))
    variables[random.one(['__proto__', 'input', 'eventId', 'slug', 'x'])] = random.one(JUNK_VALUES)
  return { name, kind, hash, variables }
}

function variableOf(random: Random, pool: Pool, field: string, type: GraphQLInputType, depth: number): unknown {
  if (random.chance(0.06)) return random.one<unknown>([...JUNK_VALUES, ...JUNK_TEXTS, ...JUNK_NUMBERS])
  if (isNonNullType(type)) return variableOf(random, pool, field, type.ofType, depth)
  if (isListType(type)) {
    const length = random.chance(0.03) ? 200 : random.below(4)
    return Array.from({ length }, () => variableOf(random, pool, field, type.ofType, depth + 1))
  }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((each) => isNonNullType(each.type) || random.chance(0.4))
    const entries = fields.map(
      (each) => [each.name, variableOf(random, pool, each.name, each.type, depth + 1)] as const,
    )
    return Object.fromEntries(random.chance(0.04) ? [...entries, ['unknown', 1]] : entries)
  }
  const real = pool[field] ?? pool[field.replace(/s$/, '')]
  if (real && random.chance(0.6)) return random.one(real)
  switch (getNamedType(type).name) {
    case 'Int':
    case 'Cents':
    case 'Instant':
    case 'Float':
      return random.chance(0.5) ? random.below(12) : random.one(JUNK_NUMBERS)
    case 'Boolean':
      return random.chance(0.9) ? random.chance(0.5) : random.one(JUNK_VALUES)
    default:
      return random.one(JUNK_TEXTS)
  }
}

const SEGMENTS = [
  'events',
  'products',
  'bundle',
  'checkout',
  'done',
  'images',
  'seat-maps',
  'queue',
  'event',
  'draw',
  'draw.json',
  'api',
  'v2',
  'shops',
  'graphql',
  'availability',
  'webhooks',
  'stripe',
  'operator',
  'orders',
  'search',
  'sitemap.xml',
  'robots.txt',
  'stagedoor',
  'nachtfalter',
  'eisenwald',
  'geheim',
  'place',
  '..',
  '.',
  '%2e%2e',
  '%2F',
  '%5C',
  '%00',
  '%C0%AF',
  '%ZZ',
  '\\',
  ':',
  ';',
  '*',
]
const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']
const HEADER_VALUES = [
  '',
  'x',
  '0',
  '-1',
  'null',
  '../..',
  'a=b; c=d',
  '"',
  ',,,',
  'application/json',
  'text/html;charset=',
  'de-DE,xx;q=9',
  'bytes=0-0,1-1',
  'W/"x"',
  LONG.slice(0, 400).replaceAll('ä', 'a'),
]

export type FuzzRequest = { path: string; method: string; headers: Record<string, string>; body: string | null }

/** Returns a request with a random path, query, method, headers and body. */
export function fuzzRequest(random: Random): FuzzRequest {
  const segments = Array.from({ length: random.below(6) }, () =>
    random.one(random.chance(0.8) ? SEGMENTS : ['x', 'evt_0', '1', 'ä', '%F0%9F%92%A5']),
  )
  const query = random.chance(0.4)
    ? `?${Array.from({ length: 1 + random.below(3) }, () => `${random.one(['hash', 'variables', 'locale', 'lang', 'code', 'since', 'q', 'terms', 'after', '__proto__', ''])}=${random.one(['', 'x', '{', '{}', '[]', 'de', 'en', 'null', '%', '%FF', '1e999', 'a'.repeat(300)])}`).join('&')}`
    : ''
  const method = random.one(METHODS)
  const headers: Record<string, string> = {}
  for (const name of [
    'cookie',
    'content-type',
    'accept-language',
    'if-none-match',
    'range',
    'origin',
    'x-visit',
    'authorization',
    'content-length-x',
    'cf-connecting-ip',
    'stripe-signature',
    'x-operator',
    'sec-ch-ua-mobile',
    'user-agent',
  ])
    if (random.chance(0.15)) headers[name] = random.one(HEADER_VALUES)
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const body =
    hasBody && random.chance(0.7)
      ? random.one([
          '',
          '{',
          '{}',
          '[]',
          'null',
          '"x"',
          '{"hash":1}',
          '{"hash":"x","variables":{}}',
          'code=x',
          'a=b&a=c',
          LONG,
        ])
      : null
  return { path: `/${segments.join('/')}${query}`, method, headers, body }
}

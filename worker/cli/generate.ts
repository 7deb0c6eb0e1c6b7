/**
 * Generates modules from the SDL and the operations. schema/generated contains:
 * - types for worker and web, and the SDL as a string
 * - one typed constant per operation for the web. It has no document, so that documents stay out of the bundle.
 * - the policy of each operation
 * - operations.json, the list of operations that the worker executes, with their documents
 *
 * worker/generated contains resolver types, the fonts of printed tickets, the colours of designs and the titles of pages. Only
 * operations.json is committed: it is the contract with browsers.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as operations from '@graphql-codegen/typescript-operations'
import * as resolvers from '@graphql-codegen/typescript-resolvers'
import {
  buildSchema,
  type DocumentNode,
  type FragmentDefinitionNode,
  getDirectiveValues,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  validate,
  visit,
} from 'graphql'
import { designColours } from './design-colours.ts'
import { ticketFonts } from './embed-fonts.ts'
import { PAGE_TITLES_FILE, pageTitles } from './page-titles.ts'

const schemaFolder = join(import.meta.dirname, '../../schema')
const out = join(schemaFolder, 'generated')
const workerOut = join(import.meta.dirname, '../generated')

const read = (folder: string) =>
  readdirSync(join(schemaFolder, folder))
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(schemaFolder, folder, name), 'utf8') }))

const sdl = read('graphql')
  .sort((a, b) => Number(b.name === 'shop.graphql') - Number(a.name === 'shop.graphql'))
  .map(({ text }) => text)
  .join('\n')
const directives = readFileSync(join(schemaFolder, 'operation-directives.graphql'), 'utf8')
const schema = buildSchema(`${sdl}\n${directives}`)
const written = read('operations').map(({ name, text }) => ({ location: name, document: parse(text) }))
const faults = validate(schema, {
  kind: Kind.DOCUMENT,
  definitions: written.flatMap(({ document }) => document.definitions),
})
if (faults.length > 0) throw new Error(faults.map(String).join('\n'))

/** The policy of each operation, from its directives. Documents lose the directives, so hashes do not depend on them. */
const policies = new Map<string, ReturnType<typeof policyOf>>()
const documents = written.map(({ location, document }) => ({
  location,
  document: visit(document, {
    OperationDefinition(definition) {
      if (definition.name) policies.set(definition.name.value, policyOf(definition))
      return { ...definition, directives: [] }
    },
  }),
}))
const whole: DocumentNode = {
  kind: Kind.DOCUMENT,
  definitions: documents.flatMap(({ document }) => document.definitions),
}

/**
 * Returns the operation's policy, which its directives state. `satisfies OperationPolicy` in the generated file checks
 * its type.
 */
function policyOf(definition: OperationDefinitionNode) {
  const valuesOf = (name: string) => {
    const directive = schema.getDirective(name)
    if (!directive) throw new Error(`schema/operation-directives.graphql has no @${name}`)
    return getDirectiveValues(directive, definition)
  }
  const lower = (value: unknown) => String(value).toLowerCase()
  const shown = valuesOf('shows')
  const variable = shown && String(shown.variable)
  const declared = definition.variableDefinitions ?? []
  if (variable && !declared.some((declaration) => declaration.variable.name.value === variable)) {
    throw new Error(`${definition.name?.value} has no variable ${variable} for @shows`)
  }
  return {
    cachedFrom: lower(valuesOf('cached')?.from ?? 'NOWHERE'),
    guardedBy: lower(valuesOf('guarded')?.by ?? 'ALL'),
    content: shown ? { kind: lower(shown.content), variable } : null,
    isSecret: valuesOf('secret') !== undefined,
    needsNoCode: valuesOf('needsNoCode') !== undefined,
  }
}

const fragments = new Map<string, FragmentDefinitionNode>()
for (const definition of whole.definitions) {
  if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
}

function fragmentsOf(node: DocumentNode['definitions'][number], found = new Set<string>()): Set<string> {
  visit(node, {
    FragmentSpread(spread) {
      const name = spread.name.value
      const fragment = fragments.get(name)
      if (!found.has(name) && fragment) {
        found.add(name)
        fragmentsOf(fragment, found)
      }
    },
  })
  return found
}

type KnownOperation = { name: string; kind: 'query' | 'mutation'; hash: string; isSecret?: true; document: string }
const known: KnownOperation[] = []
for (const definition of whole.definitions) {
  if (definition.kind !== Kind.OPERATION_DEFINITION || !definition.name) continue
  const used = [...fragmentsOf(definition)].sort().flatMap((name) => fragments.get(name) ?? [])
  const document = print({ kind: Kind.DOCUMENT, definitions: [definition, ...used] })
  if (definition.operation === 'subscription') throw new Error('subscriptions are not served')
  known.push({
    name: definition.name.value,
    kind: definition.operation,
    hash: createHash('sha256').update(document).digest('hex'),
    ...(policies.get(definition.name.value)?.isSecret ? { isSecret: true } : {}),
    document,
  })
}
known.sort((a, b) => a.name.localeCompare(b.name))

/** The models that resolvers return for these types. Field resolvers compute the fields from the models. */
const resolverMappers = Object.fromEntries(
  ['Artist', 'Bundle', 'BundlePart', 'Cart', 'Category', 'Event', 'Product', 'Tour', 'TourCategory', 'Venue'].map(
    (name) => [name, `../graphql/models.ts#${name}Model`],
  ),
)

const scalarsFor = (schemaPath: string) => ({
  Instant: 'number',
  Cents: 'number',
  ID: 'string',
  ProductTileMeta: `${schemaPath}/tile-meta.ts#ProductTileMeta`,
  EventTileMeta: `${schemaPath}/tile-meta.ts#EventTileMeta`,
})
const shared = { useTypeImports: true, enumsAsTypes: true, skipTypename: true, defaultScalarType: 'unknown' }
const generate = (filename: string, plugins: Record<string, object>[], config: object) =>
  codegen({
    filename,
    schema: parse(sdl),
    documents,
    config,
    plugins,
    pluginMap: { typescript, operations, resolvers },
  })

const banner = '/* Written by worker/cli/generate.ts; change schema/graphql or schema/operations instead. */\n'
for (const folder of [out, workerOut]) mkdirSync(folder, { recursive: true })

/** Does not touch an unchanged file, so that programs that watch it do nothing. */
function write(path: string, text: string): void {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
}

const resolverTypes = await generate('resolvers.ts', [{ typescript: {} }, { resolvers: {} }], {
  ...shared,
  scalars: scalarsFor('../../schema'),
  contextType: '../context.ts#ShopContext',
  mappers: resolverMappers,
  useIndexSignature: false,
  makeResolverTypeCallable: false,
  maybeValue: 'T | null | undefined',
})
const operationTypes = await generate('operations.ts', [{ operations: {} }], {
  ...shared,
  scalars: scalarsFor('..'),
  onlyOperationTypes: true,
})
const typesOf = ({ name, kind }: KnownOperation) => {
  const answer = `${name}${kind === 'query' ? 'Query' : 'Mutation'}`
  return [answer, `${answer}Variables`] as const
}
/** Returns the text of a module with one constant per operation. */
const constantsOf = (defined: KnownOperation[], toRoot: string) => {
  const imported = defined.flatMap(typesOf).join(', ')
  const constants = defined.map((operation) => {
    const { name, kind, hash, isSecret } = operation
    const value = JSON.stringify({ name, kind, hash, isSecret })
    return `export const ${name}Document: Operation<${typesOf(operation).join(', ')}> = ${value}\n`
  })
  return `${banner}import type { Operation } from '${toRoot}operation.ts'\nimport type { ${imported} } from '${toRoot}generated/operation-types.ts'\n\n${constants.join('\n')}`
}

write(join(workerOut, 'resolver-types.ts'), banner + resolverTypes)
write(join(workerOut, 'ticket-fonts.ts'), ticketFonts())
write(join(workerOut, 'design-colours.ts'), designColours())
write(PAGE_TITLES_FILE, pageTitles())
write(join(out, 'operation-types.ts'), banner + operationTypes)
// One module for each query: hashes do not compress, so a page's chunk contains only those that the page uses.
const queries = known.filter(({ kind }) => kind === 'query')
const constants = join(out, 'constants')
mkdirSync(constants, { recursive: true })
for (const query of queries) write(join(constants, `${query.name}.ts`), constantsOf([query], '../../'))
for (const file of readdirSync(constants)) {
  if (!queries.some(({ name }) => file === `${name}.ts`)) rmSync(join(constants, file))
}
write(
  join(out, 'operations.ts'),
  `${banner}export type * from './operation-types.ts'\n${queries.map(({ name }) => `export { ${name}Document } from './constants/${name}.ts'\n`).join('')}`,
)
// Mutations have a separate module, because a page needs no mutation until the fan does something.
write(
  join(out, 'mutations.ts'),
  constantsOf(
    known.filter(({ kind }) => kind === 'mutation'),
    '../',
  ),
)
write(
  join(out, 'operation-policies.ts'),
  `${banner}import type { OperationPolicy } from '../operation-policy.ts'\n\nexport const operationPolicies = ${JSON.stringify(Object.fromEntries(policies), null, 2)} as const satisfies Record<string, OperationPolicy>\n`,
)
write(join(out, 'sdl.ts'), `${banner}export const sdl = ${JSON.stringify(sdl)}\n`)
write(join(out, 'operations.json'), `${JSON.stringify(known, null, 2)}\n`)

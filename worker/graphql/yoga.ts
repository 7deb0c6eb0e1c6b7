/**
 * Persisted GraphQL. Over HTTP yoga serves it with its persisted-operations plugin; the edge's own pages run the same
 * operations in-process. Nothing but a known hash is ever looked at: refusal comes before any parsing.
 */
import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations'
import { execute, type GraphQLError } from 'graphql'
import { createYoga } from 'graphql-yoga'
import type { ShopContext } from '../context.ts'
import { toGraphQLError } from './errors.ts'
import { type PersistedOperation, persistedOperation } from './persisted.ts'
import { executableSchema } from './schema.ts'

type ServerContext = ShopContext & { hash: string }

function buildYoga() {
  return createYoga<ServerContext>({
    schema: executableSchema(),
    graphqlEndpoint: '*',
    graphiql: false,
    landingPage: false,
    batching: false,
    cors: false,
    logging: false,
    maskedErrors: { maskError: (error) => toGraphQLError(error, crypto.randomUUID()) },
    plugins: [
      usePersistedOperations({
        skipDocumentValidation: true,
        extractPersistedOperationId: (_params, _request, context) =>
          'hash' in context && typeof context.hash === 'string' ? context.hash : null,
        getPersistedOperation: (hash) => persistedOperation(hash)?.document() ?? null,
      }),
    ],
  })
}

/** What the HTTP side would have parsed is known already; yoga's own parsing and writing of it cost as much as a query. */
const REQUEST = new Request('http://edge.local/graphql', { method: 'POST' })

let yoga: ReturnType<typeof buildYoga> | undefined

/** Answers one operation over HTTP; the caller has checked that the hash is known and the method fits. */
export async function serveOperation(
  shop: ShopContext,
  hash: string,
  variables: Record<string, unknown>,
): Promise<{ body: string; failed: boolean; isFault: boolean }> {
  yoga ??= buildYoga()
  const result = await yoga.getResultForParams({ params: { variables }, request: REQUEST }, { ...shop, hash })
  if (!result || Symbol.asyncIterator in result) throw new Error('an operation answers once')
  const { data, errors } = result
  const body = JSON.stringify(errors ? { errors, ...(data !== undefined && { data }) } : { data })
  return { body, failed: errors !== undefined, isFault: !data && (errors ?? []).some(isFault) }
}

/** Ours, not the asker's. */
function isFault({ extensions }: GraphQLError): boolean {
  return extensions.code === 'INTERNAL'
}

export type InProcessAnswer = { data: unknown; errors: GraphQLError[] }

/** Runs an operation for a page that the edge itself sends. */
export async function runOperation(
  shop: ShopContext,
  operation: PersistedOperation,
  variables: Record<string, unknown>,
): Promise<InProcessAnswer> {
  const result = await execute({
    schema: executableSchema(),
    document: operation.document(),
    contextValue: shop,
    variableValues: variables,
  })
  return {
    data: result.data ?? null,
    errors: (result.errors ?? []).map((error) => toGraphQLError(error, shop.requestId)),
  }
}

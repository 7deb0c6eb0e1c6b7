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

let yoga: ReturnType<typeof buildYoga> | undefined

/** Answers one operation over HTTP; the caller has checked that the hash is known and the method fits. */
export async function serveOperation(
  shop: ShopContext,
  hash: string,
  variables: Record<string, unknown>,
): Promise<{ body: string; failed: boolean; status: number }> {
  yoga ??= buildYoga()
  const response = await yoga.fetch(
    'http://edge.local/graphql',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ variables }),
    },
    { ...shop, hash },
  )
  const body = await response.text()
  return { body, failed: body.startsWith('{"errors"') || body.includes('"errors":['), status: response.status }
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

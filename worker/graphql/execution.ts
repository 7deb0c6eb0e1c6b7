/**
 * Runs known operations. Every caller has found the operation by its hash, and the build has checked its document against
 * the schema, so nothing is parsed or validated here but the variables.
 */
import { execute, type GraphQLError } from 'graphql'
import type { ShopContext } from '../context.ts'
import { toGraphQLError } from './errors.ts'
import { type PersistedOperation, persistedOperation } from './persisted.ts'
import { executableSchema } from './schema.ts'

export type OperationAnswer = { data: unknown; errors: GraphQLError[] }

/** Errors are as the asker may see them: a code and its parameters. */
export async function runOperation(
  shop: ShopContext,
  operation: PersistedOperation,
  variables: Record<string, unknown>,
): Promise<OperationAnswer> {
  const { data, errors = [] } = await execute({
    schema: executableSchema(),
    document: operation.document(),
    contextValue: shop,
    variableValues: variables,
  })
  return { data: data ?? null, errors: errors.map((error) => toGraphQLError(error, shop.requestId)) }
}

/** The body of an answer over HTTP, as the GraphQL specification writes it (7.1). The caller knows the hash. */
export async function serveOperation(
  shop: ShopContext,
  hash: string,
  variables: Record<string, unknown>,
): Promise<{ body: string; failed: boolean; isFault: boolean }> {
  const operation = persistedOperation(hash)
  if (!operation) throw new Error('no operation has this hash')
  const { data, errors } = await runOperation(shop, operation, variables)
  const failed = errors.length > 0
  const body = JSON.stringify(failed ? { errors, data } : { data })
  return { body, failed, isFault: data === null && errors.some(isFault) }
}

/** Ours, not the asker's. */
function isFault({ extensions }: GraphQLError): boolean {
  return extensions.code === 'INTERNAL'
}

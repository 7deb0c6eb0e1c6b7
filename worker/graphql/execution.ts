/**
 * Runs persisted operations. The build has validated their documents, so only the variables are checked here.
 */
import { execute, type GraphQLError } from 'graphql'
import type { ErrorCode } from '../../schema/errors.ts'
import type { ShopContext } from '../context.ts'
import { toGraphQLError } from './errors.ts'
import type { PersistedOperation } from './persisted.ts'
import { executableSchema } from './schema.ts'

export type OperationAnswer = { data: unknown; errors: GraphQLError[] }

/** The errors contain only the code and the parameters that clients may see. */
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

/** `body` is a response as the GraphQL specification defines it (7.1). */
export async function serveOperation(
  shop: ShopContext,
  operation: PersistedOperation,
  variables: Record<string, unknown>,
): Promise<{ body: string; failed: boolean; isFault: boolean }> {
  const { data, errors } = await runOperation(shop, operation, variables)
  const failed = errors.length > 0
  const body = JSON.stringify(failed ? { errors, data } : { data })
  return { body, failed, isFault: data === null && errors.some(isFault) }
}

const FAULTS: ReadonlySet<string> = new Set<ErrorCode>(['INTERNAL', 'ADD_TO_CART_FAILED'])

/** Whether the error is the server's and not the client's. */
function isFault({ extensions }: GraphQLError): boolean {
  return FAULTS.has(String(extensions.code))
}

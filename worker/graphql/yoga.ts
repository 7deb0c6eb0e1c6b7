/**
 * Runs a known operation, for the API and for the edge's own pages alike. Nothing else is ever run: refusing what is not
 * known is the caller's part, before this one. A test holds the answers against yoga's.
 */
import type { GraphQLError } from 'graphql'
import type { ShopContext } from '../context.ts'
import { toGraphQLError } from './errors.ts'
import { type PersistedOperation, persistedOperation } from './persisted.ts'
import { planOf } from './schema.ts'

export type Answer = { data: unknown; errors: GraphQLError[] }

const plans = new WeakMap<PersistedOperation, ReturnType<typeof planOf>>()

export async function runOperation(
  shop: ShopContext,
  operation: PersistedOperation,
  variables: Record<string, unknown>,
): Promise<Answer> {
  let plan = plans.get(operation)
  if (!plan) {
    plan = planOf(operation.document())
    plans.set(operation, plan)
  }
  const { data, errors } = await plan(shop, variables)
  return { data, errors: errors.map((error) => toGraphQLError(error, shop.requestId)) }
}

/** The text of a GraphQL answer, and the status it goes with: what is no refusal of ours is a fault of ours. */
export async function serveOperation(
  shop: ShopContext,
  hash: string,
  variables: Record<string, unknown>,
): Promise<{ body: string; failed: boolean; status: number }> {
  const operation = persistedOperation(hash)
  if (!operation) throw new Error('the caller refuses what is not known')
  const { data, errors } = await runOperation(shop, operation, variables)
  if (errors.length === 0) return { body: JSON.stringify({ data }), failed: false, status: 200 }
  const isFault = errors.some(({ extensions }) => extensions.code === 'INTERNAL')
  return { body: JSON.stringify({ errors, data }), failed: true, status: isFault ? 500 : 200 }
}

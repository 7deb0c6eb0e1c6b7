/**
 * The shop's part of pages that are not cached, such as pages for one visitor and pages of protected shops. The operation
 * for this part reads only the shops' rows, so each isolate caches its answer until the rows change.
 */
import type { ShopRow } from '../../schema/tables/shop.ts'
import type { ShopContext } from '../context.ts'
import { BoundedMap } from '../domain/memory/bounded-map.ts'
import { type OperationAnswer, runOperation } from '../graphql/execution.ts'
import type { PersistedOperation } from '../graphql/persisted.ts'

/** The key is the array of rows. When rows change, the array is a new one. */
const answersOfRows = new WeakMap<ShopRow[], BoundedMap<string, OperationAnswer>>()

/** The answer of an operation with `cachedFrom: 'shops'`. An answer with errors is not cached. */
export async function shopAnswer(
  context: ShopContext,
  operation: PersistedOperation,
  variables: Record<string, unknown>,
): Promise<OperationAnswer> {
  const { shop, shops, origin, basePath, locale } = context
  const isOpen = await context.gate.isOpen()
  const key = JSON.stringify([operation.name, variables, shop.id, origin, basePath, locale, isOpen])
  const answers =
    answersOfRows.get(shops) ?? new BoundedMap<string, OperationAnswer>('shop answers of uncached pages', 200)
  answersOfRows.set(shops, answers)
  const known = answers.get(key)
  if (known) return known
  const answer = await runOperation(context, operation, variables)
  if (answer.errors.length === 0) answers.set(key, answer)
  return answer
}

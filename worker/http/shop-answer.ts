/**
 * What a page says of its shop, where no tier caches the page's parts: on pages of one visitor and in shops behind a
 * password. It is made of the shops' rows alone, so an isolate runs the operation once for these rows, a language and an
 * address.
 */
import type { ShopRow } from '../../schema/tables/shop.ts'
import type { ShopContext } from '../context.ts'
import { BoundedMap } from '../domain/memory/bounded-map.ts'
import { type OperationAnswer, runOperation } from '../graphql/execution.ts'
import type { PersistedOperation } from '../graphql/persisted.ts'

/** The rows are new with each version and whenever a shop gets a password. */
const answersOfRows = new WeakMap<ShopRow[], BoundedMap<string, OperationAnswer>>()

/** The answer of an operation that is cached from the shops; one with errors is made anew each time. */
export async function shopAnswer(
  context: ShopContext,
  operation: PersistedOperation,
  variables: Record<string, unknown>,
): Promise<OperationAnswer> {
  const { shop, shops, origin, basePath, locale } = context
  const key = JSON.stringify([operation.name, variables, shop.id, origin, basePath, locale])
  const answers =
    answersOfRows.get(shops) ?? new BoundedMap<string, OperationAnswer>('shops on pages that no tier caches', 200)
  answersOfRows.set(shops, answers)
  const known = answers.get(key)
  if (known) return known
  const answer = await runOperation(context, operation, variables)
  if (answer.errors.length === 0) answers.set(key, answer)
  return answer
}

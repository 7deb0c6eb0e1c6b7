/**
 * What a page says of its shop, where no tier caches the page's parts: on pages of one visitor and in shops behind a
 * password. It is made of the shops' rows alone, so an isolate runs the operation once for these rows, a language and an
 * address.
 */
import type { ShopContext, ShopRow } from '../context.ts'
import { type OperationAnswer, runOperation } from '../graphql/execution.ts'
import type { PersistedOperation } from '../graphql/persisted.ts'

/** The rows are new with each version and whenever a shop gets a password. */
const answersOfRows = new WeakMap<ShopRow[], Map<string, OperationAnswer>>()
const MOST_ANSWERS = 200

/** The answer of an operation that is cached from the shops; one with errors is made anew each time. */
export async function shopAnswer(
  context: ShopContext,
  operation: PersistedOperation,
  variables: Record<string, unknown>,
): Promise<OperationAnswer> {
  const { shop, shops, origin, basePath, locale } = context
  const key = JSON.stringify([operation.name, variables, shop.id, origin, basePath, locale])
  const answers = answersOfRows.get(shops) ?? new Map<string, OperationAnswer>()
  const known = answers.get(key)
  if (known) return known
  const answer = await runOperation(context, operation, variables)
  if (answer.errors.length > 0) return answer
  if (answers.size >= MOST_ANSWERS) answers.clear()
  answersOfRows.set(shops, answers.set(key, answer))
  return answer
}

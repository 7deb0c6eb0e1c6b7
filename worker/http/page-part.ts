/** The parts of a page: the answers of the operations that the worker runs for it. */
import type { ShopContext } from '../context.ts'
import { runOperation } from '../graphql/execution.ts'
import { persistedOperation } from '../graphql/persisted.ts'
import type { Cached } from '../services/cache/cache-lifetime.ts'
import { edgeCache, jsonOf } from '../services/cache/edge-tiers.ts'
import type { Question } from '../services/cache/tiered-cache.ts'
import { canonicalVariables } from './canonical-variables.ts'
import type { Edge, EdgeContext } from './edge-context.ts'
import { operationQuestion } from './public-answers.ts'
import { shopAnswer } from './shop-answer.ts'
import { edgeRequestOf } from './shop-context.ts'

type Part = { data: unknown; isWhole: boolean; isFault: boolean; cached: Cached }

/** Returns the answer of an operation. The public parts of a cacheable page come from the cache tiers. */
export async function partOf(
  http: EdgeContext,
  context: ShopContext,
  { catalogue }: Edge,
  hash: string,
  given: Record<string, unknown>,
  key: string | null,
  allow: Question['allow'],
): Promise<Part> {
  const operation = persistedOperation(hash)
  if (!operation) throw new Error(`unknown operation ${hash}: the page's build does not match schema/generated`)
  const variables = canonicalVariables(given, operation.variables())
  if (key !== null && operation.cachedFrom !== 'nowhere') {
    const asked = { operation, locale: context.locale, variables }
    const allowed = operation.cachedFrom === 'shops' ? undefined : allow
    const question = operationQuestion(edgeRequestOf(http), context, catalogue, asked, key, allowed)
    const begun = Date.now()
    const entry = await edgeCache.read(question)
    const { data, errors } = jsonOf<{ data?: unknown; errors?: unknown[] }>(entry)
    // If the cache could send only an outdated entry, the page that contains it must not be cached.
    const isFault = entry.status === 500 || question.judge(entry, begun) !== 'fresh'
    return { data: data ?? null, isWhole: errors === undefined, isFault, cached: entry }
  }
  const at = Date.now()
  const { data, errors } =
    operation.cachedFrom === 'shops'
      ? await shopAnswer(context, operation, variables)
      : await runOperation(context, operation, variables)
  const isFault = errors.some(({ extensions }) => extensions.code === 'INTERNAL')
  return { data, isWhole: errors.length === 0, isFault, cached: { version: catalogue.version, at } }
}

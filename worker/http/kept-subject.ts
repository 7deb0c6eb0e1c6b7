/**
 * The answers behind a waiting room's door. A waiting page names its subject (title, picture and structured data for
 * messengers and search engines, the concert for fans), but the crowd that a room keeps out must not cost a query each.
 * So an isolate asks once in half a minute. Only finished answers are kept, and at most so many.
 */
import { KEPT_ANSWER_MS } from '../../schema/limits.ts'
import type { ShopContext } from '../context.ts'
import type { PersistedOperation } from '../graphql/persisted.ts'
import { runOperation } from '../graphql/yoga.ts'

type Answer = Awaited<ReturnType<typeof runOperation>>

const KEPT = 200

let kept: { version: number; answers: Map<string, { at: number; answer: Answer }> } = {
  version: -1,
  answers: new Map(),
}

/** Null where the question failed: the page then says nothing of its subject. */
export async function keptSubject(
  context: ShopContext,
  operation: PersistedOperation,
  variables: Record<string, unknown>,
): Promise<Answer | null> {
  const { catalogueVersion: version, shop, locale, origin, basePath, now } = context
  if (kept.version !== version) kept = { version, answers: new Map() }
  const { answers } = kept
  const key = [shop.id, locale, origin, basePath, operation.name, JSON.stringify(variables)].join('|')
  const known = answers.get(key)
  if (known && now - known.at < KEPT_ANSWER_MS) return known.answer
  // Others who come while this request asks are told what was true before.
  if (known) known.at = now
  const answer = await runOperation(context, operation, variables).catch(() => null)
  if (answer === null || answer.errors.length > 0) return known?.answer ?? null
  answers.delete(key)
  answers.set(key, { at: now, answer })
  const oldest = answers.keys().next().value
  if (answers.size > KEPT && oldest !== undefined) answers.delete(oldest)
  return answer
}

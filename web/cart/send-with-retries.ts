/** Repeats a request that has failed, if it may succeed then. The request must be idempotent, for example by its key. */
import type { ErrorCode } from '../../schema/errors.ts'
import { ConnectionError, isWait, ShopError } from '../data/fetch.ts'

const ATTEMPTS = 4
const PAUSE_MS = 400

/**
 * Calls `send` at most ATTEMPTS times, with exponential backoff. Only errors for which `isRetryable` is true are retried, and
 * a timeout only once, because the visitor has waited for long then, and later commands wait for this one.
 */
export async function sendWithRetries<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  let timeouts = 0
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      if (error instanceof ConnectionError && error.fault === 'timeout') timeouts += 1
      if (!isRetryable(error) || attempt === ATTEMPTS || timeouts > 1) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** (attempt - 1)))
    }
  }
}

/** Whether a retry may succeed: no usable answer came, or the cart was busy with another command or an unconfirmed order. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof ConnectionError) return !isWait(error)
  return error instanceof ShopError && (error.code === 'CART_BUSY' || error.code === 'ORDER_PENDING')
}

/** After these error codes, the server may have carried the command out. */
const OUTCOME_UNKNOWN: ReadonlySet<string> = new Set<ErrorCode>(['INTERNAL', 'ADD_TO_CART_FAILED', 'ORDER_PENDING'])

/**
 * Whether the server may have carried out a command whose request has failed. The same command must then be sent again with
 * its former key.
 */
export function outcomeIsUnknown(error: unknown): boolean {
  if (error instanceof ShopError) return OUTCOME_UNKNOWN.has(error.code)
  return !isWait(error)
}

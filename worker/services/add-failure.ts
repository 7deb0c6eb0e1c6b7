/** The error that fans see if adding items fails for a reason that is not a rule of the shop (ERR-01). */
import { log, reasonOf, typeOf, whereOf } from './log.ts'
import { isOverloadError } from './seat-load.ts'
import { ShopError } from './shop-error.ts'

/**
 * Throws ADD_TO_CART_FAILED for unexpected errors of `add`, and logs them with the request's id, which the fan can tell the
 * support. Overload errors pass unchanged, because the waiting
 * room counts them.
 */
export async function explainAddFailure<Answer>(requestId: string, add: () => Promise<Answer>): Promise<Answer> {
  try {
    return await add()
  } catch (error) {
    if (error instanceof ShopError || isOverloadError(error)) throw error
    log('error', 'items not added', { requestId, type: typeOf(error), error: reasonOf(error), at: whereOf(error) })
    throw new ShopError('ADD_TO_CART_FAILED', { requestId })
  }
}

/**
 * The storage of a cart's details: what the buyer has typed in the checkout so far. They have their own value in the storage
 * of the Cart object, which is deleted with the cart, after an order, and when the session ends.
 */
import { refuse } from '../../schema/errors.ts'
import type { DetailsChanges } from '../../schema/inputs/cart-details.ts'
import type { SavedDetails } from '../domain/cart/cart.ts'
import { type CartDetails, changedDetails, NO_DETAILS } from '../domain/cart/cart-details.ts'

const DETAILS = 'details'
/** No client retries a save after this many other saves. */
const MAX_KEYS = 20

type StoredDetails = { details: CartDetails; keys: { key: string; digest: string }[] }

export class CartDetailsStore {
  private readonly storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.storage = storage
  }

  private stored(): StoredDetails {
    return this.storage.kv.get<StoredDetails>(DETAILS) ?? { details: NO_DETAILS, keys: [] }
  }

  read(): CartDetails {
    return this.stored().details
  }

  /**
   * Applies the changes once for each key, and returns the current details. The last change of a value wins. `firstVersion`
   * is the version of the first details, or of details that were deleted and are stored again.
   */
  save(changes: DetailsChanges, { key, digest }: { key: string; digest: string }, firstVersion: number): SavedDetails {
    const { details, keys } = this.stored()
    const earlier = keys.find((each) => each.key === key)
    if (earlier) return earlier.digest === digest ? { ok: true, details } : refuse('IDEMPOTENCY_KEY_REUSED', {})
    const saved = changedDetails(details, changes, Math.max(details.version + 1, firstVersion))
    const stored: StoredDetails = { details: saved, keys: [...keys.slice(1 - MAX_KEYS), { key, digest }] }
    this.storage.kv.put(DETAILS, stored)
    return { ok: true, details: saved }
  }

  delete(): void {
    this.storage.kv.delete(DETAILS)
  }
}

/**
 * What the buyer has typed and the server may not have yet, in the storage of the tab (CHK-08). A reload can come before the
 * request, or the next document can ask for the input before the request has arrived.
 */
import type { StorageKey } from '../../../schema/browser-storage.ts'
import { writeItem } from '../../data/browser-storage.ts'
import type { DetailsChanges } from './details-saver.ts'

type Unsaved = { cartId: string; changes: DetailsChanges }

const storageKey = (shopSlug: string): StorageKey => `checkout/${shopSlug}`

/** The input belongs to one cart: with a link, the tab may get another fan's cart. `cartId` is null before it is known. */
export function rememberUnsaved(shopSlug: string, cartId: string | null, changes: DetailsChanges): void {
  try {
    if (Object.keys(changes).length === 0) sessionStorage.removeItem(storageKey(shopSlug))
    else if (cartId !== null)
      writeItem(sessionStorage, storageKey(shopSlug), JSON.stringify({ cartId, changes } satisfies Unsaved))
  } catch {
    // Storage is blocked or full, so only a completed request survives a reload.
  }
}

/** Returns null if there is nothing to save for this cart. Deletes the input for another cart, which is gone. */
export function unsavedDetails(shopSlug: string, cartId: string): DetailsChanges | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey(shopSlug)) ?? 'null')
    if (isUnsaved(stored) && stored.cartId === cartId) return stored.changes
    sessionStorage.removeItem(storageKey(shopSlug))
    return null
  } catch {
    return null
  }
}

/** Only this module writes the entry, so the form of its changes is known. */
function isUnsaved(stored: unknown): stored is Unsaved {
  return typeof stored === 'object' && stored !== null && 'cartId' in stored && 'changes' in stored
}

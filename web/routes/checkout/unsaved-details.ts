/**
 * What the buyer has typed and the server may not have yet, in the storage of the tab (CHK-08). A reload can come before the
 * request, or the next document can ask for the input before the request has arrived.
 */
import type { StorageKey } from '../../../schema/browser-storage.ts'
import { writeItem } from '../../data/browser-storage.ts'
import type { DetailsChanges } from './details-saver.ts'

type Unsaved = { cartId: string; changes: DetailsChanges }

const storageKey = (shopSlug: string): StorageKey => `checkout/${shopSlug}`

/** The input belongs to one cart: with a link, the tab may get another fan's cart. No changes delete the cart's input. */
export function rememberUnsaved(shopSlug: string, cartId: string, changes: DetailsChanges): void {
  try {
    if (Object.keys(changes).length > 0)
      writeItem(sessionStorage, storageKey(shopSlug), JSON.stringify({ cartId, changes } satisfies Unsaved))
    else if (stored(shopSlug)?.cartId === cartId) sessionStorage.removeItem(storageKey(shopSlug))
  } catch {
    // Storage is blocked or full, so only a completed request survives a reload.
  }
}

/** Returns null if there is nothing to save for this cart. Deletes the input for another cart, which is gone. */
export function unsavedDetails(shopSlug: string, cartId: string): DetailsChanges | null {
  try {
    const unsaved = stored(shopSlug)
    if (unsaved?.cartId === cartId) return unsaved.changes
    sessionStorage.removeItem(storageKey(shopSlug))
    return null
  } catch {
    return null
  }
}

/** Throws if storage is blocked or the entry is no JSON. */
function stored(shopSlug: string): Unsaved | null {
  const value: unknown = JSON.parse(sessionStorage.getItem(storageKey(shopSlug)) ?? 'null')
  return isUnsaved(value) ? value : null
}

/** Only this module writes the entry, so the form of its changes is known. */
function isUnsaved(value: unknown): value is Unsaved {
  return typeof value === 'object' && value !== null && 'cartId' in value && 'changes' in value
}

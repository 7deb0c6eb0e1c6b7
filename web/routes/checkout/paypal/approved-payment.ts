/**
 * The order at PayPal that the buyer approved on the cart step, for the review step. The storage of the tab remembers it, so
 * that it survives a reload. In another tab, the buyer chooses a payment method on the payment step. It
 * contains the buyer's email address, so it is deleted as soon as it is useless.
 */
import { HOUR } from '../../../../schema/limits.ts'
import { writeItem } from '../../../data/browser-storage.ts'

export type ApprovedPayment = { id: string; cartId: string; email: string }

type Held = ApprovedPayment & { approvedAt: number }

const KEY = 'paypal_approval'
/** PayPal deletes an order that was not paid three hours after it was created. */
const APPROVED_MS = 2 * HOUR

/** Undefined until the storage has been read. */
let held: Held | null | undefined

/** Returns the approved payment of this cart; null if there is none. Forgets one that is too old or of a former cart. */
export function approvedPayment(cartId: string, now = Date.now()): ApprovedPayment | null {
  if (cartId === '') return null
  if (held === undefined) held = stored()
  if (held && (held.cartId !== cartId || now >= held.approvedAt + APPROVED_MS)) holdApproved(null)
  return held
}

export function holdApproved(payment: ApprovedPayment | null, now = Date.now()): void {
  held = payment && { ...payment, approvedAt: now }
  try {
    if (held === null) sessionStorage.removeItem(KEY)
    else writeItem(sessionStorage, KEY, JSON.stringify(held))
  } catch {
    // Storage is blocked or full, so the approval does not survive a reload.
  }
}

function stored(): Held | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return isHeld(value) ? value : null
  } catch {
    return null
  }
}

/** Only this module writes the entry, so the types of its fields are known. */
function isHeld(value: unknown): value is Held {
  return typeof value === 'object' && value !== null && 'id' in value && 'cartId' in value && 'approvedAt' in value
}

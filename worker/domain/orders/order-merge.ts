/**
 * MERGE-01: an add-on is an order whose items are sent in the parcel of an earlier order, the main order. Decides which
 * carts may become add-ons, and of which orders. The trigger order_items_merge checks the main order again when the add-on
 * is written.
 */
import { type Refusal, refuse } from '../../../schema/errors.ts'
import type { OrderStatus } from '../../../schema/rules/order-payable.ts'
import { type CartLine, flatLines } from '../cart/cart-line.ts'
import type { Sellable } from '../catalogue/sellable.ts'
import { type Carrier, carriersFor, type Parcel } from './shipping.ts'

/**
 * The statuses of an order that the warehouse has not begun to pack. An order in `problem` waits for an operator's
 * decision, so it takes no add-ons.
 */
export const UNPACKED_STATUSES: readonly OrderStatus[] = ['payment_pending', 'processing', 'pending_fulfillment']

/** Whether the cart contains nothing but merchandise that is sent in a parcel. Gift vouchers and tickets are not. */
export function cartIsMergeable(lines: CartLine[]): boolean {
  const flat = flatLines(lines)
  return (
    flat.some(({ sellable }) => sellable.physical) &&
    flat.every(({ sellable: { event, physical }, type }) => event === null && (physical || type === 'bundle'))
  )
}

/** A shipped item of an order. `sellable` is undefined if its variant has left the catalogue. */
export type PackedItem = { amount: number; sellable: Sellable | undefined }

type MainOrder = { status: OrderStatus; isReserved: boolean; countryCode: string; shippingMethod: string }

/**
 * Returns the carrier of the main order if it takes everything in one parcel: the items of the main order and of its
 * add-ons (`packed`), and those of the cart.
 */
export function carrierForAll<Any extends Carrier>(
  main: MainOrder,
  cart: { countryCode: string; parcel: Parcel | null },
  packed: PackedItem[],
  carriers: Any[],
): { ok: true; carrier: Any } | Refusal {
  const failed = refuse('MERGEORDER_FAILED', {})
  if (!UNPACKED_STATUSES.includes(main.status) || main.isReserved || main.countryCode !== cart.countryCode)
    return failed
  const sellables = packed.flatMap(({ sellable }) => sellable ?? [])
  // The weight of an item that has left the catalogue is unknown.
  if (cart.parcel === null || packed.length === 0 || sellables.length < packed.length) return failed
  const together: Parcel = {
    weightGrams: packed.reduce(
      (sum, { amount, sellable }) => sum + amount * (sellable?.weightGrams ?? 0),
      cart.parcel.weightGrams,
    ),
    ageRestricted: cart.parcel.ageRestricted,
    onlyTickets: false,
  }
  // Only a carrier that verifies the recipient's age delivers age-restricted goods, and it delivers no others.
  if (sellables.some(({ ageRestricted }) => ageRestricted) !== cart.parcel.ageRestricted) return failed
  const [carrier] = carriersFor(
    carriers.filter(({ id }) => id === main.shippingMethod),
    together,
    main.countryCode,
  )
  return carrier ? { ok: true, carrier } : failed
}

/**
 * The state and the RPC interface of a cart object. The state contains items without prices. For every answer, the lines
 * with their names and prices are computed from the items and the catalogue.
 */
import type { Refusal } from '../../../schema/errors.ts'
import type { AddItemsRequest, MergePlaceOrder, PlaceOrder } from '../../../schema/inputs/cart.ts'
import type { DetailsChanges } from '../../../schema/inputs/cart-details.ts'
import type { Locale } from '../../../schema/locale.ts'
import type { QueuedEvents } from '../orders/transfer-offer.ts'
import type { HoldPeriod } from '../seats/hold-period.ts'
import type { HeldSeat } from '../seats/seat-hold.ts'
import type { LoadReport } from '../waiting-room/waiting-room.ts'
import type { CartDetails } from './cart-details.ts'
import type { CartVoucher } from './cart-voucher.ts'

export type CartItem = {
  id: string
  variantId: string
  productId: string | null
  eventId: string | null
  amount: number
  /** The hold in the seat object; null for merchandise. */
  hold: (HeldSeat & { block: number }) | null
  /** Shared by all items of one bundle. */
  bundleKey: string | null
  bundleProductId: string | null
  bundleOption: number | null
  personalIdentifier: string | null
  /** The presale code that admitted this ticket before the public sale. */
  presaleCodeId: string | null
  addedAt: number
}

export type CartState = {
  id: string
  reference: string
  version: number
  countryCode: string
  items: CartItem[]
  /** The instant at which the holds of all the cart's tickets expire; null without tickets. */
  heldUntil: number | null
  /** Whether the holds have had their one extension. */
  holdsExtended: boolean
  holdPeriods: HoldPeriod[]
  sessionExpiresAt: number
  /** The voucher that pays for a part of the cart. Carts that were stored before vouchers existed lack the field. */
  voucher?: CartVoucher | null
  /**
   * The seat objects in which this cart's orders booked tickets. These tickets count against the limits of their events.
   */
  boughtFrom?: { eventId: string; block: number }[]
  /**
   * Whether the cart has lost its tickets because their holds expired, and no command has succeeded since. An order that is refused
   * for that reason says so. Carts that were stored earlier lack the field.
   */
  ticketsExpired?: boolean
}

/** The holds of one cart in one seat object. */
export type ObjectHolds = { eventId: string; block: number; holdIds: string[] }

/** Returns the holds of a cart's items, grouped by seat object. */
export function holdsByObject(items: CartItem[]): ObjectHolds[] {
  const byObject = new Map<string, ObjectHolds>()
  for (const { eventId, hold } of items) {
    if (!eventId || !hold) continue
    const object = `${eventId}/${hold.block}`
    const entry = byObject.get(object) ?? { eventId, block: hold.block, holdIds: [] }
    entry.holdIds.push(hold.holdId)
    byObject.set(object, entry)
  }
  return [...byObject.values()]
}

/** Whether the cart must be emptied, because its session has expired (SES-01). `now` is epoch milliseconds. */
export function sessionIsOver({ items, sessionExpiresAt }: CartState, now: number): boolean {
  return items.length > 0 && sessionExpiresAt <= now
}

/** The removal of items. If it has a tidy release, it is stored before the seats are released, to be completed after a crash. */
export type Removal = {
  key: string
  itemIds: string[]
  /** With `isTidy`, the cart's other seats may move, so that the removal leaves no single free seat. */
  releases: (ObjectHolds & { isTidy: boolean })[]
}

export type CartAnswer = { ok: true; state: CartState; shifted: boolean } | Refusal

/**
 * `admittedVariantId` is the variant whose waiting rooms have admitted this request; null if no room was asked. A request
 * may add tickets only of this variant.
 */
export type AmountChange = { itemId: string; amount: number; admittedVariantId: string | null }

/** `variantId` is the wanted variant, of the same pricing category as the line's. */
export type VariantChange = { itemId: string; variantId: string }

export type SavedDetails = { ok: true; details: CartDetails } | Refusal

/** An answer with the measured load of the seat objects. */
export type MeasuredAnswer = CartAnswer & { seatLoad: LoadReport }

/**
 * The items and the voucher of an add-on, which return to the cart if the buyer undoes the add-on before `until`. With
 * `isUndone`, the undoing has begun, and the cart completes it after a crash. `voucher` is missing in older entries.
 */
export type ParkedItems = {
  orderId: string
  shopId: string
  items: CartItem[]
  voucher?: CartVoucher | null
  until: number
  isUndone: boolean
}

/** `lost` is the number of lines that are no longer available and did not return to the cart. */
export type UndoneMerge = { ok: true; restored: number; lost: number }

export type PlacedOrder = {
  ok: true
  orderId: string
  reference: string
  totalCents: number
  status: 'payment_pending' | 'processing'
  /** The ids of the events for which the order has tickets. */
  eventIds: string[]
}

/** The context of a command, such as the selling shop, the language and the catalogue version. */
export type CommandContext = {
  shopId: string
  locale: Locale
  catalogueVersion: number
  now: number
  /** Whether the visitor has entered one of the shop's discount codes. */
  discountsOpen: boolean
}

/** The additional context of an order. */
export type OrderContext = CommandContext & {
  /** Pseudonym of the visitor's network; null if the network is unknown. */
  networkKey: string | null
  queuedEvents: QueuedEvents
  /** The active waiting rooms whose passes end with an order. `eventId` is null for the waiting room of a shop. */
  passRooms: { key: string; eventId: string | null }[]
}

/** The RPC interface of a Cart object, which runs commands one after the other. */
export type CartApi = {
  read(context: CommandContext): Promise<CartState>
  addItems(context: CommandContext, requests: AddItemsRequest[], key: string): Promise<MeasuredAnswer>
  removeItem(context: CommandContext, itemId: string, key: string): Promise<CartAnswer>
  changeAmount(context: CommandContext, change: AmountChange, key: string): Promise<CartAnswer>
  changeVariant(context: CommandContext, change: VariantChange, key: string): Promise<CartAnswer>
  changeCountry(context: CommandContext, countryCode: string, key: string): Promise<CartAnswer>
  /** Extends the holds once, when payment starts. */
  extendHolds(context: CommandContext, key: string): Promise<CartAnswer>
  updatePersonalIdentifier(context: CommandContext, itemId: string, text: string, key: string): Promise<CartAnswer>
  readDetails(context: CommandContext): Promise<CartDetails>
  /** Refuses a cart without items, so that no personal data is stored for it. */
  saveDetails(context: CommandContext, changes: DetailsChanges, key: string): Promise<SavedDetails>
  /** Sets the cart's only voucher; null removes it. */
  applyVoucher(context: CommandContext, voucher: CartVoucher | null, key: string): Promise<CartAnswer>
  placeOrder(context: OrderContext, input: PlaceOrder, key: string): Promise<PlacedOrder | Refusal>
  /** Places the cart as a reserved add-on to an earlier order. */
  mergePlaceOrder(context: OrderContext, input: MergePlaceOrder, key: string): Promise<PlacedOrder | Refusal>
  /** Cancels an unpaid add-on of this cart and puts its items back. */
  undoMerge(context: CommandContext, orderId: string): Promise<UndoneMerge | Refusal>
  /** Extends the session; `ended` is true if the session had expired and the cart has been emptied. */
  heartbeat(context: CommandContext): Promise<{ expiresAt: number; ended: boolean }>
}

/**
 * What a cart object stores and how it is spoken to. Items are what was added; lines (merged, priced, named) are made
 * from them and the catalogue each time they are shown, so no price is ever stored before an order has it.
 */
import type { Refusal } from '../../../schema/errors.ts'
import type { AddItemsRequest, PlaceOrder } from '../../../schema/inputs/cart.ts'
import type { Locale } from '../../../schema/locale.ts'
import type { QueuedEvents } from '../orders/payment-method.ts'
import type { HoldPeriod } from '../seats/hold-period.ts'
import type { HeldSeat } from '../seats/seat-hold.ts'
import type { LoadReport } from '../waiting-room/waiting-room.ts'

export type CartItem = {
  id: string
  variantId: string
  productId: string | null
  eventId: string | null
  amount: number
  /** The hold at the seats' owner; null for merch. */
  hold: (HeldSeat & { block: number }) | null
  /** Items that came with one bundle share it; the root item names its product. */
  bundleKey: string | null
  bundleProductId: string | null
  bundleOption: number | null
  personalIdentifier: string | null
  /** The code that opened this ticket before its public sale. */
  presaleCodeId: string | null
  addedAt: number
}

export type CartState = {
  id: string
  reference: string
  version: number
  countryCode: string
  items: CartItem[]
  /** When the holds of all events end; null without tickets. */
  heldUntil: number | null
  /** The holds have had their one extension. */
  holdsExtended: boolean
  holdPeriods: HoldPeriod[]
  sessionExpiresAt: number
  /** Objects at which this cart's orders booked: what it bought there counts against the event's limit elsewhere too. */
  boughtFrom?: { eventId: string; block: number }[]
}

/** SES-01: its visitor stayed away too long, so what lies in the cart is given back. `now` is epoch milliseconds. */
export function sessionIsOver({ items, sessionExpiresAt }: CartState, now: number): boolean {
  return items.length > 0 && sessionExpiresAt <= now
}

/** Items that leave the cart: written down before their seats are given back, so that a crash in between is made good. */
export type Removal = {
  key: string
  itemIds: string[]
  releases: { eventId: string; block: number; holdIds: string[] /** No lone seat is to be left. */; isTidy: boolean }[]
}

export type CartAnswer = { ok: true; state: CartState; shifted: boolean } | Refusal

/** An answer, and how the objects of seats did at this command. */
export type MeasuredAnswer = CartAnswer & { seatLoad: LoadReport }

export type PlacedOrder = {
  ok: true
  orderId: string
  reference: string
  totalCents: number
  status: 'payment_pending' | 'processing'
  /** The events that it has tickets for. */
  eventIds: string[]
}

/** Where a command comes from: which shop sells, in which language, at what catalogue version. */
export type CommandContext = {
  shopId: string
  locale: Locale
  catalogueVersion: number
  now: number
  /** The visitor has given one of the shop's discount codes. */
  discountsOpen: boolean
}

/** What an order needs beside that. */
export type OrderContext = CommandContext & {
  /** HMAC of the visitor's network; null where the edge names none. */
  networkKey: string | null
  queuedEvents: QueuedEvents
  /** Waiting rooms in use whose passes end with an order: those of shops, and those of events with their event's id. */
  passRooms: { key: string; eventId: string | null }[]
}

/** The RPC of a Cart object; its commands run one after the other. */
export type CartApi = {
  read(context: CommandContext): Promise<CartState>
  addItems(context: CommandContext, requests: AddItemsRequest[], key: string): Promise<MeasuredAnswer>
  removeItem(context: CommandContext, itemId: string, key: string): Promise<CartAnswer>
  changeAmount(context: CommandContext, itemId: string, amount: number, key: string): Promise<CartAnswer>
  changeCountry(context: CommandContext, countryCode: string, key: string): Promise<CartAnswer>
  /** Once, when payment starts: the holds last some minutes more. */
  extendHolds(context: CommandContext, key: string): Promise<CartAnswer>
  updatePersonalIdentifier(context: CommandContext, itemId: string, text: string, key: string): Promise<CartAnswer>
  placeOrder(context: OrderContext, input: PlaceOrder, key: string): Promise<PlacedOrder | Refusal>
  /** Prolongs the session; `ended` where it was over, and its cart has been emptied. */
  heartbeat(context: CommandContext): Promise<{ expiresAt: number; ended: boolean }>
}

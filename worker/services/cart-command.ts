/** The dependencies and the answer of a cart command. The Cart object provides the former and stores the latter. */
import type { Refusal } from '../../schema/errors.ts'
import type { CartState, Removal } from '../domain/cart/cart.ts'
import type { Sellable, SellableEvent } from '../domain/catalogue/sellable.ts'
import type { EventSeatsApi, PresaleCode } from '../domain/seats/seat-hold.ts'
import type { SeatBlockChoice } from './hold-blocks.ts'
import type { SeatLoad } from './seat-load.ts'

export type CartDependencies = {
  now: number
  sellables(variantIds: Iterable<string>): Promise<Map<string, Sellable>>
  /** Those of these additional products that their bundle is complete without. */
  optionalProducts(productIds: string[]): Promise<ReadonlySet<string>>
  stock(variantIds: string[]): Promise<Map<string, number>>
  seats(eventId: string, block: number): EventSeatsApi
  /** Measures the holds of this command. */
  seatLoad: SeatLoad
  /** Chosen seats by their block; without seats, every block that can serve the request, in order of preference. */
  blocks(event: SellableEvent, seatIds: string[], sectionId: string | null): Promise<SeatBlockChoice[]>
  /** Looks up a presale code as typed; null if the event has no such code. */
  presaleCode(eventId: string, code: string): Promise<PresaleCode | null>
  /** SHOP-02: a band's shop sells only the band's products. */
  shopSells(sellable: Sellable): Promise<boolean>
  /** SHOP-10: the visitor has entered one of the shop's discount codes. */
  discountsOpen: boolean
  /** Stored before the first hold, so that a cart that crashes knows which objects to ask for holds it did not store. */
  rememberSeatObject(eventId: string, block: number): void
  /** Stored before the seats are released; the command's answer replaces it. */
  saveRemoval(removal: Removal): void
  /** Part of every hold's request key. Changes after a crash, when uncertain holds have been released. */
  incarnation: string
  newItemId(): string
}

export type CommandAnswer = { ok: true; state: CartState; shifted: boolean } | Refusal

/**
 * The types of a cart command: its dependencies, which the Cart object provides, and its answer, which the Cart object
 * stores.
 */
import type { Refusal } from '../../schema/errors.ts'
import type { CartState, Removal } from '../domain/cart/cart.ts'
import type { Sellable, SellableEvent } from '../domain/catalogue/sellable.ts'
import type { EventSeatsApi, PresaleCode } from '../domain/seats/seat-hold.ts'
import type { SeatBlockChoice } from './hold-blocks.ts'
import type { SeatLoad } from './seat-load.ts'

export type CartDependencies = {
  now: number
  sellables(variantIds: Iterable<string>): Promise<Map<string, Sellable>>
  /** Returns the optional ones among these additional products. A bundle is complete without them. */
  optionalProducts(productIds: string[]): Promise<ReadonlySet<string>>
  stock(variantIds: string[]): Promise<Map<string, number>>
  seats(eventId: string, block: number): EventSeatsApi
  /** Measures how fast the seat objects answer this command's holds. */
  seatLoad: SeatLoad
  /**
   * Groups chosen seats by their block. Without chosen seats, returns every block that can serve the request, in ascending
   * order.
   */
  blocks(event: SellableEvent, seatIds: string[], sectionId: string | null): Promise<SeatBlockChoice[]>
  /** Looks up a presale code as typed; null if the event has no such code. */
  presaleCode(eventId: string, code: string): Promise<PresaleCode | null>
  /** Looks up the presale code that admitted a ticket in the cart. */
  presaleCodeOfId(eventId: string, id: string): Promise<PresaleCode | null>
  /** SHOP-02: a band's shop sells only the band's products. */
  shopSells(sellable: Sellable): Promise<boolean>
  /** SHOP-10: the visitor has entered one of the shop's discount codes. */
  discountsOpen: boolean
  /**
   * Called before each hold. After a crash, the cart then knows which objects may have holds that it did not store.
   */
  rememberSeatObject(eventId: string, block: number): void
  /**
   * Called before the seats are released, if the release may move other seats of the cart. The command's answer replaces
   * the stored removal.
   */
  saveRemoval(removal: Removal): void
  /**
   * Part of the request key under which a seat object stores the answer to a hold. It changes when the cart object restarts
   * or its holds become uncertain, because those holds may be released. A retry then makes a new hold.
   */
  incarnation: string
  newItemId(): string
}

export type CommandAnswer = { ok: true; state: CartState; shifted: boolean } | Refusal

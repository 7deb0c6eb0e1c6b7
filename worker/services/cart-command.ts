/** What a command of a cart reaches, and what it answers. The Cart object hands the first in and stores the second. */
import type { Refusal } from '../../schema/errors.ts'
import type { CartState, Removal } from '../domain/cart/cart.ts'
import type { Sellable, SellableEvent } from '../domain/catalogue/sellable.ts'
import type { EventSeatsApi, PresaleCode } from '../domain/seats/seat-hold.ts'
import type { SeatBlockChoice } from './hold-blocks.ts'
import type { SeatLoad } from './seat-load.ts'

export type CartDependencies = {
  now: number
  sellables(variantIds: Iterable<string>): Promise<Map<string, Sellable>>
  /** Those of these products that a bundle which offers them is whole without. */
  leftOut(productIds: string[]): Promise<ReadonlySet<string>>
  stock(variantIds: string[]): Promise<Map<string, number>>
  seats(eventId: string, block: number): EventSeatsApi
  /** Measures the holds of this command. */
  seatLoad: SeatLoad
  /** Chosen seats by the block that owns them; without seats every block that may serve the request, first choice first. */
  blocks(event: SellableEvent, seatIds: string[], sectionId: string | null): Promise<SeatBlockChoice[]>
  /** A presale code as typed; null where the event knows no such code. */
  presaleCode(eventId: string, code: string): Promise<PresaleCode | null>
  /** SHOP-02: a band shop sells what is its band's. */
  shopSells(sellable: Sellable): Promise<boolean>
  /** SHOP-10: the visitor has given one of the shop's discount codes. */
  discountsOpen: boolean
  /** Noted before the first hold, so that a cart that crashes knows where to look for holds it never noted. */
  noteSeatObject(eventId: string, block: number): void
  /** Noted before its seats are given back; the command's answer takes its place. */
  noteRemoval(removal: Removal): void
  /** Part of every hold's request key: differs after a crash, when holds of unknown fate have been given back. */
  incarnation: string
  newItemId(): string
}

export type CommandAnswer = { ok: true; state: CartState; shifted: boolean } | Refusal

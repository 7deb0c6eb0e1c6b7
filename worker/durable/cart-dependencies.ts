/** Gives the rules of `services/cart` what they need: the catalogue, the seat objects, and the store of the cart object. */
import { newId } from '../../schema/ids.ts'
import { openDatabase } from '../db/database.ts'
import { findPresaleCode, findPresaleCodeById } from '../db/presale-code.ts'
import { loadOptionalProducts, loadSellables, loadStock } from '../db/sellable.ts'
import { loadShops } from '../db/shop.ts'
import type { CommandContext } from '../domain/cart/cart.ts'
import { shopSells } from '../domain/catalogue/shop-range.ts'
import type { Env } from '../env.ts'
import type { CartDependencies } from '../services/cart-command.ts'
import { seatBlocks } from '../services/seat-blocks.ts'
import { SeatLoad } from '../services/seat-load.ts'
import type { CartStore } from './cart.sql.ts'

type CartObject = Pick<CartDependencies, 'seats' | 'incarnation'> & { env: Env; store: CartStore }

/** `digest` identifies the command's request. A removal that is stored with it can be finished after a crash. */
export function cartDependencies(
  { env, store, seats, incarnation }: CartObject,
  context: CommandContext,
  digest: string,
): CartDependencies {
  const db = openDatabase(env.DB)
  return {
    now: context.now,
    sellables: (ids) => loadSellables(db, context.catalogueVersion, ids),
    optionalProducts: (productIds) => loadOptionalProducts(db, productIds),
    stock: (ids) => loadStock(db, ids),
    presaleCode: (eventId, code) => findPresaleCode(db, env, eventId, code),
    presaleCodeOfId: (eventId, id) => findPresaleCodeById(db, eventId, id),
    seats,
    seatLoad: new SeatLoad(),
    blocks: (event, seatIds, sectionId) => seatBlocks(env, event, seatIds, sectionId),
    discountsOpen: context.discountsOpen,
    shopSells: async (sellable) => shopSells(await loadShops(db, context.catalogueVersion), context.shopId, sellable),
    rememberSeatObject: (eventId, block) => store.rememberSeatObject({ eventId, block }, context.now),
    saveRemoval: (removal) => store.saveRemoval({ removal, digest }, context.now),
    incarnation,
    newItemId: () => newId('item', context.now),
  }
}

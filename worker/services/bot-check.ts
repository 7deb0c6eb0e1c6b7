/**
 * Actions that require a passed bot check if the deployment has one: taking tickets, which withholds them from others, and
 * an order by bank transfer, which reserves stock for a week without money. A refusal never reaches the cart object. A
 * retry with the same key after the bot check is therefore the first attempt for the cart.
 */
import type { AddItemsRequest } from '../../schema/inputs/cart.ts'
import type { ShopContext } from '../context.ts'
import { loadSellables } from '../db/sellable.ts'
import { findMethod } from '../payments/table.ts'
import { ShopError } from './shop-error.ts'

/** Throws BOT_CHECK_REQUIRED if tickets are requested. Merchandise needs no check, because a cart does not hold it. */
export async function requireCheckForTickets(context: ShopContext, requests: AddItemsRequest[]): Promise<void> {
  if (!lacksCheck(context)) return
  const ids = requests.map(({ productVariantId }) => productVariantId)
  const sellables = await loadSellables(context.db, context.catalogueVersion, ids)
  if ([...sellables.values()].some(({ event }) => event !== null)) throwRequired(context)
}

/** Throws BOT_CHECK_REQUIRED if an unpaid order by this method would hold seats and stock for days. */
export function requireCheckForMethod(context: ShopContext, paymentMethod: string): void {
  if (findMethod(paymentMethod)?.holdsForDays && lacksCheck(context)) throwRequired(context)
}

function lacksCheck({ botCheck }: ShopContext): boolean {
  return botCheck.siteKey !== null && !botCheck.isPassed()
}

function throwRequired({ botCheck }: ShopContext): never {
  throw new ShopError('BOT_CHECK_REQUIRED', { siteKey: botCheck.siteKey ?? '' })
}

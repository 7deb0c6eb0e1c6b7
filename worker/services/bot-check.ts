/**
 * If the deployment has a bot check, two actions require it. One is adding tickets to the cart, which withholds them from
 * others. The other is choosing bank transfer, which keeps seats and stock for about a week without payment. A refused
 * request never reaches the cart object. After the bot check, the cart object therefore treats a retry with the same key
 * as a new request.
 */
import type { ShopContext } from '../context.ts'
import { loadSellables } from '../db/sellable.ts'
import { findMethod } from '../payments/table.ts'
import { ShopError } from './shop-error.ts'

/** Throws BOT_CHECK_REQUIRED if tickets are requested. Merchandise needs no check, because a cart does not hold it. */
export async function requireCheckForTickets(context: ShopContext, variantIds: string[]): Promise<void> {
  if (!lacksCheck(context)) return
  const sellables = await loadSellables(context.db, context.catalogueVersion, variantIds)
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

/**
 * If the deployment has a bot check, three actions require it. One is adding tickets to the cart, which withholds them from
 * others. The other is choosing bank transfer, which keeps seats and stock for about a week without payment. The third is
 * typing the code of a ticket in a network from which many wrong codes come (`ticket-tries`). A refused
 * request never reaches the cart object. After the bot check, the cart object therefore treats a retry with the same key
 * as a new request.
 */
import type { ShopContext } from '../context.ts'
import { loadSellables } from '../db/sellable.ts'
import { findMethod } from '../payments/table.ts'
import { ShopError } from './shop-error.ts'

type BotChecked = Pick<ShopContext, 'botCheck'>

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

/** Whether the visitor has passed the bot check. Throws BOT_CHECK_REQUIRED if not; false if the deployment has no bot check. */
export function requirePassedCheck(context: BotChecked): boolean {
  if (lacksCheck(context)) throwRequired(context)
  return context.botCheck.siteKey !== null
}

function lacksCheck({ botCheck }: BotChecked): boolean {
  return botCheck.siteKey !== null && !botCheck.isPassed()
}

function throwRequired({ botCheck }: BotChecked): never {
  throw new ShopError('BOT_CHECK_REQUIRED', { siteKey: botCheck.siteKey ?? '' })
}

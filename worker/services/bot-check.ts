/**
 * What needs a passed check for bots where the deployment has one: taking tickets, which nobody else can buy meanwhile,
 * and an order by bank transfer, which keeps stock for a week without money. Refused before the cart's object hears of it,
 * so a repetition under the same key is a first try.
 */
import type { AddItemsRequest } from '../../schema/inputs/cart.ts'
import type { ShopContext } from '../context.ts'
import { loadSellables } from '../db/sellable.ts'
import { ShopError } from './shop-error.ts'

/** Throws BOT_CHECK_REQUIRED where tickets are among the requests; merchandise is not held. */
export async function requireCheckForTickets(context: ShopContext, requests: AddItemsRequest[]): Promise<void> {
  if (!lacksCheck(context)) return
  const ids = requests.map(({ productVariantId }) => productVariantId)
  const sellables = await loadSellables(context.db, context.catalogueVersion, ids)
  if ([...sellables.values()].some(({ event }) => event !== null)) throwRequired(context)
}

/** Throws BOT_CHECK_REQUIRED where the order is to be paid by bank transfer. */
export function requireCheckForTransfer(context: ShopContext, paymentMethod: string): void {
  if (paymentMethod === 'bank_transfer' && lacksCheck(context)) throwRequired(context)
}

function lacksCheck({ botCheck }: ShopContext): boolean {
  return botCheck.siteKey !== null && !botCheck.isPassed()
}

function throwRequired({ botCheck }: ShopContext): never {
  throw new ShopError('BOT_CHECK_REQUIRED', { siteKey: botCheck.siteKey ?? '' })
}

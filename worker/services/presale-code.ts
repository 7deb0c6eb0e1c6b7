/**
 * Accepts the presale code that a visitor enters. Both right and wrong codes count against the limits of the visitor's
 * networks and of the event. Beyond a limit, right and wrong codes get the same answer, so that a visitor cannot continue to
 * guess. Only the code that this visitor entered last for the event is accepted without counting. Otherwise, neighbours in
 * the same network who guess codes could keep the visitor from buying.
 */
import type { AddItemsRequest } from '../../schema/inputs/cart.ts'
import { isBeforePresale } from '../../schema/rules/event-sale.ts'
import type { ShopContext } from '../context.ts'
import { findPresaleCode } from '../db/presale-code.ts'
import { loadSellables } from '../db/sellable.ts'
import type { PresaleCode } from '../domain/seats/seat-hold.ts'
import { normaliseCode } from '../domain/tickets/presale-voucher-hash.ts'
import { mayTryCode, noteWrongCode } from './code-tries.ts'
import { ShopError } from './shop-error.ts'

/** `typed` is the fan's text. Throws TOO_MANY_REQUESTS, or PRESALE_CODE_INVALID for a code that the event does not have. */
export async function acceptPresaleCode(context: ShopContext, eventId: string, typed: string): Promise<PresaleCode> {
  const code = await findPresaleCode(context.db, context.env, eventId, typed)
  if (code && context.presale.enteredCode(eventId) === code.id) return code
  const { PRESALE_TRIES: exact, PRESALE_TRIES_WIDE: wide, PRESALE_TRIES_EVENT: whole } = context.env
  if (!(await mayTryCode({ exact, wide, whole }, eventId, context, context.now)))
    throw new ShopError('TOO_MANY_REQUESTS', {})
  if (!code) {
    await noteWrongCode(context.env.WRONG_CODES, eventId, context.now)
    throw new ShopError('PRESALE_CODE_INVALID', {})
  }
  context.presale.rememberCode(eventId, code.id)
  return code
}

/** Accepts the codes of requested items whose public sale has not started. Throws like `acceptPresaleCode`. */
export async function acceptPresaleCodes(context: ShopContext, requests: AddItemsRequest[]): Promise<void> {
  const coded = requests.flatMap(({ productVariantId, presaleCode }) =>
    presaleCode ? [{ productVariantId, presaleCode }] : [],
  )
  if (coded.length === 0) return
  const variantIds = coded.map(({ productVariantId }) => productVariantId)
  const sellables = await loadSellables(context.db, context.catalogueVersion, variantIds)
  const accepted = new Set<string>()
  for (const { productVariantId, presaleCode } of coded) {
    const event = sellables.get(productVariantId)?.event
    if (!event || !isBeforePresale(event.rules, context.now)) continue
    const key = `${event.id}/${normaliseCode(presaleCode)}`
    if (!accepted.has(key)) await acceptPresaleCode(context, event.id, presaleCode)
    accepted.add(key)
  }
}

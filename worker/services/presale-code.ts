/**
 * A presale code as a visitor gives it. Each try counts for the networks it comes from and for the event, before anything is told: guesses
 * that answered differently once the tries are used up would need no limit. A code that this visitor has already given is
 * no guess and counts no more, so that neighbours who guess cannot keep its holder from buying.
 */
import { normaliseCode } from '../../schema/codes.ts'
import type { AddItemsRequest } from '../../schema/inputs/cart.ts'
import { isBeforePresale } from '../../schema/rules/event-sale.ts'
import type { ShopContext } from '../context.ts'
import { findPresaleCode } from '../db/presale-code.ts'
import { loadSellables } from '../db/sellable.ts'
import type { PresaleCode } from '../domain/seats/seat-hold.ts'
import { mayTryCode, noteWrongCode } from './code-tries.ts'
import { ShopError } from './shop-error.ts'

/** `typed` as the fan wrote it. Throws TOO_MANY_REQUESTS, and PRESALE_CODE_INVALID for what the event does not know. */
export async function openPresale(context: ShopContext, eventId: string, typed: string): Promise<PresaleCode> {
  const known = await findPresaleCode(context.db, context.env, eventId, typed)
  if (known && context.presale.givenCode(eventId) === known.id) return known
  const { PRESALE_TRIES: exact, PRESALE_TRIES_WIDE: wide, PRESALE_TRIES_EVENT: whole } = context.env
  if (!(await mayTryCode({ exact, wide, whole }, eventId, context, context.now)))
    throw new ShopError('TOO_MANY_REQUESTS', {})
  if (!known) {
    await noteWrongCode(context.env.WRONG_CODES, eventId, context.now)
    throw new ShopError('PRESALE_CODE_INVALID', {})
  }
  context.presale.keepCode(eventId, known.id)
  return known
}

/** The codes of what is to be added, where they play a part: before the public sale. Throws as `openPresale` does. */
export async function openPresales(context: ShopContext, requests: AddItemsRequest[]): Promise<void> {
  const coded = requests.flatMap(({ productVariantId, presaleCode }) =>
    presaleCode ? [{ productVariantId, presaleCode }] : [],
  )
  if (coded.length === 0) return
  const variantIds = coded.map(({ productVariantId }) => productVariantId)
  const sellables = await loadSellables(context.db, context.catalogueVersion, variantIds)
  const opened = new Set<string>()
  for (const { productVariantId, presaleCode } of coded) {
    const event = sellables.get(productVariantId)?.event
    if (!event || !isBeforePresale(event.rules, context.now)) continue
    const door = `${event.id}/${normaliseCode(presaleCode)}`
    if (!opened.has(door)) await openPresale(context, event.id, presaleCode)
    opened.add(door)
  }
}

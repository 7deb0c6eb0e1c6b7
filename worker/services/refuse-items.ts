/**
 * Refuses items before anything is held: products that the shop does not sell, incomplete bundles, and amounts above the
 * limit or the stock. The seat objects check the ticket limits later, because only they know the holds and bookings of the
 * event.
 */
import { type Refusal, refuse } from '../../schema/errors.ts'
import type { AddItemsRequest } from '../../schema/inputs/cart.ts'
import { lineLimit } from '../../schema/rules/line-limit.ts'
import { bundleIsComplete, missingAdditions } from '../domain/cart/bundle.ts'
import type { CartState } from '../domain/cart/cart.ts'
import type { Sellable } from '../domain/catalogue/sellable.ts'
import { refuseHold } from '../domain/seats/hold-period.ts'
import { refuseByClosure } from '../domain/tickets/presale.ts'
import { ticketIsMissing } from '../domain/tickets/ticket-limit.ts'
import type { CartDependencies } from './cart-command.ts'

/** `sellables` contains the variants in the cart and those of the requests. */
export async function refuseItems(
  deps: CartDependencies,
  state: CartState,
  requests: AddItemsRequest[],
  sellables: ReadonlyMap<string, Sellable>,
): Promise<Refusal | null> {
  const amounts = amountsByVariant(state, requests)
  return (
    (await refuseUnsellable(deps, requests, sellables)) ??
    refuseWithoutTicket(requests, sellables) ??
    refuseOverLimits(amounts, sellables) ??
    (await refuseBundle(deps, requests, sellables)) ??
    refuseRenewal(deps, state, requests, sellables) ??
    (await refuseOutOfStock(deps, amounts, sellables))
  )
}

export async function refuseUnsellable(
  deps: Pick<CartDependencies, 'shopSells' | 'discountsOpen'>,
  requests: AddItemsRequest[],
  sellables: ReadonlyMap<string, Sellable>,
): Promise<Refusal | null> {
  for (const request of requests) {
    const sellable = sellables.get(request.productVariantId)
    if (!sellable?.active || !(await deps.shopSells(sellable))) {
      return refuse('ITEM_NOT_AVAILABLE', { variantId: request.productVariantId })
    }
    if (sellable.codeRequired && !deps.discountsOpen) return refuse('DISCOUNT_CODE_REQUIRED', {})
    const closure = sellable.event?.closure ?? null
    if (closure !== null) return refuseByClosure(closure)
    if (sellable.hidden && !request.bundleKey) {
      return refuse('ITEM_NOT_AVAILABLE', { variantId: request.productVariantId })
    }
    if (sellable.personalised && !sellable.allowsSameText && request.amount > 1) {
      return refuse('ITEM_LIMIT_EXCEEDED', { limit: 1 })
    }
    const seatIds = request.seatIds ?? []
    if (seatIds.length > 0 && (!sellable.event || seatIds.length !== request.amount)) {
      return refuse('BAD_INPUT', { field: 'seatIds', expected: 'one seat for each ticket' })
    }
    if (new Set(seatIds).size !== seatIds.length) {
      return refuse('BAD_INPUT', { field: 'seatIds', expected: 'each seat once' })
    }
    if (request.personalIdentifier && !sellable.personalised) {
      return refuse('BAD_INPUT', {
        field: 'personalIdentifier',
        expected: 'nothing, as the product is not personalised',
      })
    }
  }
  return null
}

function refuseWithoutTicket(requests: AddItemsRequest[], sellables: ReadonlyMap<string, Sellable>): Refusal | null {
  const requiresTicket = requests.some(({ productVariantId }) => sellables.get(productVariantId)?.ticketRequired)
  return requiresTicket && ticketIsMissing([...sellables.values()]) ? refuse('TICKET_REQUIRED', {}) : null
}

function refuseOverLimits(amounts: Amounts, sellables: ReadonlyMap<string, Sellable>): Refusal | null {
  for (const [variantId, amount] of amounts) {
    const sellable = sellables.get(variantId)
    if (!sellable || sellable.event) continue
    const limit = lineLimit(sellable.cartLimit)
    if (limit === 0) return refuse('ITEM_NOT_AVAILABLE', { variantId })
    if (amount > limit) return refuse('ITEM_LIMIT_EXCEEDED', { limit })
  }
  return null
}

/** The amount of each requested variant that the cart would contain, by the variant's id. */
type Amounts = ReadonlyMap<string, number>

function amountsByVariant(state: CartState, requests: AddItemsRequest[]): Amounts {
  const amounts = new Map<string, number>()
  for (const { productVariantId, amount } of requests) {
    amounts.set(productVariantId, (amounts.get(productVariantId) ?? 0) + amount)
  }
  for (const item of state.items) {
    const requested = amounts.get(item.variantId)
    if (requested !== undefined) amounts.set(item.variantId, requested + item.amount)
  }
  return amounts
}

function refuseRenewal(
  { now }: CartDependencies,
  { holdPeriods }: CartState,
  requests: AddItemsRequest[],
  sellables: ReadonlyMap<string, Sellable>,
): Refusal | null {
  for (const { productVariantId } of requests) {
    const eventId = sellables.get(productVariantId)?.eventId ?? null
    const refusal = eventId === null ? null : refuseHold(holdPeriods, eventId, now)
    if (refusal) return refusal
  }
  return null
}

async function refuseOutOfStock(
  deps: CartDependencies,
  amounts: Amounts,
  sellables: ReadonlyMap<string, Sellable>,
): Promise<Refusal | null> {
  const merch = [...amounts.keys()].filter((id) => !sellables.get(id)?.event)
  if (merch.length === 0) return null
  const stock = await deps.stock(merch)
  for (const variantId of merch) {
    const left = stock.get(variantId)
    if (left !== undefined && left < (amounts.get(variantId) ?? 0)) return refuse('ITEM_NOT_AVAILABLE', { variantId })
  }
  return null
}

async function refuseBundle(
  deps: CartDependencies,
  requests: AddItemsRequest[],
  sellables: ReadonlyMap<string, Sellable>,
): Promise<Refusal | null> {
  const keys = new Set(requests.map((request) => request.bundleKey ?? null))
  for (const key of keys) {
    const members = requests.flatMap(({ bundleKey, productVariantId, amount, bundleOption }) => {
      const sellable = sellables.get(productVariantId)
      return sellable && (bundleKey ?? null) === key ? [{ sellable, amount, option: bundleOption ?? null }] : []
    })
    if (key === null) {
      if (members.some(({ sellable }) => sellable.bundle)) return refuse('BUNDLE_NOT_AVAILABLE', {})
      continue
    }
    const missing = missingAdditions(members)
    const optional = missing.length > 0 ? await deps.optionalProducts(missing) : new Set<string>()
    const answer = bundleIsComplete(members, optional)
    if (!answer.ok) return answer
  }
  return null
}

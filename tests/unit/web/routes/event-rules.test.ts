import { describe, expect, it } from 'vitest'
import type { TicketKind } from '../../../../schema/rules/ticket-kind.ts'
import { ticketsOfEvent } from '../../../../web/cart/use-cart.ts'
import {
  amountRule,
  areaAmountRule,
  availableAmounts,
  chosenTickets,
  defaultAmounts,
  hasMap,
  priceSpan,
  ticketKinds,
  variantsOf,
  variantToHold,
} from '../../../../web/routes/event/event.ts'
import { pageEvent as event } from '../../../support/page-event.ts'

describe('ticket kinds and prices', () => {
  it('EVT-04 include only the kinds that the variants have', () => {
    expect(ticketKinds(event())).toEqual(['online', 'hard'])
    const [category] = event().pricingCategories
    const online = category ? [{ ...category, variants: category.variants.slice(0, 1) }] : []
    expect(ticketKinds(event({ pricingCategories: online }))).toEqual(['online'])
  })

  it('EVT-02 are limited to the chosen kind, or cover both kinds before a kind is chosen', () => {
    const [category] = event().pricingCategories
    if (!category) throw new Error('the event has no category')
    const pricesOf = (kind: TicketKind | null) => variantsOf(category, kind).map(({ priceCents }) => priceCents)
    expect(pricesOf(null)).toEqual([3900, 4900])
    expect(pricesOf('hard')).toEqual([4900])
    expect(pricesOf('online')).toEqual([3900])
  })
})

describe('variant to hold', () => {
  it('EVT-04 is missing until a kind is chosen, and not sold in a category without the chosen kind', () => {
    const [category] = event().pricingCategories
    if (!category) throw new Error('the event has no category')
    const online = { ...category, id: 'pca_2', number: 2, variants: category.variants.slice(0, 1) }
    const mixed = event({ pricingCategories: [category, online] })
    expect(variantToHold(mixed, null, 2)).toBe('kindMissing')
    expect(variantToHold(mixed, 'hard', 2)).toBe('kindNotSold')
    expect(variantToHold(mixed, 'hard', 1)).toMatchObject({ id: 'var_hard' })
    expect(variantToHold(mixed, 'online', 2)).toMatchObject({ id: 'var_online' })
  })
})

describe('ticket amount', () => {
  it('EVT-05 is at most the event’s ticket limit minus the tickets in the cart', () => {
    expect(amountRule(event(), 0)).toEqual({ step: 1, minimum: 0, maximum: 6 })
    expect(amountRule(event(), 4)).toEqual({ step: 1, minimum: 0, maximum: 2 })
    expect(amountRule(event(), 9).maximum).toBe(0)
  })

  it('EVT-05 counts the tickets in bundles of the cart', () => {
    const ticket = (eventId: string | null, amount: number) => ({ eventId, amount })
    const bundle = { ...ticket(null, 1), bundled: [ticket('evt_1', 2), ticket(null, 1)] }
    const items = [{ ...ticket('evt_1', 3), bundled: [] }, bundle, { ...ticket('evt_2', 1), bundled: [] }]
    expect(ticketsOfEvent(items, 'evt_1').map(({ amount }) => amount)).toEqual([3, 2])
  })

  it('EVT-05 is zero or the forced amount if the event forces one', () => {
    const forced = event({ meta: { force_amount: 2 } })
    expect(amountRule(forced, 0)).toEqual({ step: 2, minimum: 0, maximum: 2 })
    expect(amountRule(forced, 2).maximum).toBe(0)
  })

  it('SEAT-08 in a standing area follows the event’s rule, up to the tickets left', () => {
    const forced = event({ meta: { force_amount: 2 } })
    expect(areaAmountRule(amountRule(forced, 0), 40)).toEqual({ step: 2, minimum: 0, maximum: 2 })
    expect(areaAmountRule(amountRule(forced, 2), 40).maximum).toBe(0)
    expect(areaAmountRule(amountRule(event(), 1), 40)).toEqual({ step: 1, minimum: 0, maximum: 5 })
    expect(areaAmountRule(amountRule(event(), 1), 3).maximum).toBe(3)
  })

  it('EVT-06 does not count in a category without tickets left, even if it was preselected', () => {
    const { pricingCategories } = event()
    const chosen = (left: number) =>
      chosenTickets(pricingCategories, 'online', { var_online: 2, var_hard: 3 }, () => left === 0)
    expect(chosen(5).map(({ variant, amount }) => [variant.id, amount])).toEqual([['var_online', 2]])
    expect(chosen(0)).toEqual([])
  })

  it('EVT-06 starts at zero if the event has a map or several variants, and otherwise at two or `default_amount`, up to the limit', () => {
    const [category] = event().pricingCategories
    const single = category ? [{ ...category, variants: category.variants.slice(0, 1) }] : []
    expect(defaultAmounts(event())).toEqual({})
    expect(defaultAmounts(event({ pricingCategories: single }))).toEqual({ var_online: 2 })
    expect(defaultAmounts(event({ pricingCategories: single, meta: { default_amount: 4 } }))).toEqual({ var_online: 4 })
    expect(defaultAmounts(event({ pricingCategories: single, cartLimit: 1 }))).toEqual({ var_online: 1 })
    const mapped = event({ pricingCategories: single, seatmapUrl: '/seatmaps/1.json', displayMap: true })
    expect(hasMap(mapped)).toBe(true)
    expect(defaultAmounts(mapped)).toEqual({})
    expect(hasMap({ ...mapped, meta: { hide_map: true } })).toBe(false)
  })
})

describe('the tickets that are left', () => {
  const amounts = { var_online: 2 }
  const limited = (left: number | null, meta = {}) => availableAmounts(event({ meta }), amounts, () => left).var_online

  it('EVT-06 limit the preselected amount, as soon as their number is known', () => {
    expect(limited(null)).toBe(2)
    expect(limited(2)).toBe(2)
    expect(limited(1)).toBe(1)
    expect(limited(0)).toBe(0)
  })

  it('EVT-10 are shared by the prices of a category', () => {
    const both = availableAmounts(event(), { var_online: 2, var_hard: 2 }, () => 3)
    expect(both).toEqual({ var_online: 2, var_hard: 1 })
  })

  it('EVT-02 decide the range of prices, which leaves out categories that are gone or not for sale here', () => {
    const [first] = event().pricingCategories
    if (!first) throw new Error('the event has no category')
    const cheap = {
      ...first,
      id: 'pca_2',
      number: 2,
      variants: first.variants.map((each) => ({ ...each, priceCents: 900 })),
    }
    const span = (changes: Partial<typeof cheap>, left: number | null = null) =>
      priceSpan(event({ pricingCategories: [first, { ...cheap, ...changes }] }), ({ number }) =>
        number === 2 ? left : null,
      )
    expect(span({})).toEqual({ lowest: 900, highest: 4900 })
    for (const gone of [span({}, 0), span({ available: false }), span({ hideButtons: true })])
      expect(gone).toEqual({ lowest: 3900, highest: 4900 })
    const mapped = { seatmapUrl: '/seatmaps/1.json', displayMap: true }
    const onMap = (meta: object, displayMap = true) =>
      priceSpan(
        event({ ...mapped, displayMap, meta, pricingCategories: [first, { ...cheap, hideButtons: true }] }),
        () => null,
      )?.lowest
    expect([onMap({}), onMap({ hide_map: true }), onMap({}, false)]).toEqual([900, 3900, 3900])
    const free = first.variants.map((each) => ({ ...each, priceCents: 0 }))
    expect(span({ variants: free })).toEqual({ lowest: 3900, highest: 4900 })
    expect(span({ variants: [...free, ...cheap.variants] })).toEqual({ lowest: 900, highest: 4900 })
    // The page asks the seats, which know of a returned ticket first.
    expect(span({ available: false }, 1)?.lowest).toBe(900)
    expect(priceSpan(event(), () => 0)).toBeNull()
  })

  it('EVT-05, EVT-06 allow no part of a forced amount', () => {
    expect(limited(2, { force_amount: 2 })).toBe(2)
    expect(limited(1, { force_amount: 2 })).toBe(0)
  })
})

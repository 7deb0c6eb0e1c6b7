import { describe, expect, it } from 'vitest'
import {
  type Bundle,
  type BundleProduct,
  bundleIsAvailable,
  bundleIsComplete,
  bundleRequests,
  bundleTotalCents,
  combinationIsAvailable,
  containsTickets,
  EMPTY_SELECTION,
  eventsOfBundle,
  extrasCents,
  isWithoutChoice,
  namedKind,
  type Part,
  parcelsOf,
  partsThatClose,
  productsOfBundle,
  type Selection,
  sellsTickets,
  takesOneTicket,
  totalSpanCents,
} from '../../../../web/routes/bundle/selection.ts'
import { sizeSlot, withSize } from '../../../../web/routes/bundle/size-slot.ts'

type Variant = { id: string; priceCents: number; available?: boolean }

function part(slug: string, variants: Variant[], meta: object = {}): Part {
  const image = { key: slug, width: 1, height: 1, widths: [1], thumbhash: '', alt: '', focus: null }
  return {
    variantIds: [],
    sale: null,
    event: null,
    product: {
      ...{
        id: slug,
        slug,
        type: 'product',
        href: `/products/${slug}`,
        name: slug,
        descriptiveName: slug,
        productType: '',
      },
      ...{
        color: null,
        priceCents: 0,
        priceVaries: false,
        originalPriceCents: null,
        lowestPriceCents: null,
        available: true,
      },
      ...{ gtin: null, manufacturer: null, details: null, additionalInformation: null },
      ...{
        soldOutMessage: null,
        publicShippableFromAt: null,
        overlayListingImage: null,
        meta,
        tileMeta: {},
        artist: null,
        tileImages: [image],
      },
      variants: variants.map(({ id, priceCents, available = true }, order) => ({
        id,
        description: id,
        subline: null,
        order,
        priceCents,
        additionalPriceCents: 0,
        available,
        physical: true,
      })),
    },
  }
}

const combination = (id: string, additionalPriceCents: number, parts: Part[]) => ({
  id,
  optionName: id,
  tourName: null,
  additionalPriceCents,
  available: true,
  soldOutMessage: null,
  parts,
})

const bundle: Bundle = {
  originalPriceCents: null,
  commonItems: [part('record', [{ id: 'lp', priceCents: 2000 }])],
  combinations: [
    combination('shirt', 0, [
      part('shirt', [
        { id: 's', priceCents: 1500 },
        { id: 'm', priceCents: 1500 },
      ]),
    ]),
    combination('hoodie', 1000, [part('hoodie', [{ id: 'h', priceCents: 3000 }])]),
  ],
  additionalProducts: [
    part(
      'badge',
      [
        { id: 'b', priceCents: 200 },
        { id: 'c', priceCents: 300 },
      ],
      { bind_leave_empty: true },
    ),
  ],
  additionalProductGroup: [
    part('mug', [{ id: 'mug', priceCents: 900 }], { personalised: true }),
    part('bag', [{ id: 'bag', priceCents: 700 }]),
  ],
}
const product = { id: 'root', variants: [{ id: 'rootv', priceCents: 100 }] } as BundleProduct
const choose = (changes: Partial<Selection>): Selection => ({ ...EMPTY_SELECTION, ...changes })

describe('bundle selection', () => {
  it('BND-03 is complete once a combination and a variant of each part with several variants are chosen', () => {
    expect(bundleIsComplete(bundle, EMPTY_SELECTION)).toBe(false)
    expect(bundleIsComplete(bundle, choose({ option: 0 }))).toBe(false)
    expect(bundleIsComplete(bundle, choose({ option: 0, variants: { 'option-0-0': 'm' } }))).toBe(true)
    expect(bundleIsComplete(bundle, choose({ option: 1 }))).toBe(true)
  })

  it('BND-03 requires a variant of each additional product that is not optional', () => {
    const strict = {
      ...bundle,
      additionalProducts: [
        part('badge', [
          { id: 'b', priceCents: 200 },
          { id: 'c', priceCents: 300 },
        ]),
      ],
    }
    expect(bundleIsComplete(strict, choose({ option: 1 }))).toBe(false)
    expect(bundleIsComplete(strict, choose({ option: 1, variants: { 'additional-0': 'c' } }))).toBe(true)
  })

  it('BND-03 requires the text of a personalised product', () => {
    const mug = choose({ option: 1, variants: { 'group-0': 'mug' } })
    expect(bundleIsComplete(bundle, mug)).toBe(false)
    expect(bundleIsComplete(bundle, { ...mug, texts: { 'group-0': 'Für Ada' } })).toBe(true)
    const named = { ...bundle, commonItems: [part('mug', [{ id: 'mug', priceCents: 900 }], { personalised: true })] }
    expect(bundleIsComplete(named, choose({ option: 1 }))).toBe(false)
    expect(bundleIsComplete(named, choose({ option: 1, texts: { 'common-0': ' ' } }))).toBe(false)
    expect(bundleIsComplete(named, choose({ option: 1, texts: { 'common-0': 'Für Ada' } }))).toBe(true)
  })

  it('BND-02, PROD-10 keeps the text of a personalised product when the fan chooses a size and then another one', () => {
    const sizes = ['S', 'M', 'L'].map((size) => ({ id: size, priceCents: 1500 }))
    const personalised = part('shirt', sizes, { personalised: true })
    const offer: Bundle = {
      ...{ ...bundle, additionalProducts: [], additionalProductGroup: [] },
      combinations: sizes.map(({ id }) => combination(id, 0, [{ ...personalised, variantIds: [id] }])),
    }
    const choosing = (size: string, selection: Selection) => {
      const slot = sizeSlot(product, offer, selection.option)
      if (!slot) throw new Error('the combinations are not sizes')
      return withSize(slot, selection, size)
    }
    const unsized = sizeSlot(product, offer, null)
    if (!unsized) throw new Error('the combinations are not sizes')
    // The fan types the text before choosing a size.
    const medium = choosing('M', choose({ texts: { [unsized.id]: 'Für Ada', 'group-0': 'Für Jule' } }))
    for (const [size, selection] of Object.entries({ M: medium, L: choosing('L', medium) })) {
      expect(bundleIsComplete(offer, selection)).toBe(true)
      const [, , sent] = bundleRequests(product, offer, selection, 'key')
      expect(sent).toMatchObject({ productVariantId: size, personalIdentifier: 'Für Ada' })
      // The other part also keeps its text, and a size that the fan chose before has no text left.
      expect(Object.values(selection.texts).toSorted()).toEqual(['Für Ada', 'Für Jule'])
    }
    expect(bundleIsComplete(offer, choosing('M', choose({})))).toBe(false)
  })

  it('BND-02 leaves out the variants chosen for a combination that is not selected', () => {
    const selection = choose({ option: 1, variants: { 'option-0-0': 'm' } })
    const ids = bundleRequests(product, bundle, selection, 'key').map(({ productVariantId }) => productVariantId)
    expect(ids).toEqual(['rootv', 'lp', 'h'])
  })

  it('BND-01 adds up the root, the surcharge and the parts, and gives all requests one bundle key', () => {
    const selection = choose({
      option: 1,
      variants: { 'additional-0': 'c', 'group-0': 'mug' },
      texts: { 'group-0': ' Für Ada ' },
    })
    expect(bundleTotalCents(product, bundle, selection)).toBe(100 + 1000 + 2000 + 3000 + 300 + 900)
    expect(bundleRequests(product, bundle, selection, 'key')).toEqual([
      { productVariantId: 'rootv', amount: 1, bundleKey: 'key', bundleProductId: 'root', bundleOption: 1 },
      ...['lp', 'h', 'c'].map((productVariantId) => ({
        productVariantId,
        amount: 1,
        bundleKey: 'key',
        bundleProductId: 'root',
      })),
      { productVariantId: 'mug', amount: 1, bundleKey: 'key', bundleProductId: 'root', personalIdentifier: 'Für Ada' },
    ])
  })

  it('BND-05 never preselects a sold-out variant', () => {
    const gone = { ...bundle, commonItems: [part('record', [{ id: 'lp', priceCents: 2000, available: false }])] }
    expect(bundleIsComplete(gone, choose({ option: 1 }))).toBe(false)
  })

  it('BND-05 is possible unless a required part is sold out or every combination has a sold-out part', () => {
    const gone = (slug: string) => part(slug, [{ id: slug, priceCents: 100, available: false }])
    const half = { ...bundle, combinations: [combination('gone', 0, [gone('x')]), ...bundle.combinations.slice(1)] }
    expect([0, 1].map((option) => combinationIsAvailable(half, option))).toEqual([false, true])
    expect(bundleIsAvailable(half, null)).toBe(true)
    expect(bundleIsAvailable({ ...half, combinations: half.combinations.slice(0, 1) }, null)).toBe(false)
    expect(bundleIsAvailable({ ...bundle, commonItems: [gone('y')] }, null)).toBe(false)
    const empty = { ...gone('z'), product: { ...gone('z').product, meta: { bind_leave_empty: true } } } as Part
    expect(bundleIsAvailable({ ...bundle, additionalProducts: [empty] }, null)).toBe(true)
  })

  it('BND-05 names the lowest and the highest total that the choices allow, without sold-out variants and parts that may be left out', () => {
    const from = (changes: Partial<Selection>) => totalSpanCents(product, bundle, choose(changes))?.lowest
    // The shirt is cheaper than the hoodie with its surcharge. Nobody must take the badge, the mug or the bag.
    expect(from({})).toBe(100 + 2000 + 1500)
    expect(from({ option: 1 })).toBe(100 + 2000 + 1000 + 3000)
    expect(from({ option: 0, variants: { 'additional-0': 'c' } })).toBe(100 + 2000 + 1500 + 300)
    const shirts = part('shirt', [
      { id: 's', priceCents: 1500, available: false },
      { id: 'xxl', priceCents: 1900 },
      { id: 'xl', priceCents: 1800 },
    ])
    const fewer = { ...bundle, combinations: [combination('shirt', 0, [shirts])] }
    const upTo = (cents: number) => ({ lowest: 100 + 2000 + 1800, highest: 100 + 2000 + cents })
    expect(totalSpanCents(product, fewer, EMPTY_SELECTION)).toEqual(upTo(1900))
    expect(totalSpanCents(product, fewer, choose({ option: 0, variants: { 'option-0-0': 'xl' } }))).toEqual(upTo(1800))
    const gone = { ...bundle, combinations: bundle.combinations.map((each) => ({ ...each, available: false })) }
    expect(totalSpanCents(product, gone, EMPTY_SELECTION)).toBeNull()
  })

  it('BND-01 adds chosen extras to the sum of the separate prices', () => {
    const extras = choose({ option: 1, variants: { 'additional-0': 'c', 'group-0': 'mug' } })
    expect(extrasCents(bundle, extras)).toBe(300 + 900)
    expect(extrasCents(bundle, choose({ option: 1 }))).toBe(0)
  })

  describe('with a ticket', () => {
    const ticket = (sale: string | null, meta: object = {}, available = true): Part => {
      const category = { id: 'c', number: 1, name: 'Parkett', available }
      const variants = [{ id: 'seat', description: '', priceCents: 4500, physical: false, active: true }]
      const event = { localOrganizer: null, meta, pricingCategories: [{ ...category, variants }] } as object
      return { variantIds: [], product: null, sale, event: event as NonNullable<Part['event']> }
    }
    const withTicket = (sale: string | null, meta?: object) => ({
      ...bundle,
      combinations: [],
      commonItems: [ticket(sale, meta)],
    })

    it.each(['presale', 'ended', 'cancelled', 'soldOut', 'external'])(
      'BND-05 is not available while the tickets are in the state "%s"',
      (sale) => {
        expect(bundleIsAvailable(withTicket(sale), null)).toBe(false)
        expect(bundleIsAvailable(withTicket('open'), null)).toBe(true)
        expect(partsThatClose(withTicket(sale)).map((each) => each.sale)).toEqual([sale])
      },
    )

    it('BND-05 is not available once the tickets of the part’s price category are gone', () => {
      const gone = { ...bundle, combinations: [], commonItems: [ticket('open', {}, false)] }
      expect(bundleIsAvailable(gone, null)).toBe(false)
      const choice = { ...gone, commonItems: [], combinations: [combination('night', 0, [ticket('open', {}, false)])] }
      expect(combinationIsAvailable(choice, 0)).toBe(false)
    })

    it('BND-04 takes as many tickets as the event allows, and counts them in the total and in the crossed-out sum', () => {
      const two = withTicket('open', { max_tickets_per_bundle: 2 })
      const ticketsOf = (tickets: number, of = two) => {
        const selection = choose({ tickets: { 'common-0': tickets } })
        const amounts = bundleRequests(product, of, selection, 'key').map(({ amount }) => amount)
        return [amounts, bundleTotalCents(product, of, selection)]
      }
      expect(ticketsOf(1)).toEqual([[1, 1], 100 + 4500])
      expect(ticketsOf(2)).toEqual([[1, 2], 100 + 2 * 4500])
      expect(ticketsOf(3)).toEqual([[1, 2], 100 + 2 * 4500])
      expect(ticketsOf(2, withTicket('open'))).toEqual([[1, 1], 100 + 4500])
      const saved = ({ tickets = {}, ...more }: Partial<Selection>, of: Bundle) => {
        const selection = choose({ tickets, ...more })
        const apart = (of.originalPriceCents ?? 0) + extrasCents(of, selection)
        return apart - bundleTotalCents(product, of, selection)
      }
      // The crossed-out sum and the total grow by the same price with each ticket, so that the saving remains.
      const struck = { ...two, originalPriceCents: 5000 }
      expect([1, 2, 3].map((count) => saved({ tickets: { 'common-0': count } }, struck))).toEqual([400, 400, 400])
      const group = { ...struck, additionalProductGroup: two.commonItems }
      const variants = { 'group-0': two.commonItems[0]?.event?.pricingCategories[0]?.variants[0]?.id ?? '' }
      expect([1, 2].map((count) => saved({ variants, tickets: { 'group-0': count } }, group))).toEqual([400, 400])
      expect(extrasCents(group, choose({ variants, tickets: { 'group-0': 2 } }))).toBe(2 * 4500)
      expect([takesOneTicket(two), takesOneTicket(withTicket('open')), takesOneTicket(bundle)]).toEqual([
        false,
        true,
        false,
      ])
    })
  })

  it('BND-01 can be taken several times at once only if it has no choice', () => {
    const plain = { ...bundle, combinations: [], additionalProducts: [], additionalProductGroup: [] }
    expect(isWithoutChoice(plain)).toBe(true)
    expect(isWithoutChoice(bundle)).toBe(false)
    expect(isWithoutChoice({ ...plain, additionalProducts: bundle.additionalProducts })).toBe(false)
    expect(isWithoutChoice({ ...plain, commonItems: bundle.additionalProductGroup })).toBe(false)
  })

  it('BND-01 lists each product of the bundle once', () => {
    const twice = { ...bundle, commonItems: [...bundle.commonItems, ...bundle.commonItems] }
    expect(productsOfBundle(twice).map(({ slug }) => slug)).toEqual([
      'record',
      'shirt',
      'hoodie',
      'badge',
      'mug',
      'bag',
    ])
  })

  it.each(['commonItems', 'combinations', 'additionalProducts', 'additionalProductGroup'] as const)(
    'BND-04 contains tickets if an event is among the %s, which the shop sells unless another seller does',
    (list) => {
      const event = { localOrganizer: 'Nachtwerk GmbH', meta: {} } as NonNullable<Part['event']>
      const show: Part = { variantIds: [], product: null, sale: 'open', event }
      const withShow: Bundle = {
        ...bundle,
        [list]: list === 'combinations' ? [combination('show', 0, [show])] : [show],
      }
      expect([eventsOfBundle(withShow), containsTickets(withShow), sellsTickets(withShow)]).toEqual([
        [event],
        true,
        true,
      ])
      expect([eventsOfBundle(bundle), containsTickets(bundle), sellsTickets(bundle)]).toEqual([[], false, false])
      show.sale = 'external'
      expect([containsTickets(withShow), sellsTickets(withShow)]).toEqual([true, false])
    },
  )

  it('PROD-13 has a parcel for each combination that can still be chosen, with the bundle’s own time of delivery if it has one', () => {
    const slow = part('slow', [{ id: 'slow', priceCents: 0 }], { delivery_days: { from: 9, to: 12 } })
    const fast = part('fast', [{ id: 'fast', priceCents: 0 }])
    const gone = part('gone', [{ id: 'gone', priceCents: 0, available: false }])
    const extra = part('extra', [{ id: 'extra', priceCents: 0 }], { bind_leave_empty: true })
    const file = part('file', [{ id: 'file', priceCents: 0 }])
    for (const variant of file.product?.variants ?? []) variant.physical = false
    const offer: Bundle = {
      ...{ originalPriceCents: null, commonItems: [file], additionalProducts: [extra], additionalProductGroup: [] },
      combinations: [combination('a', 0, [slow]), combination('b', 0, [fast]), combination('c', 0, [gone])],
    }
    const shipped = (chosen: Partial<Selection>, meta: object = {}) =>
      parcelsOf({ ...product, meta }, offer, choose(chosen)).map((goods) =>
        goods.filter(({ isShipped }) => isShipped).map((each) => each.meta),
      )
    const own = { delivery_days: { from: 2, to: 4 } }
    expect(shipped({})).toEqual([[slow.product?.meta], [fast.product?.meta]])
    expect(shipped({ option: 0 })).toEqual([[slow.product?.meta]])
    expect(shipped({ option: 1, variants: { 'additional-0': 'extra' } })).toEqual([[{}, extra.product?.meta]])
    expect(shipped({ option: 0 }, own)).toEqual([[own]])
  })

  it('BND-02 tells parts with the same name apart by their kind, unless the name is the kind', () => {
    expect(namedKind({ name: 'Spätschicht', productType: 'Kassette' })).toBe('Spätschicht (Kassette)')
    expect(namedKind({ name: 'Hoodie', productType: 'Hoodie' })).toBe('Hoodie')
    expect(namedKind({ name: 'Hoodie', productType: '' })).toBe('Hoodie')
  })
})

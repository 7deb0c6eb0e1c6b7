import { expect, it } from 'vitest'
import { BundlePageDocument } from '../../../../schema/generated/operations.ts'
import BundlePage from '../../../../web/routes/bundle/bundle.tsx'
import type { Bundle, BundleProduct, Part } from '../../../../web/routes/bundle/selection.ts'
import type { PageEvent } from '../../../../web/routes/event/event.ts'
import { NOW, pageEvent } from '../../../support/page-event.ts'
import { tileProduct } from '../../../support/product-tile.ts'
import { shopMarkup } from '../shop-markup.tsx'

const HOUR = 3_600_000
const path = '/bundle/abend'
const { artist: _, ...tile } = tileProduct({ slug: 'abend', type: 'bundle', href: path, name: 'Der ganze Abend' })

function bundleMarkup(
  sale: string,
  changes: Partial<BundleProduct> = {},
  status = 'active',
  facts: Partial<PageEvent> = {},
  variantIds: string[] = [],
): string {
  // With a limit of one ticket, a note about it would follow the alert.
  const meta = { max_tickets_per_bundle: 2 }
  const event = pageEvent({ presaleAt: sale === 'presale' ? NOW + 24 * HOUR : NOW - HOUR, meta, status, ...facts })
  const part: Part = { variantIds, sale, product: null, event }
  const bundle: Bundle = {
    ...{ originalPriceCents: null, commonItems: [part], combinations: [] },
    ...{ additionalProducts: [], additionalProductGroup: [] },
  }
  const root = { id: 'var_1', sku: 'ABEND', description: '', subline: null, order: 0, priceCents: 0 }
  const product: BundleProduct = {
    id: 'prd_1',
    ...tile,
    meta: {},
    images: [],
    ...{ gtin: null, manufacturer: null, details: null, additionalInformation: null, errorText: null, description: '' },
    ...{ cartLimit: 2, shippingRequirements: [], shippingFromCents: null, hidden: false, artist: null, categories: [] },
    variants: [{ ...root, available: true, left: null }],
    bundle,
    ...changes,
  }
  return shopMarkup(<BundlePage />, {
    path,
    answers: [{ hash: BundlePageDocument.hash, variables: { slug: 'abend' }, data: { product } }],
  })
}

/** The button and the text of the alert below it. */
function offerOf(markup: string) {
  const [, button = ''] = /<button (type="submit"[^>]*)>/.exec(markup) ?? []
  const [, alert = ''] = /role="alert"[^>]*>(.*?)<\/form>/s.exec(markup) ?? []
  return { isDisabled: /\bdisabled=""/.test(button), text: alert.replaceAll(/<[^>]*>/g, '') }
}

it.each([
  ['presale', /^Vorverkauf ab .*16\.01\.2027/],
  ['ended', /^Vorverkauf beendet$/],
  ['cancelled', /^Fällt aus$/],
])(
  'BND-05 the page of a bundle whose ticket is in the state "%s" says so, and its button is disabled',
  (sale, text) => {
    for (const available of [true, false]) {
      expect(offerOf(bundleMarkup(sale, { available }))).toEqual({
        isDisabled: true,
        text: expect.stringMatching(text),
      })
    }
  },
)

it('BND-05 the button of a bundle whose ticket is for sale is not disabled, and says nothing', () => {
  expect(offerOf(bundleMarkup('open'))).toEqual({ isDisabled: false, text: '' })
})

it('BND-01 names the day of a concert, unless it is postponed and has no new date', () => {
  const textOf = (markup: string) => markup.replace(/<[^>]*>/g, '')
  expect(textOf(bundleMarkup('open'))).toMatch(/\d\d\.\d\d\.\d{4} · Beginn \d\d:\d\d · Halle, Berlin/)
  expect(textOf(bundleMarkup('open', {}, 'postponed'))).toContain(
    'Der neue Termin steht noch nicht fest · Halle, Berlin',
  )
})

function goods(id: string, meta: object, publicShippableFromAt: number | null = null): Part {
  const variant = { id, description: id, subline: null, order: 0, priceCents: 0, additionalPriceCents: 0 }
  const { artist: _artist, ...plain } = tileProduct({ name: id, publicShippableFromAt })
  return {
    ...{ variantIds: [], sale: null, event: null },
    product: {
      ...{
        id,
        ...plain,
        meta,
        artist: null,
        gtin: null,
        manufacturer: null,
        details: null,
        additionalInformation: null,
      },
      variants: [{ ...variant, available: true, physical: true }],
    },
  }
}

it('BND-01 names the price of a combination only if not all cost the same, and beside a size only what it costs more', () => {
  const pricesWith = (additional: number[], parts: Part[] = []) => {
    const combinations = additional.map((additionalPriceCents, index) => ({
      ...{ id: `c${index}`, optionName: `Größe ${index}`, tourName: null, soldOutMessage: null },
      ...{ additionalPriceCents, available: true, parts },
    }))
    const bundle: Bundle = {
      ...{ originalPriceCents: null, commonItems: [], combinations },
      ...{ additionalProducts: [], additionalProductGroup: [] },
    }
    const root = { id: 'var_1', sku: 'ABEND', description: '', subline: null, order: 0, priceCents: 2000 }
    const variants = [{ ...root, available: true, left: null }]
    const markup = bundleMarkup('open', { bundle, variants, priceCents: 2000 })
    return [...markup.matchAll(/Größe \d<.*?<\/button>/gs)].map(([row]) => /(?:\+ )?\d+(?=,00\s€)/.exec(row)?.[0])
  }
  expect(pricesWith([0, 0])).toEqual([undefined, undefined])
  expect(pricesWith([0, 500])).toEqual(['20', '25'])
  expect(pricesWith([0, 200], [goods('Hemd', {})])).toEqual([undefined, '+ 2'])
})

/** A bundle whose combinations are variants of a shirt, with `extras`. `changes` gives the combinations other values. */
function sizesMarkup(
  changes: Partial<Bundle['combinations'][number]>[],
  variants = ['S', 'M', '3XL'],
  extras: Part[] = [],
): string {
  const { product } = goods('Hemd', {})
  const own = { subline: null, order: 0, priceCents: 0, additionalPriceCents: 0, available: true, physical: true }
  const shirt = product && { ...product, variants: variants.map((size) => ({ ...own, id: size, description: size })) }
  const combinations = variants.map((size, index) => ({
    ...{ id: size, optionName: `Größe ${size}`, tourName: null, soldOutMessage: null, additionalPriceCents: 0 },
    ...{ available: true, parts: [{ variantIds: [size], sale: null, event: null, product: shirt }, ...extras] },
    ...changes[index],
  }))
  const lists = { commonItems: [], additionalProducts: [], additionalProductGroup: [] }
  return bundleMarkup('open', { bundle: { ...lists, originalPriceCents: null, combinations } })
}

it('BND-01, PROD-03 offers combinations that are sizes of one product as radio buttons, with what a size costs more than the cheapest one that is left', () => {
  const closed = { available: false, soldOutMessage: 'Alles weg' }
  const html = sizesMarkup([closed, { additionalPriceCents: 200 }, { additionalPriceCents: 400 }])
  const radios = [...html.matchAll(/<input type="radio"([^>]*)\/><span>(.*?)<\/span><\/label>/g)]
  expect(radios.map(([, input = '', text = '']) => [/\bdisabled=""/.test(input), plainText(text)])).toEqual([
    [true, 'S Alles weg'],
    [false, 'M'],
    [false, '3XL (+ 2,00\u00a0€)'],
  ])
  expect(html).not.toContain('Größe 3XL')
})

it('BND-01 lists combinations that do not differ only in the size of one product', () => {
  const formats = sizesMarkup([], ['LP', 'CD'])
  expect(formats).toContain('Größe LP')
  expect(formats).not.toContain('type="radio"')
  const withPoster = sizesMarkup([], ['S', 'M'], [goods('Poster', {})])
  expect(withPoster).toContain('Größe S')
  expect(withPoster).not.toContain('type="radio"')
})

const plainText = (markup: string) => markup.replace(/<[^>]*>/g, '')

it('EVT-01, EVT-04 names doors, start and kind of a ticket, and both kinds of a price where there is a choice', () => {
  const doorAt = NOW + 47 * HOUR
  const pageOf = (ids: string[]) => bundleMarkup('open', {}, 'active', { doorAt }, ids)
  const online = 'Online-Ticket: Kommt sofort nach der Zahlung per E-Mail'
  const hard = 'Hardticket: Das gedruckte Sammlerstück, per Post'
  expect(plainText(pageOf([]))).toMatch(/\d{4} · Einlass \d\d:\d\d · Beginn \d\d:\d\d · Halle, Berlin/)
  expect(pageOf(['var_online'])).toContain(online)
  expect(pageOf(['var_online'])).not.toContain(hard)
  expect(pageOf(['var_hard'])).toContain(hard)
  const both = pageOf([])
  expect(both).not.toContain(online)
  expect(both).not.toContain(hard)
  expect([...both.matchAll(/<option value="var_[^>]*>([^<]*)/g)].map(([, name]) => name)).toEqual([
    expect.stringMatching(/, Online-Ticket \(39/),
    expect.stringMatching(/, Hardticket \(49/),
  ])
})

it('EVT-01, EVT-11 names the promoters of a bundle’s concert and, if this shop sells the tickets, that it is their broker', () => {
  const owningCompanyAddress = {
    ...{ company: 'Nachtwerk Touring GmbH', address: 'Oranienstraße 190' },
    ...{ city: 'Berlin', postCode: '10999', countryCode: 'de' },
  }
  const pageOf = (sale: string) =>
    plainText(bundleMarkup(sale, {}, 'active', { localOrganizer: 'Konzertbüro Kiez GmbH', owningCompanyAddress }))
  const promoters =
    'VeranstalterKonzertbüro Kiez GmbHVertragspartner für die TicketsNachtwerk Touring GmbH\nOranienstraße 190\n10999 Berlin'
  const note = 'Wir vermitteln diese Tickets im Namen des Veranstalters. Für Tickets gibt es kein Widerrufsrecht.'
  expect(pageOf('open')).toContain(promoters + note)
  expect(pageOf('external')).toContain(promoters)
  expect(pageOf('external')).not.toContain(note)
  expect(plainText(bundleMarkup('open'))).not.toMatch(/Veranstalter[^s]|Vertragspartner/)
})

it('PROD-13 names the time of delivery of the slowest goods of a bundle, or the date of a pre-order, unless the choice decides', () => {
  const fast = goods('Platte', { delivery_days: { from: 2, to: 4 } })
  const slow = goods('Hemd', { delivery_days: { from: 3, to: 8 } })
  const later = goods('Buch', { delivery_days: { from: 2, to: 4 } }, Date.now() + 9e9)
  const textOf = (commonItems: Part[], options: Part[] = []) => {
    const combinations = options.map((part, index) => ({
      ...{ id: `c${index}`, optionName: `Wahl ${index}`, tourName: null, soldOutMessage: null },
      ...{ additionalPriceCents: 0, available: true, parts: [part] },
    }))
    const lists = { additionalProducts: [], additionalProductGroup: [] }
    const text = plainText(
      bundleMarkup('open', { bundle: { ...lists, originalPriceCents: null, commonItems, combinations } }),
    )
    return /Lieferzeit in Deutschland: [\d–]+ Werktage|Vorbestellung: Versand ab/.exec(text)?.[0] ?? null
  }
  expect(textOf([fast])).toBe('Lieferzeit in Deutschland: 2–4 Werktage')
  expect(textOf([fast, slow])).toBe('Lieferzeit in Deutschland: 3–8 Werktage')
  expect(textOf([fast, later])).toBe('Vorbestellung: Versand ab')
  expect(textOf([fast], [slow, slow])).toBe('Lieferzeit in Deutschland: 3–8 Werktage')
  expect(textOf([fast], [fast, slow])).toBeNull()
  expect(textOf([fast, goods('Poster', {})])).toBeNull()
})

it('BND-01 the page shows the picture, the name and the kind of an additional product', () => {
  const extra = goods('Leergut-Tour', {})
  const shirt: Part = { ...extra, product: extra.product && { ...extra.product, productType: 'T-Shirt' } }
  const bundle: Bundle = {
    ...{ originalPriceCents: null, commonItems: [], combinations: [] },
    ...{ additionalProducts: [], additionalProductGroup: [shirt] },
  }
  const [, none = '', offer = ''] = bundleMarkup('open', { bundle }).split('name="bundle-group"')
  expect(none).not.toContain('T-Shirt')
  expect(offer).toMatch(/(<svg|<img|artwork).*Leergut-Tour \(T-Shirt\)/s)
})

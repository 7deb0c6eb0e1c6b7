import { expect, it } from 'vitest'
import { BundlePageDocument } from '../../../../schema/generated/operations.ts'
import BundlePage from '../../../../web/routes/bundle/bundle.tsx'
import type { Bundle, BundleProduct, Part } from '../../../../web/routes/bundle/selection.ts'
import { NOW, pageEvent } from '../../../support/page-event.ts'
import { tileProduct } from '../../../support/product-tile.ts'
import { shopMarkup } from '../shop-markup.tsx'

const HOUR = 3_600_000
const path = '/bundle/abend'
const { artist: _, ...tile } = tileProduct({ slug: 'abend', type: 'bundle', href: path, name: 'Der ganze Abend' })

function bundleMarkup(sale: string, changes: Partial<BundleProduct> = {}, status = 'active'): string {
  // With a limit of one ticket, a note about it would follow the alert.
  const meta = { max_tickets_per_bundle: 2 }
  const event = pageEvent({ presaleAt: sale === 'presale' ? NOW + 24 * HOUR : NOW - HOUR, meta, status })
  const part: Part = { variantIds: [], sale, product: null, event }
  const bundle: Bundle = {
    ...{ originalPriceCents: null, commonItems: [part], combinations: [] },
    ...{ additionalProducts: [], additionalProductGroup: [] },
  }
  const root = { id: 'var_1', sku: 'ABEND', description: '', subline: null, order: 0, priceCents: 0 }
  const product: BundleProduct = {
    ...tile,
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
  expect(textOf(bundleMarkup('open'))).toMatch(/\d\d\.\d\d\.\d{4}, \d\d:\d\d · Halle, Berlin/)
  expect(textOf(bundleMarkup('open', {}, 'postponed'))).toContain(
    'Der neue Termin steht noch nicht fest · Halle, Berlin',
  )
})

it('BND-01 names the price of a combination only if not all cost the same', () => {
  const pricesWith = (additional: number[]) => {
    const combinations = additional.map((additionalPriceCents, index) => ({
      ...{ id: `c${index}`, optionName: `Größe ${index}`, tourName: null, soldOutMessage: null },
      ...{ additionalPriceCents, available: true, parts: [] },
    }))
    const bundle: Bundle = {
      ...{ originalPriceCents: null, commonItems: [], combinations },
      ...{ additionalProducts: [], additionalProductGroup: [] },
    }
    const root = { id: 'var_1', sku: 'ABEND', description: '', subline: null, order: 0, priceCents: 2000 }
    const variants = [{ ...root, available: true, left: null }]
    const markup = bundleMarkup('open', { bundle, variants, priceCents: 2000 })
    return [...markup.matchAll(/Größe \d<.*?<\/button>/gs)].map(([row]) => /(\d+),00\s€/.exec(row)?.[1])
  }
  expect(pricesWith([0, 0])).toEqual([undefined, undefined])
  expect(pricesWith([0, 500])).toEqual(['20', '25'])
})

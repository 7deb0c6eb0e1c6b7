/** Tests the structure of the three layouts, on phones and desktops: where pictures and words are, and what comes first. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogueFileInput } from '../../schema/catalogue-file.ts'
import type { Layout } from '../../schema/layout.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'

/** A design of each layout. */
const DESIGNS: Record<Layout, string> = {
  split: 'fenna-deichgraf',
  poster: 'aschenfirn',
  index: 'ensemble-lichtmass',
}
const LAYOUTS = ['split', 'poster', 'index'] as const

/** A band for each layout, with a news item, a concert and three products. */
const BANDS: CatalogueFileInput = {
  shops: LAYOUTS.map((slug) => ({ slug, name: `Band ${slug}`, artist: slug, meta: { design: DESIGNS[slug] } })),
  artists: LAYOUTS.map((slug) => ({ slug, name: `Band ${slug}`, mainCategory: true })),
  categories: LAYOUTS.map((slug) => ({ slug: `${slug}-shirts`, name: 'Hemden', artist: slug, mainCategory: true })),
  events: LAYOUTS.map((slug) => ({
    slug: `${slug}-konzert`,
    artist: slug,
    venue: 'kantine',
    name: 'Konzert',
    image: 'images/poster.png',
    happeningFromAt: { inDays: 50, at: '20:00' },
    pricingCategories: [{ number: 1, name: 'Default', color: '#c8553d' }],
    variants: [{ pricingCategory: 1, kind: 'online' as const, description: 'Stehplatz', price: '20.00' }],
    allotments: [{ section: 'floor', name: 'Innenraum', pricingCategory: 1, capacity: 400 }],
  })),
  products: LAYOUTS.flatMap((slug) =>
    [1, 2, 3].map((number) => ({
      slug: `${slug}-hemd-${number}`,
      artist: slug,
      productType: 'Hemd',
      name: `Hemd ${number}`,
      price: '30.00',
      images: ['images/shirt.png'],
      categories: [`${slug}-shirts`],
      variants: [{ sku: `${slug}-${number}`, description: 'Einheitsgröße', stock: 20 }],
    })),
  ),
  news: LAYOUTS.map((shop) => ({
    slug: `${shop}-neu`,
    shop,
    category: 'feature' as const,
    url: '/events',
    title: { de: 'Auf Tour', en: 'On tour' },
    text: { de: 'Kurz und wahr.', en: 'Short and true.' },
    image: 'images/poster.png',
  })),
}

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop({ more: BANDS }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

/** Where the words are, as seen from the picture. `isFirst` is true if the words come first in the page's source. */
function wordsOf(page: Page, picture: string, words: string) {
  return page.evaluate(
    ([pictureSelector = '', wordsSelector = '']) => {
      const [image, text] = [document.querySelector(pictureSelector), document.querySelector(wordsSelector)]
      if (!image || !text) throw new Error(`there is no ${pictureSelector} or ${wordsSelector}`)
      const [of, at] = [image.getBoundingClientRect(), text.getBoundingClientRect()]
      const [across, down] = [at.left + at.width / 2, at.top + at.height / 2]
      const side =
        across > of.right ? 'right' : across < of.left ? 'left' : down < of.top + of.height / 2 ? 'above' : 'below'
      return {
        side,
        isFirst: Boolean(text.compareDocumentPosition(image) & Node.DOCUMENT_POSITION_FOLLOWING),
        bleeds: Math.round(of.left) <= 0 && Math.round(of.right) >= document.documentElement.clientWidth,
        align: getComputedStyle(text).textAlign,
      }
    },
    [picture, words],
  )
}

type Case = {
  layout: Layout
  window: 'phone' | 'desktop'
  hero: Awaited<ReturnType<typeof wordsOf>>
  head: Partial<Awaited<ReturnType<typeof wordsOf>>>
}

const CASES: Case[] = [
  {
    ...{ layout: 'split', window: 'phone' },
    hero: { side: 'below', isFirst: false, bleeds: true, align: 'start' },
    head: { side: 'below', isFirst: false, bleeds: true },
  },
  {
    ...{ layout: 'poster', window: 'phone' },
    hero: { side: 'below', isFirst: false, bleeds: true, align: 'center' },
    head: { side: 'below', isFirst: false, bleeds: true },
  },
  {
    ...{ layout: 'index', window: 'phone' },
    hero: { side: 'above', isFirst: true, bleeds: true, align: 'start' },
    head: { side: 'above', isFirst: true, bleeds: true },
  },
  {
    ...{ layout: 'split', window: 'desktop' },
    hero: { side: 'right', isFirst: false, bleeds: false, align: 'start' },
    head: { side: 'right', isFirst: false, bleeds: false },
  },
  {
    ...{ layout: 'poster', window: 'desktop' },
    hero: { side: 'below', isFirst: false, bleeds: false, align: 'center' },
    head: { side: 'below', isFirst: false, bleeds: false },
  },
  {
    ...{ layout: 'index', window: 'desktop' },
    hero: { side: 'left', isFirst: true, bleeds: false, align: 'start' },
    head: { side: 'left', isFirst: true, bleeds: false },
  },
]

const optionsOf = (window: 'phone' | 'desktop') => (window === 'phone' ? PHONE : DESKTOP)

describe('a layout', () => {
  it.each(CASES)(
    'SHOP-08 $layout on a $window has the words of the home page and of a concert beside, above or below the picture, in the order of the source',
    async ({ layout, window, hero, head }) => {
      const { page, faults } = await newVisitor(browser, optionsOf(window))
      await page.goto(`${shop.url}/${layout}`)
      await page.locator('.hero-picture img').first().waitFor()
      expect(await wordsOf(page, '.hero-picture', '.hero-text')).toEqual(hero)
      await page.goto(`${shop.url}/${layout}/events/${layout}-konzert`)
      await page.locator('.event-head > :is(img, picture)').first().waitFor()
      expect(await wordsOf(page, '.event-head img', '.event-words')).toMatchObject(head)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      expect(faults).toEqual([])
    },
  )

  it.each(LAYOUTS)('SHOP-08 %s orders merch and concerts in the source as on the screen', async (layout) => {
    const order = layout === 'poster' ? ['tickets', 'merch'] : ['merch', 'tickets']
    const phone = await newVisitor(browser, PHONE)
    await phone.page.goto(`${shop.url}/${layout}`)
    const tabs = phone.page.getByRole('main').getByRole('tab')
    const ids = await tabs.evaluateAll((all) => all.map((tab) => tab.id.replace('tab-', '')))
    expect(ids).toEqual(order)
    expect(await tabs.first().getAttribute('aria-selected')).toBe('true')

    const desktop = await newVisitor(browser, DESKTOP)
    await desktop.page.goto(`${shop.url}/${layout}`)
    const panels = await desktop.page
      .locator('[role="tabpanel"]')
      .evaluateAll((all) =>
        all.map((panel) => ({ id: panel.id.replace('panel-', ''), top: panel.getBoundingClientRect().top })),
      )
    expect(panels.map(({ id }) => id)).toEqual(order)
    expect(panels[1]?.top).toBeGreaterThan(panels[0]?.top ?? Number.POSITIVE_INFINITY)
    expect([...phone.faults, ...desktop.faults]).toEqual([])
  })

  it.each(LAYOUTS)(
    'SHOP-08 %s lists three products on a phone as tiles, the first as wide as the list, in the index as rows',
    async (layout) => {
      const { page, faults } = await newVisitor(browser, PHONE)
      await page.goto(`${shop.url}/${layout}/categories/${layout}-shirts`)
      await page.locator('.product-tile').nth(2).waitFor()
      const tiles = await page.locator('.product-tile').evaluateAll((all) =>
        all.map((tile) => {
          const [box, frame, name] = [tile, tile.querySelector('.tile-frame'), tile.querySelector('.tile-name')].map(
            (each) => each?.getBoundingClientRect(),
          )
          if (!box || !frame || !name) throw new Error('a tile lacks its picture or its name')
          return { top: box.top, isWide: box.width > innerWidth * 0.8, isRow: name.left >= frame.right }
        }),
      )
      expect(tiles.map(({ isRow }) => isRow)).toEqual(tiles.map(() => layout === 'index'))
      const wide = { split: [true, false, false], poster: [true, false, false], index: [true, true, true] }
      expect(tiles.map(({ isWide }) => isWide)).toEqual(wide[layout])
      const lines = { split: 2, poster: 2, index: 3 }
      expect(new Set(tiles.map(({ top }) => Math.round(top))).size).toBe(lines[layout])
      expect(faults).toEqual([])
    },
  )
})

/** A fan looks through long lists: the concerts of a band by city, the results of a search, and the pictures of a tile. */
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogueFileInput } from '../../schema/catalogue-file.ts'
import { DESKTOP, launchBrowser, newVisitor } from '../support/browser.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { SHELF_BAND, SHELF_COUNT, shelfCatalogue } from '../support/shelf-catalogue.ts'

type Event = NonNullable<CatalogueFileInput['events']>[number]

/** The last concert of the band is the only one in another city. */
const CONCERTS = 25
/** With the band itself, seven artists have names with the searched word. */
const NAMESAKES = ['nord', 'ost', 'sued', 'west', 'oben', 'unten'].map((side) => `${SHELF_BAND}-${side}`)
/** The shelf also has four special products. */
const PRODUCTS = SHELF_COUNT + 4
const CAROUSEL_STEP_MS = 650

const concert = (slug: string, artist: string, inDays: number, venue = 'kantine'): Event => ({
  ...{ slug, artist, venue, name: { de: 'Inventur', en: 'Stocktaking' }, happeningFromAt: { inDays, at: '20:00' } },
  pricingCategories: [{ number: 1, name: 'Default', color: '#c8553d' }],
  variants: [{ pricingCategory: 1, kind: 'online', description: { de: 'Stehplatz', en: 'Standing' }, price: '24.90' }],
  allotments: [{ section: 'floor', name: 'Innenraum', pricingCategory: 1, capacity: 40 }],
})

const LISTS: CatalogueFileInput = {
  ...shelfCatalogue,
  shops: (shelfCatalogue.shops ?? []).map((shop) => ({ ...shop, meta: { ...shop.meta, show_event_filter: true } })),
  artists: [
    ...(shelfCatalogue.artists ?? []),
    ...NAMESAKES.map((slug) => ({ slug, name: slug.replace('-', ' '), mainCategory: true })),
  ],
  venues: [
    {
      ...{ slug: 'kuehlhaus', name: 'Kühlhaus', address: 'Mühlendamm 25' },
      ...{ city: 'Flensburg', postCode: '24937', countryCode: 'de' },
    },
  ],
  events: [
    ...Array.from({ length: CONCERTS }, (_, index) =>
      concert(`inventur-${index + 1}`, SHELF_BAND, 30 + index, index === CONCERTS - 1 ? 'kuehlhaus' : 'kantine'),
    ),
    ...NAMESAKES.map((slug, index) => concert(`${slug}-abend`, slug, 60 + index)),
  ],
}

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop({ more: LISTS }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

const urlOf = (path: string) => `${shop.url}/${SHELF_BAND}${path}`

/** The index of the row that contains the focus, or -1. */
const focusedRow = (rows: Locator) =>
  rows.evaluateAll((all) => all.findIndex((row) => row.contains(document.activeElement)))

describe("a band's home page", () => {
  it('HOME-03, HOME-04 shows the only concert of a city although it is not among the first twenty, and all concerts after a press', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.goto(urlOf(''))
    const tickets = page.getByRole('region', { name: 'Tickets' })
    const rows = tickets.locator('.event-row')
    const links = tickets.locator('.event-row').getByRole('link')
    // The header's cart button appears once the page is hydrated.
    await page.getByRole('banner').getByRole('button', { name: 'Warenkorb' }).waitFor()
    expect(await rows.count()).toBe(20)
    expect(await rows.getByText('Flensburg').count()).toBe(0)
    const city = tickets.getByRole('combobox', { name: 'Stadt' })
    expect(await city.getByRole('option').allTextContents()).toEqual(['Alle Städte', 'Flensburg', 'Köln'])
    await city.selectOption('Flensburg')
    await expect.poll(() => links.allTextContents()).toEqual(['Flensburg'])
    expect(await links.getAttribute('href')).toBe(`/${SHELF_BAND}/events/inventur-${CONCERTS}`)
    expect(await tickets.getByRole('button', { name: 'Mehr laden' }).count()).toBe(0)
    await city.selectOption('Köln')
    await expect.poll(() => rows.count()).toBe(CONCERTS - 1)

    await page.reload()
    await page.getByRole('banner').getByRole('button', { name: 'Warenkorb' }).waitFor()
    expect(await rows.count()).toBe(20)
    await tickets.getByRole('button', { name: 'Mehr laden' }).press('Enter')
    await expect.poll(() => rows.count()).toBe(CONCERTS)
    await expect.poll(() => focusedRow(rows)).toBe(20)
    expect(await links.last().textContent()).toBe('Flensburg')
    expect(await tickets.getByRole('button', { name: 'Mehr laden' }).count()).toBe(0)
    expect(faults).toEqual([])
  })
})

describe('the results of a search', () => {
  it('SRCH-02 show all artists and more merch after presses, and the focus moves to the first new one', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.goto(`${shop.url}/search/${SHELF_BAND}`)
    await page.getByRole('banner').getByRole('button', { name: 'Warenkorb' }).waitFor()
    const listOf = (name: string) => {
      const list = page.getByRole('main').getByRole('region', { name, exact: true })
      return { rows: list.locator('.tile-grid > li'), more: list.getByRole('button', { name: 'Mehr laden' }) }
    }
    const artists = listOf('Künstler')
    expect(await artists.rows.count()).toBe(6)
    await artists.more.press('Enter')
    await expect.poll(() => artists.rows.count()).toBe(NAMESAKES.length + 1)
    await expect.poll(() => focusedRow(artists.rows)).toBe(6)
    expect(await artists.more.count()).toBe(0)

    // Three pages load on scrolling. After that a button loads more, so that the footer can be reached.
    const merch = listOf('Merch')
    await expect
      .poll(async () => {
        await merch.rows.last().scrollIntoViewIfNeeded()
        return merch.rows.count()
      })
      .toBe(40)
    await merch.more.press('Enter')
    await expect.poll(() => merch.rows.count()).toBe(PRODUCTS)
    await expect.poll(() => focusedRow(merch.rows)).toBe(40)
    expect(await merch.more.count()).toBe(0)
    expect(faults).toEqual([])
  })
})

describe('the tile of a product', () => {
  it('CAT-04 shows its next picture every 650 ms while the mouse is over it, but not under reduced motion', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.clock.install()
    // Wraps the installed clock, so that the test knows when the tile has started its timer.
    await page.addInitScript(() => {
      const start = window.setInterval.bind(window)
      window.setInterval = ((handler: () => void, delay: number) => {
        document.documentElement.dataset.interval = String(delay)
        return start(handler, delay)
      }) as typeof window.setInterval
    })
    await page.goto(urlOf('/categories/regal-shirts'))
    await page.getByRole('banner').getByRole('button', { name: 'Warenkorb' }).waitFor()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    const tile = page.locator('.product-tile').nth(1)
    const picture = () => tile.locator('img').getAttribute('src')
    const first = await picture()
    await tile.hover()
    await page.locator(`html[data-interval="${CAROUSEL_STEP_MS}"]`).waitFor({ state: 'attached' })
    await page.clock.runFor(CAROUSEL_STEP_MS - 1)
    expect(await picture()).toBe(first)
    await page.clock.runFor(1)
    await expect.poll(picture).not.toBe(first)
    await page.clock.runFor(CAROUSEL_STEP_MS)
    await expect.poll(picture).toBe(first)
    await page.clock.runFor(CAROUSEL_STEP_MS)
    await expect.poll(picture).not.toBe(first)
    await page.mouse.move(5, 5)
    await expect.poll(picture).toBe(first)

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await tile.hover()
    for (let step = 0; step < 8; step++) {
      await page.clock.runFor(CAROUSEL_STEP_MS)
      expect(await picture()).toBe(first)
    }
    expect(faults).toEqual([])
  })
})

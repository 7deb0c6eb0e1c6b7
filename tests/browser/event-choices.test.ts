/** Tests a standing area beside a seat map that sells tickets in groups only, and the link from an event to its terms. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogueFileInput } from '../../schema/catalogue-file.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { fanOf } from './fan.ts'

/** The event page also has an element with the id `tickets`. */
const ANCHOR = 'tickets'
const TERMS_EVENT: CatalogueFileInput = {
  events: [
    {
      ...{ slug: 'nebelnacht', artist: 'nachtwerk', venue: 'kantine', name: { de: 'Nebelnacht', en: 'Foggy night' } },
      happeningFromAt: { inDays: 50, at: '20:00' },
      pricingCategories: [{ number: 1, name: 'Default', color: '#c8553d' }],
      variants: [
        { pricingCategory: 1, kind: 'online', description: { de: 'Stehplatz', en: 'Standing' }, price: '24.90' },
      ],
      allotments: [{ section: 'floor', name: 'Innenraum', pricingCategory: 1, capacity: 40 }],
      meta: { custom_terms_anchor: ANCHOR },
    },
  ],
}

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop({ more: TERMS_EVENT }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

describe('a standing area beside a seat map', () => {
  it('EVT-05, EVT-06, SEAT-08 preselects nothing, chooses the forced amount of two with one press, explains it, refuses a third ticket, and holds both', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const { main, press, words } = fanOf(page, 'de')
    await page.clock.install()
    await page.goto(`${shop.url}/${shop.band}/events/theatre-pairs`)
    const area = main.getByRole('region', { name: 'Stehplätze' })
    const amount = area.getByRole('group', { name: 'Anzahl Innenraum, Stehplatz' }).getByRole('status')
    const more = area.getByRole('button', { name: 'Innenraum, Stehplatz: eins mehr' })
    const explanation = main.getByText('Für dieses Konzert gibt es Tickets nur im Paket zu 2.', { exact: true })
    await main.getByText('nur im Paket zu 2. Die Preise gelten pro Ticket.').waitFor()
    await expect.poll(() => amount.textContent()).toBe('0')
    await more.press('Enter')
    await expect.poll(() => amount.textContent()).toBe('2')
    await explanation.filter({ visible: true }).waitFor()
    // The notice disappears, and returns with a press that changes nothing.
    await page.clock.fastForward(7_000)
    await explanation.waitFor({ state: 'detached' })
    await more.press('Enter')
    await explanation.filter({ visible: true }).waitFor()
    expect(await amount.textContent()).toBe('2')
    const bar = main.getByRole('region', { name: 'Deine Auswahl' })
    await expect.poll(() => bar.innerText()).toContain('2 Tickets')
    await press('In den Warenkorb')
    await area.getByText('2 Tickets').waitFor()
    await main.getByRole('link', { name: words.cart }).waitFor()
    expect(faults).toEqual([])
  })
})

describe('the terms of an event', () => {
  it.each([
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ])('EVT-01, EVT-08 open at the chapter that the event names, which gets the focus, on %s', async (_name, options) => {
    const { page, faults } = await newVisitor(browser, options)
    const main = page.getByRole('main')
    await page.goto(`${shop.url}/${shop.band}/events/nebelnacht`)
    await page.getByRole('banner').getByRole('button', { name: 'Warenkorb' }).waitFor()
    const link = main.getByRole('link', { name: 'Allgemeine Geschäftsbedingungen' })
    await link.scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
    await link.click()
    await page.waitForURL(`**/${shop.band}/terms#${ANCHOR}`)
    const chapter = main.locator(`section#${ANCHOR}`, { has: page.getByRole('heading', { name: /Tickets/ }) })
    await chapter.waitFor()
    await expect.poll(() => chapter.evaluate((section) => section === document.activeElement)).toBe(true)
    await expect.poll(() => chapter.evaluate((section) => Math.round(section.getBoundingClientRect().top))).toBe(70)
    expect(faults).toEqual([])
  })
})

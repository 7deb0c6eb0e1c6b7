/**
 * Tests the errors that a fan meets on catalogue pages (ERR-01): missing pages, empty lists, a lost connection and
 * rejected adds. The page must stay usable afterwards. The rejections by the shop are hard to provoke, so the tests
 * replace the shop's answer.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../schema/errors.ts'
import operations from '../../schema/generated/operations.json' with { type: 'json' }
import { DESKTOP, launchBrowser, newVisitor } from '../support/browser.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

type Language = 'Deutsch' | 'English'
type Texts = { de: string; en: string }

/** Matches the URL of every GraphQL request. */
const OPERATIONS = /\/graphql\?/
const ADD_ITEMS = operations.find(({ name }) => name === 'AddItems')?.hash ?? ''

/** Rejects the next AddItems command; the command after it goes through. */
async function refuseNextAdd(page: Page, code: ErrorCode, params: object): Promise<void> {
  let isDone = false
  await page.route(/\/graphql/, async (route) => {
    const body = route.request().postDataJSON() as { hash?: string } | null
    if (isDone || body?.hash !== ADD_ITEMS) return route.fallback()
    isDone = true
    return route.fulfill({ json: { errors: [{ message: code, extensions: { code, params } }] } })
  })
}

async function setLanguage(page: Page, language: Language): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: language }).click()
}

async function expectTexts(page: Page, texts: string[]): Promise<void> {
  for (const text of texts) await page.getByRole('main').getByText(text).first().waitFor()
}

/** Follows a link of the navigation, to check that the page is still usable. */
async function expectUsableNavigation(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Tickets' }).click()
  await page.waitForURL('**/events')
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
}

const MISSING: Texts = { de: 'Hier spielt heute niemand', en: 'Nobody plays here tonight' }
const IN_MAIN: Texts = { de: 'Such einfach nach dem, was du wolltest.', en: 'Try a search.' }
const IN_BAND: Texts = { de: 'Diese Seite gibt es hier nicht.', en: 'We couldn’t find this page.' }

const EMPTY_PAGES: { row: string; path: string; base: '' | 'band'; texts: Texts[] }[] = [
  { row: 'a missing artist', path: '/artists/nie', base: '', texts: [MISSING, IN_MAIN] },
  { row: 'a missing tour', path: '/tours/nie', base: '', texts: [MISSING, IN_MAIN] },
  { row: 'a missing event', path: '/events/nie', base: 'band', texts: [MISSING, IN_BAND] },
  { row: 'a missing product', path: '/products/nie', base: 'band', texts: [MISSING, IN_BAND] },
  { row: 'a missing bundle', path: '/bundle/nie', base: 'band', texts: [MISSING, IN_BAND] },
  {
    row: 'an empty category',
    path: '/categories/leer',
    base: 'band',
    texts: [{ de: 'Dieses Fach ist gerade leer', en: 'This shelf is empty right now' }],
  },
  {
    row: 'a search without artists, merch or tickets',
    path: '/search/xqzw',
    base: '',
    texts: [
      { de: 'Zu „xqzw“ haben wir nichts gefunden', en: 'We found nothing for “xqzw”' },
      { de: 'Keine Künstler, kein Merch, keine Tickets.', en: 'No artists, no merch, no tickets.' },
    ],
  },
]

describe('missing pages and empty lists', () => {
  it('ERR-01 show their texts in both languages, and keep the navigation usable', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    for (const { row, path, base, texts } of EMPTY_PAGES) {
      await page.goto(`${shop.url}${base === '' ? '' : `/${shop.band}`}${path}`)
      await setLanguage(page, 'Deutsch')
      await expectTexts(
        page,
        texts.map(({ de }) => de),
      )
      await setLanguage(page, 'English')
      await expectTexts(
        page,
        texts.map(({ en }) => en),
      )
      await expectUsableNavigation(page)
      // The page's own 404 is expected.
      expect(
        faults.splice(0).filter((fault) => !fault.includes('404')),
        row,
      ).toEqual([])
    }
  })

  it('ERR-01, EVL-02 explain a filter without matches, follow the filter in the address, and offer a retry after a failed load', async () => {
    const { page } = await newVisitor(browser, DESKTOP)
    const main = page.getByRole('main')
    await page.goto(`${shop.url}/${shop.band}/events`)
    await main.getByLabel('Band, Ort oder Stadt').fill('xqzw')
    await expectTexts(page, ['Dazu gibt es kein Konzert'])
    await setLanguage(page, 'English')
    await expectTexts(page, ['No shows match'])
    await main.getByRole('button', { name: 'Clear filter' }).click()
    await expectTexts(page, ['All shows'])
    // The list follows every change of the address. The field follows it too, unless the form itself changed the address.
    const field = main.getByLabel('Band, venue or city')
    await field.fill('xqzw')
    await page.waitForURL('**/events?q=xqzw')
    expect(await field.inputValue()).toBe('xqzw')
    await page.getByRole('banner').getByRole('link', { name: 'Tickets' }).first().click()
    await expectTexts(page, ['All shows'])
    expect(await field.inputValue()).toBe('')
    await page.goBack()
    await expectTexts(page, ['No shows match'])
    expect(await field.inputValue()).toBe('xqzw')
    expect(page.url()).toContain('/events?q=xqzw')
    // The server renders the page without the query string. The browser applies the filter after hydration.
    await page.reload()
    await expectTexts(page, ['No shows match'])
    expect(await field.inputValue()).toBe('xqzw')

    await page.goto(`${shop.url}/${shop.band}/categories`)
    // The cart button appears once the page is hydrated. Before that, a link loads a new page together with its data.
    await page.getByRole('banner').getByRole('button', { name: 'cart' }).waitFor()
    await page.route(OPERATIONS, (route) => route.abort('connectionrefused'))
    await main.getByRole('link', { name: 'Shirts' }).first().click()
    await expectTexts(page, ['We can’t reach the shop.'])
    await setLanguage(page, 'Deutsch')
    await expectTexts(page, ['Wir erreichen den Shop nicht.'])
    await page.unroute(OPERATIONS)
    await main.getByRole('button', { name: 'Nochmal versuchen' }).click()
    await expectTexts(page, ['Neonlicht'])
  })
})

describe('a lost connection', () => {
  it("SHELL-05, ERR-01 is reported whether or not the next page's code is loaded, and the page recovers by itself", async () => {
    const { page } = await newVisitor(browser, DESKTOP)
    const main = page.getByRole('main')
    const banner = page.getByRole('banner')
    await page.goto(`${shop.url}/${shop.band}/categories`)
    await banner.getByRole('button', { name: /Warenkorb/ }).waitFor()
    // The minicart's code cannot load offline. The minicart stays closed, but the fan can open it on the next page.
    const cart = banner.getByRole('button', { name: /Warenkorb/ })
    await page.context().setOffline(true)
    await cart.click()
    await page.getByRole('status').getByText('Du bist offline.').waitFor()
    await main.getByRole('heading', { level: 1 }).waitFor()
    await page.context().setOffline(false)
    await banner.getByRole('link', { name: 'Tickets' }).click()
    await main.locator('.event-row').first().waitFor()
    await cart.click()
    await page.getByRole('region', { name: 'Warenkorb' }).waitFor()
    await page.keyboard.press('Escape')

    // The code of the FAQ page has never been loaded.
    await page.context().setOffline(true)
    await banner.getByRole('link', { name: 'Nachtpost' }).click()
    await main.getByText('Keine Verbindung').waitFor()
    await page.context().setOffline(false)
    await main.getByText('Kiox, der Ticketautomat').waitFor()
    await banner.getByRole('link', { name: 'Tickets' }).click()

    // The first event loads the code of the event page. The data of the second event is not loaded.
    await main.getByRole('link').filter({ hasText: 'Köln' }).first().click()
    await main.getByRole('button', { name: 'In den Warenkorb' }).waitFor()
    await page.goBack()
    await page.context().setOffline(true)
    await main.locator('.event-row').nth(1).getByRole('link').click()
    await main.getByText('Keine Verbindung').waitFor()
    await page.context().setOffline(false)
    await main.getByRole('heading', { level: 1 }).waitFor()
    expect(await main.getByText('Keine Verbindung').count()).toBe(0)
  })
})

type Refusal = { row: string; code: ErrorCode; params: object; texts: Texts }

const OF_ITEMS: Refusal[] = [
  {
    row: 'an unavailable item',
    code: 'ITEM_NOT_AVAILABLE',
    params: { variantId: 'v' },
    texts: { de: 'Das ist leider nicht mehr verfügbar.', en: 'Sorry, this is no longer available.' },
  },
  {
    row: 'a failed add',
    code: 'ADD_TO_CART_FAILED',
    params: { requestId: 'req-7' },
    texts: {
      de: 'Das ließ sich nicht in den Warenkorb legen. Versuch es bitte noch einmal. Falls es wieder passiert, nenn uns bitte diese Nummer: req-7',
      en: 'We couldn’t add that to your cart. Please try again. If it happens again, please tell us this number: req-7',
    },
  },
]
const OF_TICKETS: Refusal[] = [
  {
    row: 'more tickets than the event allows',
    code: 'TICKET_LIMIT_EXCEEDED',
    params: { limit: 6 },
    texts: { de: 'höchstens 6 Tickets pro Bestellung', en: 'up to 6 tickets for this show' },
  },
  {
    row: 'unavailable seats',
    code: 'SEATS_NOT_AVAILABLE',
    params: { seatIds: [] },
    texts: { de: 'Mindestens einer dieser Plätze ist gerade weggegangen.', en: 'At least one of these seats' },
  },
]
const OF_BUNDLES: Refusal[] = [
  {
    row: 'an incomplete bundle',
    code: 'BUNDLE_NOT_AVAILABLE',
    params: {},
    texts: { de: 'nicht vollständig lieferbar', en: 'aren’t available right now' },
  },
  {
    row: 'more tickets than a bundle allows',
    code: 'TICKET_BUNDLE_LIMIT_EXCEEDED',
    params: { limit: 1 },
    texts: { de: 'hier auf 1', en: 'limited to 1' },
  },
]

describe('a rejected add', () => {
  it.each([
    {
      where: 'on a product',
      path: () => `/products/${shop.shirt}`,
      choose: (page: Page) => page.getByRole('main').getByRole('radio', { name: 'M', exact: true }).check(),
      unchosen: { de: 'Wähl zuerst eine Größe aus.', en: 'Choose a size first.' },
      refusals: OF_ITEMS,
    },
    {
      where: 'on an event',
      path: () => `/events/${shop.clubEvent}`,
      choose: async () => {},
      unchosen: null,
      refusals: OF_TICKETS,
    },
    {
      where: 'on a bundle',
      path: () => `/bundle/${shop.bundle}`,
      choose: (page: Page) => page.getByRole('main').getByRole('radio', { name: 'M', exact: true }).check(),
      unchosen: { de: 'Es fehlt noch eine Auswahl.', en: 'You still need to make a choice.' },
      refusals: OF_BUNDLES,
    },
  ])(
    'ERR-01 $where is explained in both languages, and a retry succeeds',
    async ({ path, choose, unchosen, refusals }) => {
      const { page, faults } = await newVisitor(browser, DESKTOP)
      const main = page.getByRole('main')
      await page.goto(`${shop.url}/${shop.band}${path()}`)
      const press = () =>
        main
          .getByRole('button', {
            name: /^(In den Warenkorb|Hat nicht geklappt – noch einmal|Add to cart|That didn’t work – try again)$/,
          })
          .first()
          .click()
      if (unchosen) {
        for (const [language, text] of [
          ['Deutsch', unchosen.de],
          ['English', unchosen.en],
        ] as const) {
          await setLanguage(page, language)
          await press()
          await expectTexts(page, [text])
        }
        // A shown message changes with the language, without another press.
        await setLanguage(page, 'Deutsch')
        await expectTexts(page, [unchosen.de])
      }
      await choose(page)
      for (const { code, params, texts } of refusals) {
        for (const [language, text] of [
          ['Deutsch', texts.de],
          ['English', texts.en],
        ] as const) {
          await setLanguage(page, language)
          await refuseNextAdd(page, code, params)
          await press()
          await expectTexts(page, [text])
        }
      }
      await press()
      await page.getByRole('region', { name: 'Cart' }).getByRole('link', { name: 'Go to cart' }).waitFor()
      expect(faults).toEqual([])
    },
  )
})

/**
 * Tests a fan's first clicks in a browser without cookies, when answers are slow, out of order or lost. All items must be
 * in one cart, and no click may be lost.
 */
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AddItemsDocument } from '../../schema/generated/mutations.ts'
import { CartDocument } from '../../schema/generated/operations.ts'
import { DESKTOP, launchBrowser, newTab, newVisitor, PHONE } from '../support/browser.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { fanOf } from './fan.ts'

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

const urlOf = (path: string) => `${shop.url}/${shop.band}${path}`
const cartButton = (page: Page, count: number) =>
  page.getByRole('button', { name: new RegExp(`^Warenkorb: ${count} Artikel`) })

const isAdd = (route: Route) => route.request().postData()?.includes(AddItemsDocument.hash) ?? false

/** Delays AddItems commands until two tabs have sent one, as on a very slow connection. */
async function delayCommands(context: BrowserContext): Promise<void> {
  const delayed: Route[] = []
  await context.route('**/graphql*', async (route) => {
    if (!isAdd(route)) return route.fallback()
    delayed.push(route)
    if (delayed.length >= 2) for (const waiting of delayed.splice(0)) await waiting.fallback()
  })
}

/** Sends the request from Node, because the browser must not receive the cookies before the route is fulfilled. */
async function sendFromNode(route: Route): Promise<Response> {
  const request = route.request()
  return fetch(request.url(), {
    method: request.method(),
    headers: await request.allHeaders(),
    body: request.postData(),
  })
}

async function fulfill(route: Route, answer: Response): Promise<void> {
  await route.fulfill({
    status: answer.status,
    headers: {
      'content-type': answer.headers.get('content-type') ?? '',
      'set-cookie': answer.headers.getSetCookie().join('\n'),
    },
    body: await answer.text(),
  })
}

/** A choice of the first seat in each of these rows leaves no single free seat, so the shop does not shift the choice. */
const ROWS = [3, 6, 9]
const nameOfOwn = (section: string, row: number) =>
  new RegExp(`^${section}, Reihe ${row}, Platz 1,.*von dir reserviert`)

describe('the first clicks of a fresh browser', () => {
  it.each([
    ['menu', /^Menü öffnen/, /^Menü schließen/],
    ['search', /^Suche/, /^Suche schließen|^Schließen/],
  ])(
    'SHELL-01 open the %s of a phone, although its code arrives after the press, and the next tab stop is inside',
    async (_what, opener, closer) => {
      const { page, faults } = await newVisitor(browser, PHONE)
      const loaded = Promise.withResolvers<void>()
      const asked = page.waitForRequest('**/assets/frame-parts-*.js')
      await page.route('**/assets/frame-parts-*.js', async (route) => {
        await loaded.promise
        await route.fallback()
      })
      await page.goto(urlOf('/categories'))
      await asked
      await page.getByRole('banner').getByRole('button', { name: opener }).first().tap()
      loaded.resolve()
      await page.getByRole('button', { name: closer }).waitFor()
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('[popover]:popover-open') !== null)).toBe(true)
      expect(faults).toEqual([])
      await page.context().close()
    },
  )

  it('CART-03 put three seats into one cart, although all are chosen before the first answer', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const fan = fanOf(page, 'de')
    const own = (row: number) => fan.main.getByRole('button', { name: nameOfOwn('Parkett', row) })
    await page.goto(urlOf(`/events/${shop.seatedEvent}`))
    await fan.openSeatList('Parkett')
    expect(await page.context().cookies()).toEqual([])
    const chosen = Promise.withResolvers<void>()
    await page.route('**/graphql*', async (route) => {
      if (isAdd(route)) await chosen.promise
      await route.fallback()
    })
    for (const row of ROWS) await fan.seat('Parkett', row, 1).click()
    chosen.resolve()
    await cartButton(page, 3).waitFor()
    for (const row of ROWS) await own(row).waitFor()
    await page.reload()
    await cartButton(page, 3).waitFor()
    await fan.openSeatList('Parkett')
    for (const row of ROWS) await own(row).waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('CART-03 in two tabs put their products into one cart', async () => {
    const visitor = await newVisitor(browser, DESKTOP)
    const { page } = visitor
    const tab = await newTab(visitor)
    await page.goto(urlOf('/products/nachtwerk-cap'))
    await tab.page.goto(urlOf(`/products/${shop.shirt}`))
    await fanOf(tab.page, 'de').main.getByRole('radio', { name: 'S' }).check()
    await delayCommands(page.context())
    await fanOf(page, 'de').press('In den Warenkorb')
    await fanOf(tab.page, 'de').press('In den Warenkorb')
    await cartButton(page, 2).waitFor()
    await cartButton(tab.page, 2).waitFor()
    await page.goto(urlOf('/checkout'))
    await expect
      .poll(() =>
        fanOf(page, 'de')
          .main.getByRole('button', { name: /entfernen/ })
          .count(),
      )
      .toBe(2)
    expect([...visitor.faults, ...tab.faults]).toEqual([])
    await page.context().close()
  })

  it('CART-03 show both products in a tab that loads slowly and receives its answer after the other tab', async () => {
    const visitor = await newVisitor(browser, DESKTOP)
    const { page } = visitor
    const tab = await newTab(visitor)
    const [added, shown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/assets/frame-parts-*.js', async (route) => {
      await shown.promise
      await route.fallback()
    })
    await page.route('**/graphql*', async (route) => {
      if (!isAdd(route)) return route.fallback()
      const answer = await sendFromNode(route)
      added.resolve()
      await shown.promise
      await fulfill(route, answer)
    })
    await page.goto(urlOf('/products/nachtwerk-cap'))
    await tab.page.goto(urlOf(`/products/${shop.shirt}`))
    await fanOf(tab.page, 'de').main.getByRole('radio', { name: 'S' }).check()
    await fanOf(page, 'de').press('In den Warenkorb')
    await added.promise
    await fanOf(tab.page, 'de').press('In den Warenkorb')
    await cartButton(tab.page, 2).waitFor()
    shown.resolve()
    await cartButton(page, 2).waitFor()
    expect([...visitor.faults, ...tab.faults]).toEqual([])
    await page.context().close()
  })

  it('CART-03 show the product in another tab, even if the earlier cart request of that tab is answered after the click', async () => {
    const visitor = await newVisitor(browser, DESKTOP)
    const { page } = visitor
    const tab = await newTab(visitor)
    const [requested, shown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await tab.page.route(
      (url) => url.href.includes(CartDocument.hash),
      async (route) => {
        const answer = await sendFromNode(route)
        requested.resolve()
        await shown.promise
        await fulfill(route, answer)
      },
      { times: 1 },
    )
    await page.goto(urlOf('/products/nachtwerk-cap'))
    await tab.page.goto(urlOf(`/products/${shop.shirt}`))
    await requested.promise
    await fanOf(page, 'de').press('In den Warenkorb')
    await cartButton(page, 1).waitFor()
    shown.resolve()
    await cartButton(tab.page, 1).waitFor()
    expect([...visitor.faults, ...tab.faults]).toEqual([])
    await page.context().close()
  })

  it('CART-03 keep their cart if a page with a waiting room was requested before them and arrives after them', async () => {
    const room = { scope: 'event', slug: shop.clubEvent } as const
    await shop.setRoom({ ...room, mode: 'automatic', targetActive: 1000 })
    const visitor = await newVisitor(browser, DESKTOP)
    const { page } = visitor
    const tab = await newTab(visitor)
    const [clicked, requested] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await tab.page.route(`**/events/${shop.clubEvent}`, async (route) => {
      const answer = await sendFromNode(route)
      requested.resolve()
      await clicked.promise
      await fulfill(route, answer)
    })
    const opening = tab.page.goto(urlOf(`/events/${shop.clubEvent}`))
    await requested.promise
    await page.goto(urlOf('/products/nachtwerk-cap'))
    expect(await page.context().cookies()).toEqual([])
    await fanOf(page, 'de').press('In den Warenkorb')
    await cartButton(page, 1).waitFor()
    // The value begins with the cart's id. The rest changes with each second in which an answer sets the cookie.
    const cartOf = async () =>
      (await page.context().cookies()).find(({ name }) => name.endsWith('cart'))?.value.split('.')[0]
    const cart = await cartOf()
    expect(cart).toMatch(/^crt_/)
    clicked.resolve()
    await opening
    expect((await page.context().cookies()).map(({ name }) => name).join()).toContain('place.')
    await fanOf(tab.page, 'de').main.getByRole('button', { name: 'In den Warenkorb' }).click()
    await cartButton(tab.page, 3).waitFor()
    await page.reload()
    await cartButton(page, 3).waitFor()
    expect(await cartOf()).toBe(cart)
    expect([...visitor.faults, ...tab.faults]).toEqual([])
    await shop.setRoom({ ...room, mode: 'off' })
    await page.context().close()
  })

  it('CART-07 are repeated if the answer is lost, and add the seat once', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    let lost = 0
    await page.route('**/graphql*', async (route) => {
      if (!isAdd(route) || lost > 0) return route.fallback()
      lost++
      expect((await sendFromNode(route)).status).toBe(200)
      await route.abort()
    })
    const fan = fanOf(page, 'de')
    await page.goto(urlOf(`/events/${shop.seatedEvent}`))
    await fan.openSeatList('Rang')
    await fan.seat('Rang', 2, 1).click()
    await cartButton(page, 1).waitFor()
    await fan.main.getByRole('button', { name: nameOfOwn('Rang', 2) }).waitFor()
    expect(lost).toBe(1)
    expect(faults.filter((fault) => !/ERR_FAILED/.test(fault))).toEqual([])
    await page.context().close()
  })
})

/** Tests two tabs of one fan. The tabs share one cart, and one of them sends the heartbeat. */
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AddItemsDocument, HeartbeatDocument, RemoveItemDocument } from '../../schema/generated/mutations.ts'
import { DESKTOP, launchBrowser, newVisitor } from '../support/browser.ts'
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

/** Waits until the cart step shows this number of lines. */
const cartLines = (page: Page, count: number) =>
  expect.poll(() => page.getByRole('button', { name: /entfernen$/ }).count(), { timeout: 15_000 }).toBe(count)

/** Delays every answer to a cart command until `release` is called, which delivers the last answer first. */
async function delayAnswers(context: BrowserContext): Promise<{ waiting: () => number; release: () => void }> {
  const delayed: (() => void)[] = []
  await context.route('**/graphql*', async (route) => {
    const sent = route.request().postData()
    const isCommand = [AddItemsDocument, RemoveItemDocument].some(({ hash }) => sent?.includes(hash))
    if (!isCommand) return route.continue()
    const response = await route.fetch()
    await new Promise<void>((resolve) => delayed.push(resolve))
    await route.fulfill({ response })
  })
  return {
    waiting: () => delayed.length,
    release: () => {
      for (const deliver of delayed.splice(0).reverse()) deliver()
    },
  }
}

describe('tabs of one fan', () => {
  it('CART-03, SES-01 ignore a late answer, and show the same cart', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const context = page.context()
    const fan = fanOf(page, 'de')
    await page.goto(urlOf(`/products/${shop.shirt}`))
    await fan.main.getByRole('radio', { name: 'S' }).check()
    await fan.press(fan.words.addToCart)
    await cartButton(page, 1).waitFor()

    const other = await context.newPage()
    await other.goto(urlOf('/products/nachtwerk-cap'))
    await cartButton(other, 1).waitFor()
    const answers = await delayAnswers(context)
    await fanOf(other, 'de').press(fan.words.addToCart)
    await expect.poll(answers.waiting).toBe(1)
    await page.goto(urlOf('/checkout'))
    await cartLines(page, 2)
    await fan.main.getByRole('button', { name: /Nachtschicht.*entfernen/ }).click()
    await expect.poll(answers.waiting).toBe(2)
    // The answer to the removal arrives first, and then the older answer to the add.
    answers.release()
    await cartLines(page, 1)
    await cartButton(other, 1).waitFor()
    await context.unroute('**/graphql*')
    await other.reload()
    await cartButton(other, 1).waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  it('SES-01 send heartbeats from the first tab only, and from the second once the first is closed', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const context = page.context()
    const beats = new Map<Page, number>()
    const countBeats = (tab: Page) =>
      tab.on('request', (request: Request) => {
        if (request.postData()?.includes(HeartbeatDocument.hash)) beats.set(tab, (beats.get(tab) ?? 0) + 1)
      })
    countBeats(page)
    await page.goto(urlOf(`/events/${shop.clubEvent}`))
    await fanOf(page, 'de').press('In den Warenkorb')
    await expect.poll(() => beats.get(page)).toBe(1)
    const other = await context.newPage()
    countBeats(other)
    await other.goto(urlOf('/'))
    await cartButton(other, 2).waitFor()
    expect(beats.get(other)).toBeUndefined()
    await page.close()
    await expect.poll(() => beats.get(other)).toBe(1)
    expect(faults).toEqual([])
    await context.close()
  })

  it('SES-01 show a dialog and no cart item when the shop reports that the session has ended', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.goto(urlOf(`/products/nachtwerk-cap`))
    const fan = fanOf(page, 'de')
    await page.route('**/graphql*', (route) =>
      route.request().postData()?.includes(HeartbeatDocument.hash)
        ? route.fulfill({
            json: { errors: [{ message: 'SESSION_NOT_FOUND', extensions: { code: 'SESSION_NOT_FOUND', params: {} } }] },
          })
        : route.continue(),
    )
    await fan.press(fan.words.addToCart)
    const dialog = page.getByRole('dialog', { name: 'Deine Sitzung ist abgelaufen' })
    await dialog.waitFor()
    expect(await cartButton(page, 1).count()).toBe(0)
    await page.unroute('**/graphql*')
    await dialog.getByRole('button', { name: 'Seite neu laden' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await page.context().close()
  })
})

/** A fan orders after an admission: the line that says how much time is left ends with the order. Another fan's time ends. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DESKTOP, launchBrowser, newVisitor } from '../support/browser.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { fanOf } from './fan.ts'

const HOUR = 3_600_000
/** The longest pause between two polls. The test sets the page's clock forward instead of waiting. */
const LONGEST_PAUSE_MS = 30_000

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

it('SES-07 says how much time is left until the fan has ordered, and neither on the page of the order nor on later pages', async () => {
  const room = { scope: 'event', slug: shop.clubEvent } as const
  const band = `${shop.url}/${shop.band}`
  await shop.setRoom({ ...room, mode: 'scheduled', opensAt: Date.now() + HOUR })
  const { page, faults } = await newVisitor(browser, DESKTOP)
  const fan = fanOf(page, 'de')
  const line = page.getByText(/^Noch .+ Zeit zum Aussuchen$/).filter({ visible: true })
  const storedEnd = () => page.evaluate(() => sessionStorage.getItem('inside'))
  await page.clock.install()
  await page.goto(`${band}/events/${shop.clubEvent}`)
  await fan.main.getByRole('timer').waitFor()
  await shop.setRoom({ ...room, mode: 'on', opensAt: Date.now(), ratePerSecond: 100 })
  const add = fan.main.getByRole('button', { name: fan.words.addToCart })
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(LONGEST_PAUSE_MS)
        return add.count()
      },
      { interval: 1_000, timeout: 20_000 },
    )
    .toBe(1)
  await page.getByRole('button', { name: 'Alles klar' }).click()
  await line.waitFor()
  await add.click()
  await page.getByRole('button', { name: /^Warenkorb: 2/ }).waitFor()

  await page.goto(`${band}/categories`)
  await line.waitFor()
  expect(await storedEnd()).not.toBeNull()
  await page.goto(`${band}/checkout`)
  await fan.checkOut('oezge@example.org', 'stripe_checkout')
  await page.waitForURL(/\/pay\//)
  await page
    .getByRole('button', { name: /bezahlen$/ })
    .first()
    .click()
  await fan.main.getByRole('heading', { name: fan.words.thanks }).waitFor()
  await expect.poll(storedEnd).toBeNull()
  expect(await line.count()).toBe(0)
  await page.goto(`${band}/categories`)
  await page.getByRole('banner').getByRole('button', { name: 'Warenkorb' }).waitFor()
  expect(await line.count()).toBe(0)
  await shop.setRoom({ ...room, mode: 'off' })
  // Browsers log the 503 answers of the waiting room.
  expect(faults.filter((fault) => !/503/.test(fault))).toEqual([])
})

it.each([
  [
    'de',
    'Deine Zeit zum Aussuchen ist um',
    'solange dort der Countdown läuft',
    'Zum Warenkorb',
    'stell dich hier noch einmal an',
    'Alles klar',
  ],
  ['en', 'Your time to choose is up', 'while its countdown is running', 'Go to cart', 'queue here once more', 'Got it'],
] as const)(
  'SES-07 says in %s that the time is up and what the fan can still do, but not in the checkout, and why they wait again, except in another waiting room',
  async (language, title, ofCart, link, again, close) => {
    const room = { scope: 'event', slug: shop.clubEvent } as const
    const band = `${shop.url}/${shop.band}`
    await shop.setRoom({ ...room, mode: 'scheduled', opensAt: Date.now() + HOUR })
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const fan = fanOf(page, language)
    const notice = page.getByRole('status').filter({ hasText: title })
    const goInside = (endsInMs: number, room: string) =>
      page.evaluate((inside) => sessionStorage.setItem('inside', JSON.stringify(inside)), {
        shop: shop.band,
        room,
        until: Date.now() + endsInMs,
      })
    const waitingRoom = async (): Promise<string> => {
      const stored = await page.waitForFunction(() => sessionStorage.getItem('queue'))
      return JSON.parse((await stored.jsonValue()) ?? '').session.queue.room
    }
    await page.goto(`${band}/categories?lang=${language}`)
    await goInside(3_000, 'event/other')
    await page.reload()
    await notice.waitFor()
    expect(await notice.textContent()).not.toContain(ofCart)

    await page.goto(`${band}/products/nachtwerk-cap`)
    await notice.waitFor()
    await fan.press(fan.words.addToCart)
    await expect.poll(() => notice.textContent()).toContain(ofCart)
    await notice.getByRole('link', { name: link }).click()
    await fan.main.getByRole('heading', { level: 1 }).waitFor()
    expect(await notice.count()).toBe(0)

    await page.goto(`${band}/categories`)
    await notice.getByRole('button', { name: close }).click()
    await notice.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => sessionStorage.getItem('inside'))).toBeNull()

    await goInside(-1, 'event/other')
    await page.goto(`${band}/events/${shop.clubEvent}`)
    await fan.main.getByRole('timer').waitFor()
    const ownRoom = await waitingRoom()
    expect(await fan.main.getByText(title).count()).toBe(0)
    expect(await page.evaluate(() => sessionStorage.getItem('inside'))).toContain('event/other')

    await goInside(-1, ownRoom)
    await page.goto(`${band}/events/${shop.clubEvent}`)
    await fan.main.getByText(title).and(fan.main.getByText(again)).waitFor()
    expect(await notice.count()).toBe(0)
    await page.reload()
    await fan.main.getByRole('timer').waitFor()
    expect(await fan.main.getByText(title).count()).toBe(0)
    await shop.setRoom({ ...room, mode: 'off' })
    expect(faults.filter((fault) => !/503/.test(fault))).toEqual([])
  },
)

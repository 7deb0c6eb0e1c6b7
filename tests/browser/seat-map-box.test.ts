/** Tests the room of the seat map on the page, and the notices of a choice when the fan goes on to another view. */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { recordShifts } from '../support/layout-shifts.ts'
import { fanOf, onScreen } from './fan.ts'

/** An event whose plan is 1.3 times as wide as it is high. */
const WIDE = {
  events: [
    {
      slug: 'wide-hall',
      artist: 'nachtwerk',
      venue: 'kantine',
      name: { de: 'Im Querhaus', en: 'In the transept' },
      happeningFromAt: { inDays: 70, at: '20:00' },
      seatMap: { file: 'seatmaps/wide.json' },
      pricingCategories: [{ number: 1, name: { de: 'Saal', en: 'Hall' }, color: '#c8553d' }],
      variants: [
        {
          pricingCategory: 1,
          kind: 'online' as const,
          description: { de: 'Vollpreis', en: 'Full price' },
          price: '31.00',
        },
      ],
    },
  ],
}
const PLANS = '**/seat-maps/**'
/** The chunk that loads once the map is painted. */
const LATER_PARTS = '**/assets/later-parts-*.js'
/** The third seat of a row of the stalls, in the coordinates of the theatre's plan. */
const thirdSeatOf = (row: number): [number, number] => [20, 30 + (row - 1) * 11 - 6]
const SIDEWAYS = { ...PHONE, viewport: { width: 844, height: 390 } }

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop({ more: WIDE }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

const urlOf = (slug: string) => `${shop.url}/${shop.band}/events/${slug}`
const boxIn = (page: Page) => page.getByTestId('map-box')

type Rect = { x: number; y: number; width: number; height: number }

/** The position on the page, which does not depend on scrolling. */
function rectOf(element: Locator): Promise<Rect> {
  return element.evaluate((shown) => {
    const { x, y, width, height } = shown.getBoundingClientRect()
    return { x, y: y + scrollY, width, height }
  })
}

/** Delays the files at this address until the test calls the returned function. */
async function holdBack(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

describe('the window of the seat map', () => {
  it.each([
    ['a phone', PHONE],
    ['a phone held sideways', SIDEWAYS],
    ['a desktop', DESKTOP],
  ])(
    'SEAT-01 has its size in the server’s markup, and nothing on the page moves when the plan arrives, on %s',
    async (_, options) => {
      for (const slug of ['theatre', 'wide-hall']) {
        const { page: plain } = await newVisitor(browser, { ...options, javaScriptEnabled: false })
        await plain.goto(urlOf(slug))
        const reserved = await rectOf(boxIn(plain))

        const { page, faults } = await newVisitor(browser, options)
        const shiftsOf = await recordShifts(page)
        const release = await holdBack(page, PLANS)
        await page.goto(urlOf(slug))
        await page.getByText('Saalplan wird geladen').waitFor()
        await boxIn(page).evaluate((box) => box.scrollIntoView({ block: 'center', behavior: 'instant' }))
        await page.evaluate(() => document.fonts.ready)
        const before = { box: await rectOf(boxIn(page)), shifts: await shiftsOf() }
        release()
        await page.locator('[data-testid=seat-canvas][data-view]').waitFor({ state: 'attached' })
        await page.getByRole('button', { name: 'Vollbild' }).waitFor()
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
        expect(await rectOf(boxIn(page)), slug).toEqual(before.box)
        expect((await shiftsOf()) - before.shifts, slug).toBe(0)
        for (const side of ['x', 'width', 'height'] as const)
          expect(reserved[side], slug).toBeCloseTo(before.box[side], 0)
        expect(faults).toEqual([])
      }
    },
  )

  it('SEAT-01 has the proportions of the plan on a phone: wide for a wide plan, and higher for a theatre', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    await page.goto(urlOf('wide-hall'))
    const wide = await rectOf(boxIn(page))
    await page.goto(urlOf('theatre'))
    const theatre = await rectOf(boxIn(page))
    expect(wide.width / wide.height).toBeCloseTo(1.3, 1)
    expect(theatre.width / theatre.height).toBeLessThan(1)
    expect(theatre.height).toBeLessThanOrEqual(482)
    expect(faults).toEqual([])
  })

  it('SEAT-02 fits with all of its buttons between the header and the bar of the tickets of a phone held sideways', async () => {
    const { page, faults } = await newVisitor(browser, SIDEWAYS)
    const fan = fanOf(page, 'de')
    await page.goto(urlOf('wide-hall'))
    await fan.openSeatList('Westflügel')
    await fan.seat('Westflügel', 6, 5).click()
    await fan.main.getByText('Westflügel, Reihe 6, Platz 5', { exact: true }).waitFor()
    await fan.main.getByText('Saalplan', { exact: true }).click()
    await page.locator('[data-testid=seat-canvas][data-view]').waitFor({ state: 'attached' })
    const header = await page.getByRole('banner').evaluate((shown) => shown.getBoundingClientRect().bottom)
    await boxIn(page).evaluate(
      (box, top) => scrollBy({ top: box.getBoundingClientRect().top - top, behavior: 'instant' }),
      header,
    )
    const bar = await page
      .getByRole('region', { name: 'Deine Auswahl' })
      .evaluate((shown) => shown.getBoundingClientRect().top)
    const buttons = ['Verkleinern', 'Vergrößern', 'Ganzen Saal zeigen', 'Vollbild'].map((name) =>
      fan.main.getByRole('button', { name, exact: true }),
    )
    for (const part of [boxIn(page), ...buttons]) {
      const { top, bottom } = await part.evaluate((shown) => shown.getBoundingClientRect().toJSON())
      expect(top).toBeGreaterThanOrEqual(header - 1)
      expect(bottom).toBeLessThanOrEqual(bar)
    }
    expect(faults).toEqual([])
  })
})

describe('the parts that load once the map is painted', () => {
  it.each([
    ['a phone', PHONE, 7],
    ['a desktop', DESKTOP, 8],
  ])(
    'SEAT-03, SEAT-11, SEAT-12 do not delay the hold of a seat, move nothing when they arrive, and then work, on %s',
    async (_, options, row) => {
      const { page, faults } = await newVisitor(browser, options)
      const fan = fanOf(page, 'de')
      const { main } = fan
      const isTouch = options === PHONE
      const press = ({ x, y }: { x: number; y: number }) =>
        isTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)
      const shiftsOf = await recordShifts(page)
      const release = await holdBack(page, LATER_PARTS)
      const requested = page.waitForRequest(LATER_PARTS)
      await page.goto(urlOf('theatre'))
      await requested
      if (isTouch) {
        const view = await page.getByTestId('seat-canvas').getAttribute('data-view')
        await press(await onScreen(page, thirdSeatOf(row)))
        await expect.poll(() => page.getByTestId('seat-canvas').getAttribute('data-view')).not.toBe(view)
      }
      await press(await onScreen(page, thirdSeatOf(row)))
      const notice = main.getByRole('status').getByText(`Parkett, Reihe ${row}, Platz 3 ist für dich reserviert`)
      await notice.waitFor()
      await main.getByRole('button', { name: `Parkett, Reihe ${row}, Platz 3 freigeben` }).waitFor()

      if (isTouch) await main.getByText('Beste Plätze', { exact: true }).tap()
      const best = main.getByRole('region', { name: 'Beste Plätze zusammen' })
      await best.getByText('Lädt …').waitFor()
      // The bar at the bottom of the window shrinks when the notice disappears.
      await notice.waitFor({ state: 'detached' })
      const hold = best.getByRole('button', { name: 'Plätze reservieren' })
      expect(await hold.count()).toBe(0)
      await best.evaluate((form) => form.scrollIntoView({ block: 'end', behavior: 'instant' }))
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      const before = { best: await rectOf(best), page: await rectOf(page.locator('body')), shifts: await shiftsOf() }
      release()
      await hold.waitFor()
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      expect(await rectOf(best)).toEqual(before.best)
      expect(await rectOf(page.locator('body'))).toEqual(before.page)
      expect((await shiftsOf()) - before.shifts).toBe(0)

      await hold.click()
      await expect.poll(() => main.getByRole('button', { name: /freigeben$/ }).count()).toBe(3)
      await fan.openSeatList('Parkett')
      await expect.poll(() => fan.seat('Parkett', row, 3).getAttribute('aria-label')).toContain(fan.words.own)
      expect(faults).toEqual([])
    },
  )
})

/** Returns the start of the markup of each element that would receive a tap on the map instead of the map. */
function controlsOverMap(page: Page): Promise<string[]> {
  return page.getByTestId('seat-canvas').evaluate((canvas) => {
    const box = canvas.closest('[data-testid="map-box"]')
    if (!box) throw new Error('the map has no box')
    box.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, right, bottom } = box.getBoundingClientRect()
    const found = new Set<string>()
    for (let y = top + 8; y < bottom; y += 16) {
      for (let x = left + 8; x < right; x += 16) {
        const hit = document.elementFromPoint(x, y)
        if (!hit || !box.contains(hit) || hit.closest('button, a, input, label, select'))
          found.add(hit?.outerHTML.slice(0, 100) ?? 'nothing')
      }
    }
    return [...found]
  })
}

describe('a tap on the map of a phone', () => {
  it('SEAT-13 never presses a control instead, on the page or in full screen', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    const { main } = fanOf(page, 'de')
    await page.goto(urlOf('theatre'))
    await page.locator('[data-testid=seat-canvas][data-view]').waitFor({ state: 'attached' })
    expect(await controlsOverMap(page)).toEqual([])
    await main.getByRole('button', { name: 'Vollbild' }).click()
    const full = page.getByRole('dialog', { name: /Saalplan/ })
    await full.locator('[data-testid=seat-canvas][data-view]').waitFor({ state: 'attached' })
    expect(await controlsOverMap(page)).toEqual([])
    await page.keyboard.press('Escape')
    await full.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })
})

describe('a notice', () => {
  it('SEAT-03 that a seat is reserved disappears when the fan opens another view or another block, and a problem stays', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    const fan = fanOf(page, 'de')
    const { main } = fan
    const bar = page.getByRole('region', { name: 'Deine Auswahl' })
    const notice = bar.getByRole('status')
    const isReserved = () => expect.poll(() => notice.textContent()).toMatch(/ist für dich reserviert/)
    await page.goto(urlOf('wide-hall'))
    await page.locator('[data-testid=seat-canvas][data-view]').waitFor({ state: 'attached' })
    await bar.getByRole('button').press('Enter')
    await expect.poll(() => notice.textContent()).not.toBe('')
    const problem = await notice.textContent()
    await fan.openSeatList('Westflügel')
    await fan.seat('Westflügel', 1, 5).waitFor()
    expect(await notice.textContent()).toBe(problem)

    await fan.seat('Westflügel', 1, 5).click()
    await isReserved()
    await main.getByRole('button', { name: /^Ostflügel/, expanded: false }).click()
    expect(await notice.textContent()).toBe('')

    await fan.seat('Ostflügel', 1, 5).click()
    await isReserved()
    await main.getByText('Saalplan', { exact: true }).click()
    await boxIn(page).waitFor()
    expect(await notice.textContent()).toBe('')
    expect(faults).toEqual([])
  })
})

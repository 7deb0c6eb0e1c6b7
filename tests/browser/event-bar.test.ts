/** Tests the bar at the bottom of an event page, and the view of the best seats, in narrow windows and with the keyboard. */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AvailabilityAnswer,
  putSeatState,
  SEAT_STATE,
  seatsFromText,
  seatsToText,
} from '../../schema/availability.ts'
import { launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
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

async function newFan(options = PHONE) {
  const { page, faults } = await newVisitor(browser, options)
  return { ...fanOf(page, 'de'), faults }
}

const onPhone = (width: number) => ({ ...PHONE, viewport: { width, height: 700 } })

/** The boxes of an element's lines of text, and the beginning of each line. */
function linesOf(
  element: Locator,
): Promise<{ text: string; left: number; right: number; top: number; bottom: number }[]> {
  return element.evaluate((root) => {
    const lines: { text: string; left: number; right: number; top: number; bottom: number }[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      for (let index = 0; index < text.length; index++) {
        const range = new Range()
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        const { left, right, top, bottom } = range.getBoundingClientRect()
        const line = lines.find((other) => Math.abs(other.top - top) < 4)
        if (line) Object.assign(line, { text: line.text + text[index], right: Math.max(line.right, right) })
        else lines.push({ text: text[index] ?? '', left, right, top, bottom })
      }
    }
    return lines
  })
}

const isCovered = (element: Locator) =>
  element.evaluate((target) => {
    const { left, top, width, height } = target.getBoundingClientRect()
    return [0.1, 0.5, 0.9].some((part) => {
      const hit = document.elementFromPoint(left + width / 2, top + height * part)
      return hit !== target && !target.contains(hit)
    })
  })

/** The view that the canvas last painted: scale and offset. */
async function paintedView(page: Page): Promise<string | null> {
  const canvas = page.getByTestId('seat-canvas')
  await canvas.and(page.locator('[data-view]')).waitFor({ state: 'attached' })
  return canvas.getAttribute('data-view')
}

/** Waits until the view has ended its movement, and differs from `former`. */
async function settledView(page: Page, former: string | null = null): Promise<string | null> {
  let before = former
  const isSettled = async () => {
    const now = await paintedView(page)
    const isSame = now === before && now !== former
    before = now
    return isSame
  }
  await expect.poll(isSettled, { interval: 250 }).toBe(true)
  return before
}

/** Taps a seat of the stalls in the first half of a row, in the coordinates of the test plan. */
async function tapStalls(page: Page, row: number, number: number): Promise<void> {
  const point = await page.getByTestId('seat-canvas').evaluate(
    (canvas, [mapX = 0, mapY = 0]) => {
      const [k = 1, left = 0, top = 0] = (canvas.dataset.view ?? '').split(' ').map(Number)
      const box = canvas.parentElement?.getBoundingClientRect()
      return { x: (box?.x ?? 0) + mapX * k + left, y: (box?.y ?? 0) + mapY * k + top }
    },
    [(number - 1) * 10, 30 + (row - 1) * 11 - (13 - number) * 0.6],
  )
  await page.touchscreen.tap(point.x, point.y)
}

/**
 * Replaces the answers about the event's seats. After `sellOut`, they say that no ticket is left, and after `release` what the
 * server says.
 */
/** The balcony's category, and the indexes of its wheelchair space and companion seat. */
const BALCONY = 2
const RESERVED_SEATS = [384, 385]

async function controlSeats(page: Page) {
  let isSoldOut = false
  let reservedLeft = 0
  await page.route('**/availability/*', async (route) => {
    // Without a version, the server lists all seats.
    const response = await route.fetch({ url: route.request().url().split('?')[0] ?? '' })
    if (!isSoldOut) return route.fulfill({ response })
    const answer: AvailabilityAnswer = await response.json()
    if (!('seats' in answer)) throw new Error('the answer does not list all seats')
    const none = (counts: object) => Object.fromEntries(Object.keys(counts).map((key) => [key, 0]))
    const seats = seatsFromText(answer.seats)
    for (let seat = 0; seat < seats.length * 4; seat++) putSeatState(seats, seat, SEAT_STATE.sold)
    for (const seat of RESERVED_SEATS.slice(0, reservedLeft)) putSeatState(seats, seat, SEAT_STATE.free)
    const { areas, categories } = answer
    const left = { ...none(categories), [BALCONY]: reservedLeft }
    const json = { ...answer, areas: none(areas), categories: left, seats: seatsToText(seats) }
    await route.fulfill({ response, json })
  })
  return {
    /** Sells all tickets but the given number of places for wheelchairs and companions. */
    sellOut: (butReserved = 0) => {
      isSoldOut = true
      reservedLeft = butReserved
    },
    release: () => {
      isSoldOut = false
    },
  }
}

describe('the bar of an event', () => {
  it.each([
    [320, 4],
    [375, 8],
  ])(
    'EVT-07 shows the time of a hold where no button covers it, and begins no line with a dot, at %i pixels',
    async (width, seat) => {
      const fan = await newFan(onPhone(width))
      await fan.page.goto(urlOf(`/events/${shop.seatedEvent}`))
      await fan.openSeatList('Rang')
      await fan.seat('Rang', 1, seat).tap()
      const bar = fan.main.getByRole('region', { name: 'Deine Auswahl' }).last()
      const time = bar.getByText(/^noch \d\d:\d\d\sMin reserviert$/)
      await time.waitFor()
      const button = await bar.getByRole('link', { name: fan.words.cart }).boundingBox()
      if (!button) throw new Error('The bar has no link to the cart.')
      for (const line of await linesOf(bar)) expect(line.text).not.toMatch(/^\s*·/)
      for (const line of await linesOf(time)) {
        const isBeside = line.right <= button.x || line.left >= button.x + button.width
        const isAboveOrBelow = line.bottom <= button.y || line.top >= button.y + button.height
        expect(isBeside || isAboveOrBelow).toBe(true)
        expect(line.right).toBeLessThanOrEqual(width)
      }
      expect(fan.faults).toEqual([])
    },
  )

  it('EVT-09 has a button that looks disabled without a ticket, and a press on it asks for one', async () => {
    const { page, main, faults } = await newFan()
    await page.goto(urlOf(`/events/${shop.seatedEvent}`))
    await paintedView(page)
    const add = main.getByRole('button', { name: 'In den Warenkorb' })
    const colour = () => add.evaluate((button) => getComputedStyle(button).backgroundColor)
    const accent = await page.evaluate(() => {
      const sample = document.createElement('button')
      sample.className = 'button-primary'
      document.body.appendChild(sample)
      const { backgroundColor } = getComputedStyle(sample)
      sample.remove()
      return backgroundColor
    })
    expect(await add.getAttribute('aria-disabled')).toBe('true')
    expect(await colour()).not.toBe(accent)
    await add.click({ force: true })
    await main.getByRole('status').getByText('Bitte wähle zunächst oben deine Tickets!').waitFor()
    expect(faults).toEqual([])
  })

  it('EVT-09 leaves the window of a phone held sideways to the choice of tickets until one is chosen', async () => {
    const fan = await newFan({ ...PHONE, viewport: { width: 844, height: 390 } })
    await fan.page.goto(urlOf(`/events/${shop.seatedEvent}`))
    await fan.openSeatList('Rang')
    const seat = fan.seat('Rang', 2, 4)
    await seat.scrollIntoViewIfNeeded()
    const bar = fan.main.getByRole('region', { name: 'Deine Auswahl' }).last()
    const isAtBottom = async () => {
      const box = await bar.boundingBox()
      return box !== null && Math.round(box.y + box.height) === 390
    }
    expect(await isAtBottom()).toBe(false)
    await seat.tap()
    await expect.poll(isAtBottom).toBe(true)
    expect(fan.faults).toEqual([])
  })

  it('SHELL-06 does not cover a button that gets the focus with the Tab key', async () => {
    const { page, main, faults } = await newFan({ viewport: { width: 1440, height: 700 } })
    await page.goto(urlOf(`/events/${shop.seatedEvent}`))
    await paintedView(page)
    const hold = main.getByRole('button', { name: 'Plätze reservieren' })
    // The button is in the window, but lower than the bar's upper edge. Then a browser scrolls only for the scroll padding.
    await main.getByLabel('Wie viele?').focus()
    await hold.evaluate((button) =>
      scrollBy({ top: button.getBoundingClientRect().bottom - innerHeight + 4, behavior: 'instant' }),
    )
    expect(await isCovered(hold)).toBe(true)
    await page.keyboard.press('Tab')
    expect(await hold.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await isCovered(hold)).toBe(false)
    expect(faults).toEqual([])
  })
})

describe('the seat map on a phone', () => {
  it('SEAT-12 has a view for the best seats in place of the map, whose form needs no scrolling and holds two seats', async () => {
    const { page, main, faults } = await newFan()
    await page.goto(`${urlOf(`/events/${shop.seatedEvent}`)}#tickets`)
    await paintedView(page)
    expect(await main.getByRole('button', { name: 'Plätze reservieren' }).count()).toBe(0)
    await main.getByText('Beste Plätze', { exact: true }).tap()
    const hold = main.getByRole('button', { name: 'Plätze reservieren' })
    await hold.waitFor()
    expect(await main.getByTestId('seat-canvas').count()).toBe(0)
    const scrolled = await page.evaluate(() => scrollY)
    expect(await isCovered(hold)).toBe(false)
    await hold.tap()
    await expect.poll(() => main.getByRole('button', { name: /freigeben$/ }).count()).toBe(2)
    expect(await page.evaluate(() => scrollY)).toBe(scrolled)
    expect(faults).toEqual([])
  })

  it('SEAT-12 shows the map in place of the view for the best seats when they sell out, and keeps it when seats are free again', async () => {
    const { page, main, faults } = await newFan()
    const seats = await controlSeats(page)
    await page.goto(`${urlOf(`/events/${shop.seatedEvent}`)}#tickets`)
    await paintedView(page)
    await main.getByText('Beste Plätze', { exact: true }).tap()
    await main.getByRole('button', { name: 'Plätze reservieren' }).waitFor()
    seats.sellOut()
    await paintedView(page)
    const best = main.getByRole('radio', { name: 'Beste Plätze' })
    expect(await best.count()).toBe(0)
    expect(await main.getByRole('button', { name: 'Plätze reservieren' }).count()).toBe(0)
    expect(await main.getByRole('radio', { name: 'Saalplan' }).isChecked()).toBe(true)
    seats.release()
    await best.waitFor({ state: 'attached' })
    expect(await best.isChecked()).toBe(false)
    expect(await main.getByTestId('seat-canvas').count()).toBe(1)
    expect(faults).toEqual([])
  })

  it('REMIND-02 is offered above the map when the last seat is gone, and the open form stays when seats are free again', async () => {
    const { page, main, faults } = await newFan()
    const seats = await controlSeats(page)
    await page.goto(urlOf(`/events/${shop.seatedEvent}`))
    await paintedView(page)
    const offer = main.getByRole('button', { name: 'Sag mir Bescheid, wenn Tickets frei werden' })
    const text = main.getByRole('status').getByText('Gibt jemand Tickets frei, erscheinen sie sofort hier.')
    expect(await offer.or(text).count()).toBe(0)
    seats.sellOut()
    await text.waitFor()
    const map = await main.getByTestId('map-box').boundingBox()
    const box = await offer.boundingBox()
    expect(box && map && box.y + box.height).toBeLessThanOrEqual(map?.y ?? 0)
    seats.release()
    await offer.waitFor({ state: 'detached' })

    seats.sellOut()
    await offer.tap()
    const email = main.getByLabel('E-Mail-Adresse')
    await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true)
    seats.release()
    await text.waitFor({ state: 'detached' })
    expect(await email.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(faults).toEqual([])
  })

  it('REMIND-02 is offered while only places for wheelchairs and companions are free, and the page names them', async () => {
    const { page, main, faults } = await newFan()
    const seats = await controlSeats(page)
    await page.goto(urlOf(`/events/${shop.seatedEvent}`))
    await paintedView(page)
    seats.sellOut(RESERVED_SEATS.length)
    await main.getByRole('status').getByText('Frei sind nur noch Plätze für Rollstühle und Begleitung.').waitFor()
    await main.getByRole('button', { name: 'Sag mir Bescheid, wenn Tickets frei werden' }).waitFor()
    seats.sellOut()
    await main
      .getByRole('status')
      .getByText(/^Gibt jemand Tickets frei/)
      .waitFor()
    expect(faults).toEqual([])
  })

  it('SEAT-12 has no such view in a wide window, where the form stands beside the map', async () => {
    const { page, main, faults } = await newFan()
    await page.goto(urlOf(`/events/${shop.seatedEvent}`))
    await paintedView(page)
    await main.getByText('Beste Plätze', { exact: true }).tap()
    await main.getByRole('button', { name: 'Plätze reservieren' }).waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
    await paintedView(page)
    expect(await main.getByRole('button', { name: 'Plätze reservieren' }).count()).toBe(1)
    expect(await main.getByRole('radio', { name: 'Beste Plätze' }).count()).toBe(0)
    expect(await main.getByRole('radio', { name: 'Saalplan' }).isChecked()).toBe(true)
    expect(faults).toEqual([])
  })

  it.each([
    [320, 4],
    [390, 8],
  ])('SEAT-02 does not move in full screen when the first seat is held, at %i pixels', async (width, seat) => {
    const { page, main, faults } = await newFan({ ...PHONE, viewport: { width, height: 844 } })
    await page.goto(urlOf(`/events/${shop.seatedEvent}`))
    await paintedView(page)
    await main.getByRole('button', { name: 'Vollbild' }).tap()
    const full = page.getByRole('dialog', { name: /Saalplan/ })
    await full.waitFor()
    // The first tap zooms in, because the seats are too small for a finger. The second one holds the seat.
    const whole = await settledView(page)
    await tapStalls(page, 5, seat)
    const zoomed = await settledView(page, whole)
    await tapStalls(page, 5, seat)
    await full.getByText(/^noch \d\d:\d\d\sMin reserviert$/).waitFor()
    await full.getByText('1 Ticket', { exact: true }).waitFor()
    expect(await settledView(page)).toBe(zoomed)
    expect(faults).toEqual([])
  })
})

describe('a sale that an import ends while the page is open', () => {
  it('EVT-03 is refused with the reason that the concert was cancelled', async () => {
    const { page, main, faults } = await newFan()
    const url = urlOf(`/events/${shop.clubEvent}`)
    await page.goto(url)
    await main.getByText('2 Tickets').first().waitFor()
    await shop.cancelEvent(shop.clubEvent)
    const isCancelled = async () => (await (await page.request.get(url)).text()).includes('Dieses Konzert fällt aus')
    await expect.poll(isCancelled, { timeout: 20_000, interval: 500 }).toBe(true)
    await main.getByRole('button', { name: 'In den Warenkorb' }).tap()
    await main.getByRole('status').getByText('Dieses Konzert wurde abgesagt.').waitFor()
    expect(faults).toEqual([])
  })
})

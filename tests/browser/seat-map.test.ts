/** Tests the seat map with changes by other fans, with the rules of an event, by touch, and with the keyboard alone. */
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newTab, newVisitor, PHONE, type WatchedPage } from '../support/browser.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { fanOf, onScreen } from './fan.ts'

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

const urlOf = (slug: string) => `${shop.url}/${shop.band}/events/${slug}`

/** Changes by other fans arrive with the next availability answer, which may take several seconds. */
const NEXT_ANSWER = { timeout: 10_000 }

type Fan = ReturnType<typeof fanOf> & WatchedPage

function asFan(watched: WatchedPage): Fan {
  return { ...fanOf(watched.page, 'de'), ...watched }
}

async function newFan(options = DESKTOP): Promise<Fan> {
  return asFan(await newVisitor(browser, options))
}

async function openList(fan: Fan, slug: string, section: string): Promise<void> {
  await fan.page.goto(urlOf(slug))
  await fan.openSeatList(section)
}

async function labelOf(fan: Fan, section: string, row: number, number: number): Promise<string> {
  return (await fan.seat(section, row, number).getAttribute('aria-label')) ?? ''
}

async function closeWithoutFaults(...fans: Fan[]): Promise<void> {
  for (const { page, faults } of fans) {
    expect(faults).toEqual([])
    await page.context().close()
  }
}

/** Presses a seat that the fan cannot choose. The seat is marked as disabled, but a press explains why. */
async function pressDisabled({ page }: Fan, seat: Locator): Promise<void> {
  await seat.focus()
  await page.keyboard.press('Enter')
}

const waitForStatus = ({ main }: Fan, text: string | RegExp) => main.getByRole('status').getByText(text).waitFor()

describe('changes of seats', () => {
  it('SEAT-05, SEAT-03, SEAT-04 by another fan appear without interaction when a seat is held and when it is released', async () => {
    const [ida, ben] = [await newFan(), await newFan()]
    await openList(ida, 'theatre', 'Rang')
    await openList(ben, 'theatre', 'Rang')
    await expect.poll(() => labelOf(ben, 'Rang', 3, 8), NEXT_ANSWER).toMatch(/frei$/)
    const answers: { url: string; bytes: number }[] = []
    ben.page.on('response', async (response) => {
      if (response.url().includes('/availability/')) {
        answers.push({ url: response.url(), bytes: (await response.body()).length })
      }
    })
    await ida.seat('Rang', 3, 8).click()
    await expect.poll(() => labelOf(ida, 'Rang', 3, 8)).toContain(ida.words.own)
    await expect.poll(() => labelOf(ben, 'Rang', 3, 8), NEXT_ANSWER).toContain(ben.words.held)
    await pressDisabled(ben, ben.seat('Rang', 3, 8))
    await waitForStatus(ben, /Platz\s8 ist schon vergeben/)
    await ida.seat('Rang', 3, 8).click()
    await expect.poll(() => labelOf(ben, 'Rang', 3, 8), NEXT_ANSWER).toMatch(/frei$/)
    // The answers are short: they list only changes, and identify seats by number instead of by id.
    expect(answers.length).toBeGreaterThan(0)
    for (const { url, bytes } of answers) {
      expect(url).toContain('since=')
      expect(bytes).toBeLessThan(250)
    }
    await closeWithoutFaults(ida, ben)
  })

  it('SEAT-05 are not polled while the page is hidden, and are requested at once when it is visible again', async () => {
    const fan = await newFan()
    await openList(fan, 'theatre', 'Rang')
    const nextRequest = () => fan.page.waitForRequest((request) => request.url().includes('/availability/'))
    await nextRequest()
    const setHidden = (hidden: boolean) =>
      fan.page.evaluate(
        (state) => {
          Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
        },
        hidden ? 'hidden' : 'visible',
      )
    await fan.page.clock.install()
    await setHidden(true)
    let count = 0
    fan.page.on('request', (request) => {
      if (request.url().includes('/availability/')) count++
    })
    await fan.page.clock.runFor(60_000)
    expect(count).toBeLessThanOrEqual(1)
    const again = nextRequest()
    await setHidden(false)
    await again
    await closeWithoutFaults(fan)
  })

  it('SEAT-03 by the fan survive a reload and reach a second tab, where a second press releases the seat', async () => {
    const fan = await newFan()
    await openList(fan, 'theatre', 'Rang')
    await fan.seat('Rang', 4, 5).click()
    await expect.poll(() => labelOf(fan, 'Rang', 4, 5)).toContain(fan.words.own)
    await fan.page.reload()
    await fan.main.getByRole('button', { name: 'Rang, Reihe 4, Platz 5 freigeben' }).waitFor()
    const tab = asFan(await newTab(fan))
    await openList(tab, 'theatre', 'Rang')
    await expect.poll(() => labelOf(tab, 'Rang', 4, 5)).toContain(fan.words.own)
    await tab.seat('Rang', 4, 5).click()
    await waitForStatus(tab, /Platz\s5 ist wieder frei/)
    await fan.main.getByText('Noch keine Plätze gewählt').waitFor()
    expect(tab.faults).toEqual([])
    await closeWithoutFaults(fan)
  })
})

describe('the seat rules of an event', () => {
  it('SEAT-07 shift a choice that would leave a single free seat, and tell the fan', async () => {
    const fan = await newFan()
    await openList(fan, 'theatre', 'Parkett')
    await fan.seat('Parkett', 9, 2).click()
    await waitForStatus(fan, 'Statt Parkett, Reihe 9, Platz 2 hast du jetzt: Parkett, Reihe 9, Platz 1.')
    await expect.poll(() => labelOf(fan, 'Parkett', 9, 1)).toContain(fan.words.own)
    expect(await labelOf(fan, 'Parkett', 9, 2)).toMatch(/frei$/)
    await closeWithoutFaults(fan)
  })

  it('SEAT-07 move the other seats if a release or a removal in the cart would leave a single one, and name the old and the new seats', async () => {
    const fan = await newFan()
    const { page, main } = fan
    await openList(fan, 'theatre', 'Parkett')
    for (const number of [1, 2, 3, 4]) {
      await fan.seat('Parkett', 10, number).click()
      await expect.poll(() => labelOf(fan, 'Parkett', 10, number)).toContain(fan.words.own)
    }
    await fan.seat('Parkett', 10, 1).click()
    await waitForStatus(
      fan,
      'Statt Parkett, Reihe 10, Plätze 2, 3, 4 hast du jetzt: Parkett, Reihe 10, Plätze 3, 4, 5.',
    )
    await fan.follow(fan.words.cart)
    await page.waitForURL('**/checkout')
    await main.getByRole('button', { name: /Reihe 10, Platz 4 entfernen/ }).click()
    await main
      .getByText('Statt Parkett, Reihe 10, Plätze 3, 5 hast du jetzt: Parkett, Reihe 10, Plätze 5, 6.')
      .waitFor()
    await closeWithoutFaults(fan)
  })

  it("SEAT-06 keep the seats beside another fan's seat empty, but not those beside the fan's own seat", async () => {
    const [ida, ben] = [await newFan(), await newFan()]
    await openList(ida, 'theatre-apart', 'Rang')
    await openList(ben, 'theatre-apart', 'Rang')
    await ida.seat('Rang', 2, 1).click()
    await expect.poll(() => labelOf(ben, 'Rang', 2, 1), NEXT_ANSWER).toContain(ben.words.held)
    await expect.poll(() => labelOf(ben, 'Rang', 2, 2), NEXT_ANSWER).toContain(ben.words.taken)
    expect(await labelOf(ben, 'Rang', 2, 3)).toMatch(/frei$/)
    await expect.poll(() => labelOf(ida, 'Rang', 2, 2)).toMatch(/frei$/)
    await ida.seat('Rang', 2, 2).click()
    await expect.poll(() => labelOf(ida, 'Rang', 2, 2)).toContain(ida.words.own)
    await closeWithoutFaults(ida, ben)
  })

  it('EVT-05 hold no seat until the forced amount is chosen, and then hold all chosen seats', async () => {
    const fan = await newFan()
    await openList(fan, 'theatre-pairs', 'Rang')
    await fan.seat('Rang', 1, 1).click()
    await expect.poll(() => labelOf(fan, 'Rang', 1, 1)).toContain('ausgewählt')
    await fan.main.getByText('Noch keine Plätze gewählt').waitFor()
    await fan.seat('Rang', 1, 2).click()
    await expect.poll(() => fan.main.getByRole('button', { name: /freigeben$/ }).count()).toBe(2)
    await closeWithoutFaults(fan)
  })

  it('SEAT-01 limit the sale to a forced section, and tell the fan its name', async () => {
    const fan = await newFan()
    await fan.page.goto(urlOf('theatre-balcony'))
    await fan.main.getByText(fan.words.list, { exact: true }).click()
    await fan.main.getByRole('button', { name: /^Rang/, expanded: false }).waitFor()
    expect(await fan.main.getByRole('button', { name: /^Parkett/, expanded: false }).count()).toBe(0)
    await fan.main.getByRole('checkbox', { name: 'Nur Blöcke mit freien Plätzen' }).uncheck()
    await fan.main.getByRole('button', { name: /^Parkett/, expanded: false }).click()
    await pressDisabled(fan, fan.seat('Parkett', 1, 1))
    await waitForStatus(fan, /nur Plätze im Bereich Rang/)
    await closeWithoutFaults(fan)
  })

  it('SEAT-09 let a cart hold seats from two sections of a large event', async () => {
    const fan = await newFan()
    await openList(fan, 'theatre-large', 'Rang')
    await fan.seat('Rang', 1, 1).click()
    await fan.main.getByRole('button', { name: /^Parkett/, expanded: false }).click()
    await fan.seat('Parkett', 1, 1).click()
    await expect.poll(() => fan.main.getByRole('button', { name: /freigeben$/ }).count()).toBe(2)
    await closeWithoutFaults(fan)
  })
})

describe('special seats', () => {
  it('SEAT-01, SEAT-02 are named in the list and the tooltip, and can be filtered', async () => {
    const fan = await newFan()
    const { page, main } = fan
    await openList(fan, 'theatre', 'Rang')
    expect(await labelOf(fan, 'Rang', 5, 1)).toContain('Rollstuhlplatz')
    expect(await labelOf(fan, 'Rang', 5, 2)).toContain('Begleitplatz')
    expect(await labelOf(fan, 'Rang', 5, 24)).toContain('Stehplatz')
    expect(await labelOf(fan, 'Rang', 1, 24)).toContain('eingeschränkte Sicht')
    const shown = () =>
      main
        .getByRole('button', { name: /^Rang, Reihe/ })
        .and(main.locator('[aria-pressed]'))
        .count()
    const all = await shown()
    await main.getByRole('checkbox', { name: 'Nur Rollstuhlplätze' }).check()
    await expect.poll(shown).toBe(1)
    expect(await main.getByRole('button', { name: /^Parkett/, expanded: false }).count()).toBe(0)
    await main.getByRole('checkbox', { name: 'Nur Begleitplätze' }).check()
    await expect.poll(shown).toBe(2)
    for (const name of ['Nur Rollstuhlplätze', 'Nur Begleitplätze'])
      await main.getByRole('checkbox', { name }).uncheck()
    await main.getByRole('checkbox', { name: 'Ohne eingeschränkte Sicht' }).check()
    await main.getByRole('checkbox', { name: 'Ohne Stehplätze' }).check()
    await expect.poll(shown).toBe(all - 2)
    await main.getByText('Saalplan', { exact: true }).click()
    const { x, y } = await onScreen(page, BALCONY_5_1)
    await page.mouse.move(x, y)
    const hovered = page.locator('[aria-hidden]').getByText('Rollstuhlplatz', { exact: true })
    await hovered.waitFor()
    await closeWithoutFaults(fan)
  })

  it('SEAT-14 are explained in the legend, and described from the choice to the order’s tickets and its mail', async () => {
    const fan = await newFan()
    const { page, words, main } = fan
    const place = 'Rang, Reihe 1, Platz 24 · eingeschränkte Sicht'
    await page.goto(urlOf('theatre'))
    const legend = main.getByRole('list', { name: 'Legende' })
    for (const name of ['Rollstuhlplatz', 'Begleitplatz', 'eingeschränkte Sicht', 'Stehplatz'])
      await legend.getByText(name, { exact: true }).waitFor()
    await fan.openSeatList('Rang')
    await fan.seat('Rang', 1, 24).click()
    await waitForStatus(fan, /^Rang, Reihe\s1, Platz\s24 \(eingeschränkte Sicht\) ist für dich reserviert: /)
    await main.getByRole('region', { name: 'Deine Plätze' }).getByText(place, { exact: true }).waitFor()

    await page.getByRole('button', { name: /^Warenkorb: 1 / }).click()
    const minicart = page.getByRole('region', { name: 'Warenkorb' })
    await minicart.getByText(place, { exact: true }).waitFor()
    await minicart.getByRole('link', { name: words.cart }).click()
    await page.waitForURL('**/checkout')
    await main.getByText(place, { exact: true }).waitFor()
    await fan.follow(words.toDetails)
    await page.waitForURL('**/checkout/details')
    await main.getByText(place).first().waitFor()
    await fan.fillAddress('view@example.org')
    await fan.press(words.toPayment)
    await page.waitForURL('**/checkout/payment')
    await main.getByText(place).first().waitFor()
    await main.getByRole('radio', { name: words.bank_transfer }).check()
    await fan.press(words.toReview)
    await page.waitForURL('**/checkout/confirm')
    await main.getByText(place, { exact: true }).waitFor()
    await fan.order()
    await page.waitForURL(/\/checkout\/done\//)
    await main.getByText(place).first().waitFor()
    const reference = /(\d{10})$/.exec(page.url())?.[1] ?? ''
    expect((await shop.mailTo('view@example.org', reference)).text).toContain(place)
    await shop.markPaid(reference)
    expect((await shop.mailTo('view@example.org', 'ist bestätigt')).text).toContain(place)
    await page.reload()
    // The ticket and the line of the order.
    await expect.poll(() => main.getByText(place).count()).toBe(2)
    await closeWithoutFaults(fan)
  })
})

/** The first seat in the fifth row of the balcony, in the coordinates of the test plan. */
const BALCONY_5_1: [number, number] = [0, 30 + 12 * 11 + 40 + 4 * 11 - 12 * 0.6]

describe('touch gestures on the seat map', () => {
  it('SEAT-02, SEAT-11 zoom with two fingers and pan with one, and a pan holds no seat', async () => {
    const fan = await newFan(PHONE)
    const { page, main } = fan
    await page.goto(urlOf('theatre'))
    const { x, y } = await onScreen(page, [120, 90])
    const session = await page.context().newCDPSession(page)
    const scale = async () =>
      Number((await page.getByTestId('seat-canvas').getAttribute('data-view'))?.split(' ').at(0))
    const left = async () => Number((await page.getByTestId('seat-canvas').getAttribute('data-view'))?.split(' ').at(1))
    const whole = await scale()
    const gestureSourceType = 'touch' as const
    await session.send('Input.synthesizePinchGesture', { x, y, scaleFactor: 3, gestureSourceType })
    await expect.poll(scale).toBeGreaterThan(whole * 2)
    const before = { scale: await scale(), left: await left() }
    await session.send('Input.synthesizeScrollGesture', { x, y, xDistance: -60, yDistance: 0, gestureSourceType })
    await expect.poll(left).toBeLessThan(before.left - 30)
    expect(await scale()).toBe(before.scale)
    await main.getByText('Noch keine Plätze gewählt').waitFor()
    await closeWithoutFaults(fan)
  })
})

describe('the event page with a seat map', () => {
  it('SEAT-11, SEAT-12 lets a fan buy a seat with the keyboard alone, from the list to the order', async () => {
    const fan = await newFan()
    const { page, main, words } = fan
    const pressKeys = (...names: string[]) =>
      names.reduce((before, name) => before.then(() => page.keyboard.press(name)), Promise.resolve())
    /** Presses Tab until the element has the focus. */
    const tabTo = async (target: Locator) => {
      await target.first().waitFor()
      for (let step = 0; step < 120; step++) {
        if (await target.first().evaluate((element) => element === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`Tab never reached ${target}`)
    }
    await page.goto(urlOf('theatre'))
    await tabTo(main.getByRole('radio', { name: 'Saalplan' }))
    await pressKeys('ArrowRight')
    await tabTo(main.getByRole('button', { name: /^Rang/, expanded: false }))
    await pressKeys('Enter')
    await tabTo(fan.seat('Rang', 1, 1))
    await pressKeys('ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter')
    await expect.poll(() => labelOf(fan, 'Rang', 1, 4)).toContain(words.own)
    await tabTo(main.getByRole('link', { name: words.cart }))
    await pressKeys('Enter')
    await page.waitForURL('**/checkout')
    await tabTo(main.getByRole('link', { name: words.toDetails }))
    await pressKeys('Enter')
    await page.waitForURL('**/checkout/details')
    for (const [label, text] of [
      [words.email, 'tasten@example.org'],
      [words.firstName, 'Ida'],
      [words.lastName, 'Brandt'],
      [words.street, 'Hafenstraße 12'],
      [words.postCode, '20457'],
      [words.city, 'Hamburg'],
    ] as const) {
      await tabTo(main.getByLabel(label, { exact: true }))
      await page.keyboard.type(text)
    }
    await tabTo(main.getByRole('button', { name: words.toPayment }))
    await pressKeys('Enter')
    await page.waitForURL('**/checkout/payment')
    const transfer = main.getByRole('radio', { name: words.bank_transfer })
    await tabTo(main.getByRole('radio'))
    await pressKeys('Space')
    for (let step = 0; step < 10 && !(await transfer.isChecked()); step++) await pressKeys('ArrowDown')
    await tabTo(main.getByRole('button', { name: words.toReview }))
    await pressKeys('Enter')
    await page.waitForURL('**/checkout/confirm')
    await tabTo(main.getByRole('checkbox', { name: words.terms }))
    await pressKeys('Space')
    await tabTo(main.getByRole('button', { name: words.order }))
    await pressKeys('Enter')
    await page.waitForURL(/\/checkout\/done\//)
    await main.getByRole('heading', { name: words.thanks }).waitFor()
    await closeWithoutFaults(fan)
  })

  it.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ])('SEAT-11 has no axe violation in map, full screen and filtered list on %s', async (_name, options) => {
    const fan = await newFan(options)
    const { page, main } = fan
    const check = async (where: string) => expect(await accessibilityViolations(page), where).toEqual([])
    await page.goto(urlOf('theatre'))
    await onScreen(page, [0, 0])
    await check('plan')
    await main.getByRole('button', { name: 'Vollbild' }).click()
    await page.getByRole('dialog', { name: /Saalplan/ }).waitFor()
    await check('full screen')
    await page.keyboard.press('Escape')
    await main.getByRole('checkbox', { name: 'Nur Rollstuhlplätze' }).check()
    await fan.openSeatList('Rang')
    await fan.seat('Rang', 5, 1).waitFor()
    await check('filtered list')
    await closeWithoutFaults(fan)
  })
})

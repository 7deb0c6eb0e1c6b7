/** Tests the event page with mouse, touch and keyboard, in different states of a sale, and the cart that it fills. */
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RemoveItemDocument } from '../../schema/generated/mutations.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
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

const urlOf = (path: string) => `${shop.url}/${shop.band}${path}`

async function newFan(options = DESKTOP) {
  const { page, faults } = await newVisitor(browser, options)
  return { ...fanOf(page, 'de'), faults }
}

async function paintedScale(page: Page): Promise<number> {
  const canvas = page.getByTestId('seat-canvas')
  await canvas.and(page.locator('[data-view]')).waitFor({ state: 'attached' })
  return Number((await canvas.getAttribute('data-view'))?.split(' ')[0])
}

/** Row 4, seat 3 of the stalls in the coordinates of the test plan. */
const STALLS_4_3: [number, number] = [20, 30 + 3 * 11 - 6]
/** Row 6, seat 3. No other test uses this seat, because a released seat may still look taken for a second. */
const STALLS_6_3: [number, number] = [20, 30 + 5 * 11 - 6]

describe('the seat map', () => {
  it('SEAT-02, SEAT-03, SEAT-04 zooms by buttons and by the wheel with Ctrl, lets the wheel alone scroll the page, opens in full screen, holds a seat on a click and releases it on a double click', async () => {
    const { page, main, faults } = await newFan()
    await page.goto(urlOf(`/events/${shop.seatedEvent}`))
    const whole = await paintedScale(page)
    await main.getByTestId('seat-canvas').scrollIntoViewIfNeeded()
    await main.getByRole('button', { name: 'Vergrößern' }).click()
    await expect.poll(() => paintedScale(page)).toBeGreaterThan(whole * 1.5)
    await main.getByRole('button', { name: 'Ganzen Saal zeigen' }).click()
    await expect.poll(() => paintedScale(page)).toBeCloseTo(whole, 1)
    const middle = await onScreen(page, [120, 90])
    await page.mouse.move(middle.x, middle.y)
    const scrolled = await page.evaluate(() => scrollY)
    await page.mouse.wheel(0, -150)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(scrolled)
    expect(await paintedScale(page)).toBeCloseTo(whole, 1)
    const again = await onScreen(page, [120, 90])
    await page.mouse.move(again.x, again.y)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -300)
    await page.keyboard.up('Control')
    await expect.poll(() => paintedScale(page)).toBeGreaterThan(whole * 1.2)
    await main.getByRole('button', { name: 'Vollbild' }).click()
    const full = page.getByRole('dialog', { name: /Saalplan/ })
    await full.waitFor()
    await page.keyboard.press('Escape')
    await full.waitFor({ state: 'detached' })
    await main.getByRole('button', { name: 'Ganzen Saal zeigen' }).click()
    await expect.poll(() => paintedScale(page)).toBeCloseTo(whole, 1)

    const seat = await onScreen(page, STALLS_4_3)
    await page.mouse.move(seat.x, seat.y)
    await page.getByText('Reihe 4 · Platz 3').waitFor()
    await page.mouse.click(seat.x, seat.y)
    await main.getByRole('status').getByText('Parkett, Reihe 4, Platz 3 ist für dich reserviert').waitFor()
    await main.getByRole('button', { name: 'Parkett, Reihe 4, Platz 3 freigeben' }).waitFor()
    await page.mouse.dblclick(seat.x, seat.y)
    await main.getByRole('status').getByText('Parkett, Reihe 4, Platz 3 ist wieder frei.').waitFor()
    await main.getByText('Noch keine Plätze gewählt').waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('EVT-13, SEAT-13 filters by category, and changes the price of a held seat in place', async () => {
    const { page, main, words, faults, ...fan } = await newFan()
    await page.goto(urlOf(`/events/${shop.seatedEvent}`))
    await paintedScale(page)
    await main.getByRole('button', { name: /Rang.*Ermäßigt 40/ }).click()
    await main.getByRole('radio', { name: words.list }).focus()
    await page.keyboard.press('Space')
    const blocks = main.getByRole('button', { expanded: false })
    await expect.poll(() => blocks.allTextContents()).toEqual([expect.stringContaining('Rang')])
    await blocks.click()
    await fan.seat('Rang', 2, 4).click()
    const price = main.getByRole('combobox', { name: 'Preis für Rang, Reihe 2, Platz 4' })
    await price.selectOption({ label: 'Ermäßigt · 40,00 €' })
    await main.getByRole('region', { name: 'Deine Auswahl' }).getByText('40,00 €').waitFor()
    await page.reload()
    await expect.poll(() => price.locator('option:checked').textContent()).toMatch(/^Ermäßigt/)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('SEAT-11 zooms in at the first tap on a phone, and holds the seat at the second', async () => {
    const { page, main, faults } = await newFan(PHONE)
    await page.goto(urlOf(`/events/${shop.seatedEvent}`))
    const whole = await paintedScale(page)
    await main.getByTestId('seat-canvas').scrollIntoViewIfNeeded()
    const far = await onScreen(page, STALLS_6_3)
    await page.touchscreen.tap(far.x, far.y)
    await expect.poll(() => paintedScale(page)).toBeGreaterThan(whole * 1.9)
    const near = await onScreen(page, STALLS_6_3)
    await page.touchscreen.tap(near.x, near.y)
    await main.getByRole('status').getByText('Parkett, Reihe 6, Platz 3 ist für dich reserviert').waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('SEAT-11, SEAT-12 holds a seat chosen by keyboard and seats that the shop chooses next to it, and rejects a seat above the limit', async () => {
    const { page, main, words, faults, ...fan } = await newFan()
    await page.goto(urlOf(`/events/${shop.seatedEvent}`))
    await main.getByRole('radio', { name: words.list }).focus()
    await page.keyboard.press('Space')
    await main.getByRole('button', { name: /^Rang/, expanded: false }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    for (const key of ['End', 'Home', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    const pressed = fan.seat('Rang', 1, 3)
    await expect.poll(() => pressed.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => pressed.getAttribute('aria-label')).toContain(words.own)
    expect(await pressed.evaluate((seat) => seat.matches(':focus'))).toBe(true)

    await main.getByLabel('Wie viele?').selectOption('3')
    await fan.press('Plätze reservieren')
    await expect.poll(() => main.getByRole('button', { name: /freigeben$/ }).count()).toBe(4)
    for (const number of [3, 4, 5, 6])
      await main.getByRole('button', { name: `Rang, Reihe 1, Platz ${number} freigeben` }).waitFor()
    await main.getByLabel('Wie viele?').selectOption('2')
    await fan.press('Plätze reservieren')
    await expect.poll(() => main.getByRole('button', { name: /freigeben$/ }).count()).toBe(6)
    await fan.seat('Rang', 1, 20).click()
    await main
      .getByRole('status')
      .getByText(/Mehr als 6 Tickets/)
      .waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('the shop in different states of a sale', () => {
  it('EVT-01 describes the concert, and shows other dates first and no price if it is cancelled', async () => {
    const { page, main, faults } = await newFan(PHONE)
    await page.goto(urlOf('/events/club'))
    await main.getByRole('heading', { level: 1, name: 'Klubnacht – Köln' }).waitFor()
    await main.getByText('Einlass 19:00 · Beginn 20:00').waitFor()
    const badge = main.getByText(/^(Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)$/)
    expect(await badge.count()).toBe(1)
    const map = new URL((await main.getByRole('link', { name: /^Karte und Route/ }).getAttribute('href')) ?? '')
    expect(map.searchParams.get('query')).toBe('Kantine, Am Hof 1, 50667 Köln')
    const download = page.waitForEvent('download')
    await main.getByRole('link', { name: 'In den Kalender' }).click()
    expect((await download).suggestedFilename()).toBe('club.ics')
    await main.getByRole('button', { name: /^Teilen/ }).waitFor()
    await main.getByRole('link', { name: /@/ }).waitFor()
    const [dates, about] = ['Weitere Termine', 'Über das Konzert'].map((name) => main.getByRole('heading', { name }))
    if (!dates || !about) throw new Error('unreachable')
    const topOf = async (heading: typeof dates) => (await heading.boundingBox())?.y ?? Number.NaN
    expect(await topOf(dates)).toBeGreaterThan(await topOf(about))
    await page.goto(urlOf('/events/off'))
    await main.getByText('Dieses Konzert fällt aus').waitFor()
    expect(await topOf(dates)).toBeLessThan(await topOf(about))
    expect(await main.getByText(/inkl. MwSt/).count()).toBe(0)
    expect(await main.getByRole('link', { name: 'In den Kalender' }).count()).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('EVT-15 says where the wheelchair spaces are and how to reach the venue, and otherwise whom to ask', async () => {
    const { page, main, faults } = await newFan()
    await page.goto(urlOf('/events/theatre'))
    await main.getByText('Rollstuhlplätze gibt es hier: Rang.').waitFor()
    await main.getByText('Stufenlos bis in den Rang.').waitFor()
    await main.getByRole('checkbox', { name: 'Nur Rollstuhlplätze' }).waitFor()
    await page.goto(urlOf('/events/theatre?lang=en'))
    await main.getByText('There are wheelchair spaces in: Rang.').waitFor()
    await main.getByText('Step-free up to the balcony.').waitFor()
    await page.goto(urlOf('/events/club?lang=de'))
    await main.getByText('Schreib uns, wir klären es mit dem Haus').waitFor()
    expect(await main.getByText('Rollstuhlplätze').count()).toBe(0)
    const ask = main.getByRole('link', { name: 'barrierefrei@stagedoor.example' })
    expect(await ask.getAttribute('href')).toContain('mailto:barrierefrei@stagedoor.example')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('EVT-03 shows a countdown in place of the tickets before the presale', async () => {
    const { page, main, faults } = await newFan()
    await page.goto(urlOf('/events/soon'))
    await main.getByText(/Der Vorverkauf startet am/).waitFor()
    await main.getByRole('timer').waitFor()
    expect(await main.getByRole('button', { name: 'In den Warenkorb' }).count()).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('EVT-03 shows the seat map before the presale, with prices and a filter, but holds no seat', async () => {
    const { page, main, faults } = await newFan()
    await page.goto(urlOf('/events/theatre-soon'))
    await main.getByRole('timer').waitFor()
    await paintedScale(page)
    const seat = await onScreen(page, STALLS_4_3)
    await page.mouse.move(seat.x, seat.y)
    await page.getByText('Reihe 4 · Platz 3').waitFor()
    await page.mouse.click(seat.x, seat.y)
    await main
      .getByRole('status')
      .getByText(/Platzwahl öffnet am/)
      .waitFor()
    const balcony = main.getByRole('button', { name: /^Rang.*Vollpreis 44/ })
    await balcony.click()
    expect(await balcony.getAttribute('aria-pressed')).toBe('true')
    expect(await main.getByRole('button', { name: /freigeben|In den Warenkorb/ }).count()).toBe(0)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('EVT-03 sells tickets early with a presale code, also after a reload, and rejects a wrong code', async () => {
    const { page, main, words, faults, ...fan } = await newFan()
    await page.goto(urlOf('/events/soon'))
    await fan.press('Code einlösen')
    await main.getByText('Bitte gib deinen Code ein.').waitFor()
    await main.getByLabel('Du hast einen Vorverkaufscode?').fill('verraten')
    await fan.press('Code einlösen')
    await main.getByText(/Diesen Code kennen wir/).waitFor()
    await main.getByLabel('Du hast einen Vorverkaufscode?').fill('fanklub 24')
    await page.keyboard.press('Enter')
    await main.getByText(/Dein Code passt/).waitFor()
    await page.reload()
    await main.getByText(/Dein Code passt/).waitFor()
    await fan.press(words.addToCart)
    await main.getByText('2 Tickets im Warenkorb').waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it("EVT-03 offers the tickets without a reload when the presale opens, although the fan's clock is an hour ahead", async () => {
    const { page, main, faults } = await newFan()
    const opensAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 20_000)
    await shop.openPresale(opensAt)
    await page.clock.install({ time: Date.now() + 3_600_000 })
    // A cached page may be five seconds older than the import.
    const isCounting = async () => {
      await page.goto(urlOf(`/events/${shop.openingEvent}`))
      return main.getByRole('timer').isVisible()
    }
    await expect.poll(isCounting).toBe(true)
    expect(Date.now()).toBeLessThan(opensAt.getTime())
    await main.getByRole('button', { name: 'In den Warenkorb' }).waitFor({ timeout: 30_000 })
    // The page knows the server's time to within half a round trip.
    expect(Date.now()).toBeGreaterThan(opensAt.getTime() - 2_000)
    expect(await main.getByRole('timer').count()).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('EVT-03, EVT-11 shows that an event is sold out, cancelled or sold elsewhere, and sells nothing', async () => {
    const { page, main, faults } = await newFan()
    const words = {
      full: 'Alles weg. Danke, Köln!',
      off: 'Dieses Konzert fällt aus',
      elsewhere: 'Tickets gibt es bei unserem Partner',
    }
    for (const [slug, text] of Object.entries(words)) {
      await page.goto(urlOf(`/events/${slug}`))
      await main.getByText(text).waitFor()
      expect(await main.getByRole('button', { name: 'In den Warenkorb' }).count()).toBe(0)
    }
    expect(await main.getByRole('link', { name: /Ticketshop/ }).getAttribute('target')).toBe('_blank')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('EVT-12 tells a fan with an unpaid order that the event is cancelled, in both languages', async () => {
    const fan = await newFan()
    const { page, main, faults } = fan
    await page.goto(urlOf('/events/theatre-balcony'))
    await fan.openSeatList('Rang')
    await fan.seat('Rang', 2, 4).click()
    await fan.follow(fan.words.cart)
    await fan.checkOut(`fan-${Date.now()}@example.org`, 'bank_transfer')
    await page.waitForURL('**/checkout/done/**')
    await main.getByRole('heading', { name: fan.words.thanks }).waitFor()
    await shop.cancelEvent('theatre-balcony')
    await page.reload()
    await main.getByRole('heading', { name: 'Die Veranstaltung wurde abgesagt' }).waitFor()
    await main.getByText(/Bitte bezahl für die Bestellung .* nichts mehr/).waitFor()
    expect(await main.getByText('IBAN').count()).toBe(0)
    await page.goto(`${page.url().split('?')[0]}?lang=en`)
    await main.getByRole('heading', { name: 'The event has been cancelled' }).waitFor()
    await main.getByText(/Please don’t pay anything more for order/).waitFor()
    expect(await main.getByText('IBAN').count()).toBe(0)
    // A cached page may be five seconds older than the import.
    const isCancelled = async () => {
      await page.goto(`${urlOf('/events/theatre-balcony')}?lang=en`)
      return main.getByText('This show is cancelled').isVisible()
    }
    await expect.poll(isCancelled).toBe(true)
    expect(await main.getByRole('button', { name: 'Add to cart' }).count()).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('EVT-09 shows the tickets above the bar, on a phone whose first screen ends before them, when the button is pressed without a choice', async () => {
    const { page, main, faults } = await newFan({ ...PHONE, viewport: { width: 320, height: 568 } })
    await page.goto(urlOf(`/events/${shop.clubEvent}`))
    const less = main.getByRole('button', { name: 'Stehplatz: eins weniger' })
    await less.click()
    await less.click()
    await page.evaluate(() => scrollTo(0, 0))
    const more = main.getByRole('button', { name: 'Stehplatz: eins mehr' })
    const isInView = async () => {
      const [ticket, bar] = [
        await more.boundingBox(),
        await main.getByRole('region', { name: 'Deine Auswahl' }).boundingBox(),
      ]
      return ticket !== null && bar !== null && ticket.y > 0 && ticket.y + ticket.height <= bar.y
    }
    expect(await isInView()).toBe(false)
    await main.getByRole('button', { name: 'In den Warenkorb' }).click({ force: true })
    await main.getByRole('status').getByText('Bitte wähle zunächst oben deine Tickets!').waitFor()
    await expect.poll(isInView).toBe(true)
    expect(await main.locator('.ticket-choice button:focus').count()).toBe(1)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('EVT-04, EVT-05, EVT-06, EVT-09, EVT-10 requires a ticket type and an amount, limits the amount, changes it in place, and releases the tickets in the cart', async () => {
    const { page, main, faults, ...fan } = await newFan()
    await page.goto(urlOf('/events/club-both'))
    const add = main.getByRole('button', { name: 'In den Warenkorb' })
    // Without a ticket, the button looks disabled, but a press explains why.
    const pressDisabled = async () => {
      expect(await add.getAttribute('aria-disabled')).toBe('true')
      await add.click({ force: true })
    }
    await pressDisabled()
    await main.getByText('Bitte wähl zuerst deine Ticketart.').waitFor()
    await main.getByRole('radio', { name: /Hardticket/ }).check()
    await pressDisabled()
    await main.getByRole('status').getByText('Bitte wähle zunächst oben deine Tickets!').waitFor()

    await page.goto(urlOf(`/events/${shop.clubEvent}`))
    const amount = main.getByRole('group', { name: 'Anzahl Stehplatz' }).getByRole('status')
    expect(await amount.textContent()).toBe('2')
    for (let turn = 0; turn < 6; turn++) await main.getByRole('button', { name: 'Stehplatz: eins mehr' }).click()
    expect(await amount.textContent()).toBe('6')
    await main.getByText(/Mehr als 6 Tickets/).waitFor()
    await fan.press('In den Warenkorb')
    await page.getByRole('button', { name: 'Weiter stöbern' }).click()
    await main.getByText('6 Tickets im Warenkorb').waitFor()
    await main.getByRole('button', { name: 'Stehplatz: eins weniger' }).click()
    await main.getByText('5 Tickets im Warenkorb').waitFor()
    await main.getByRole('button', { name: 'Stehplatz: eins mehr' }).click()
    await main.getByText('6 Tickets im Warenkorb').waitFor()
    await main.getByRole('button', { name: 'Stehplatz: eins mehr' }).click()
    await main.getByText(/Mehr als 6 Tickets/).waitFor()
    await fan.press('Freigeben')
    await main.getByText('6 Tickets im Warenkorb').waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('the event page', () => {
  it("EVT-07 keeps the total in view, mentions personalisation, links to the voucher scheme, and shows the event's disclaimer", async () => {
    const { page, main, faults } = await newFan(PHONE)
    await page.goto(urlOf('/events/club-both'))
    await main.getByText('Einlass nur mit Ausweis.').waitFor()
    await main
      .getByText(/personalisiert/)
      .first()
      .waitFor()
    expect(await main.getByRole('link', { name: 'So funktioniert es' }).getAttribute('href')).toBe(
      'https://kultur.example/club',
    )
    const bar = main.getByRole('region', { name: 'Deine Auswahl' })
    await main.getByRole('radio', { name: /Hardticket/ }).check()
    await bar.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }))
    const box = await bar.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((PHONE.viewport?.height ?? 0) + 1)
    expect(box?.height).toBeGreaterThan(0)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('EVT-07 shows the whole bar with the total in the first view of an upright phone, wherever the window ends', async () => {
    const { page, main, faults } = await newFan(PHONE)
    await page.goto(urlOf('/events/club-both'))
    const bar = main.getByRole('region', { name: 'Deine Auswahl' })
    await bar.waitFor()
    const start = await page
      .locator('.ticket-choice')
      .evaluate((choice) => choice.firstElementChild?.getBoundingClientRect().top ?? 0)
    for (const height of [664, 844, start - 20, start + 20, start + 60, start + 100]) {
      await page.setViewportSize({ width: 390, height: Math.round(height) })
      const { top, bottom } = await bar.evaluate((shown) => shown.getBoundingClientRect().toJSON())
      expect(bottom, `${height}`).toBeLessThanOrEqual(Math.round(height))
      expect(top).toBeGreaterThan(0)
    }
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('EVT-08 has a scroll padding of 150 pixels unless the event sets another, and other pages have 70', async () => {
    const { page, main, faults } = await newFan()
    const offset = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollPaddingTop)
    await page.goto(urlOf(`/events/${shop.clubEvent}`))
    await main.getByRole('button', { name: 'In den Warenkorb' }).waitFor()
    await expect.poll(offset).toBe('150px')
    await page.goto(urlOf('/events/club-both'))
    await main.getByRole('button', { name: 'In den Warenkorb' }).waitFor()
    await expect.poll(offset).toBe('180px')
    await page.getByRole('banner').getByRole('link', { name: 'Tickets' }).click()
    await expect.poll(offset).toBe('70px')
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('the cart', () => {
  it('CART-04 keeps tickets that the server still holds when the countdown ends, and reports when they are gone, with a link to their concert', async () => {
    const { page, main, faults, ...fan } = await newFan()
    const requests = new Set<Request>()
    page.on('request', (request) => requests.add(request))
    page.on('requestfinished', (request) => requests.delete(request))
    page.on('requestfailed', (request) => requests.delete(request))
    await page.clock.install()
    await page.goto(urlOf(`/events/${shop.clubEvent}`))
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await fan.press('In den Warenkorb')
    const { data } = (await (await answered).json()) as { data: { addItems: { cart: { items: { id: string }[] } } } }
    const [item] = data.addItems.cart.items
    const countdown = page.getByTestId('countdown').first()
    await expect.poll(() => countdown.textContent()).toMatch(/^noch (20|19):\d\d Min$/)

    // The server still holds the tickets, so the page must not trust its own clock, which runs ahead. A jump of the clock
    // would end the requests that are under way, and with the last heartbeat the session.
    await expect.poll(() => requests.size).toBe(0)
    await page.clock.fastForward('21:00')
    await expect.poll(() => requests.size).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.request.post(`${shop.url}/api/v2/shops/${shop.band}/graphql?locale=de`, {
      data: { hash: RemoveItemDocument.hash, variables: { itemId: item?.id, clientMutationId: 'expires-elsewhere' } },
    })
    // A part of the page that mounted meanwhile may have corrected the clock before the countdown ended. So it ends again.
    await page.clock.fastForward('21:00')
    const message = page.getByRole('dialog', { name: 'Deine Reservierung ist abgelaufen' })
    await message.getByRole('button', { name: 'Seite neu laden' }).waitFor()
    const loaded = page.waitForEvent('load')
    await message.getByRole('link', { name: 'Neue Tickets: Nachtwerk – Klubnacht' }).click()
    await loaded
    expect(new URL(page.url()).pathname).toBe(`/${shop.band}/events/${shop.clubEvent}`)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await main.getByText('Noch keine Tickets gewählt').or(main.getByText('2 Tickets')).first().waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('BND-01, BND-02 adds a bundle with its ticket and the chosen size, and removes all of it again', async () => {
    const { page, main, words, faults, ...fan } = await newFan()
    await page.goto(urlOf(`/bundle/${shop.bundle}`))
    await fan.press(words.addToCart)
    await main.getByRole('alert').getByText(/./).waitFor()
    // The open choice is above the button, so it gets the focus. The sizes name no price, because all cost the same.
    const sizes = main.getByRole('group', { name: /: Größe$/ }).getByRole('radio')
    const first = sizes.first()
    await expect.poll(() => first.evaluate((size) => size === document.activeElement)).toBe(true)
    await main.getByRole('radio', { name: 'S', exact: true }).check()
    await main.getByRole('radio', { name: 'M', exact: true }).check()
    await fan.press(words.addToCart)
    const minicart = page.getByRole('region', { name: 'Warenkorb' })
    await minicart.getByText('Der ganze Abend').first().waitFor()
    await minicart.getByRole('link', { name: words.cart }).click()
    await main.getByText('Klubnacht').first().waitFor()
    await main.getByText('Neonlicht').first().waitFor()
    await main.getByText('Größe M').waitFor()
    expect(await main.getByText('Größe S').count()).toBe(0)
    await main.getByText('49,90').first().waitFor()
    await main.getByRole('button', { name: /Der ganze Abend.*entfernen/ }).click()
    await main.getByText('Dein Warenkorb ist leer').first().waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('L10N-05 keeps its items and the typed address when the language changes, and the metadata follows page and language', async () => {
    const { page, main, words, faults, ...fan } = await newFan()
    const head = () =>
      page.evaluate(() => {
        const all = (selector: string, name: string) =>
          [...document.head.querySelectorAll(selector)].map((one) => one.getAttribute(name))
        return {
          canonical: all('link[rel=canonical]', 'href'),
          languages: all('link[rel=alternate]', 'hreflang'),
          alternates: all('link[rel=alternate]', 'href'),
          description: all('meta[name=description]', 'content'),
          robots: all('meta[name=robots]', 'content'),
          url: all('meta[property="og:url"]', 'content'),
          structuredData: all('script[type="application/ld+json"]', 'type').length,
        }
      })
    const expectServerSendsHead = async (path: string) => {
      const plain = await newVisitor(browser, { ...DESKTOP, javaScriptEnabled: false })
      await plain.page.goto(urlOf(path))
      const sent = await plain.page.evaluate(() => document.head.innerHTML)
      const { canonical, alternates, description } = await head()
      for (const value of [...canonical, ...alternates, ...description]) expect(sent).toContain(`"${value}"`)
      await plain.page.context().close()
    }
    await page.goto(urlOf(`/events/${shop.seatedEvent}`))
    const first = await head()
    await page.getByRole('banner').getByRole('button', { name: 'English' }).click()
    await expect.poll(async () => (await head()).canonical).toEqual([`${first.canonical[0]}?lang=en`])
    await expect.poll(async () => (await head()).description).not.toEqual(first.description)
    const { languages, alternates } = first
    expect(await head()).toMatchObject({ languages, alternates, robots: [], structuredData: 0 })
    await expectServerSendsHead(`/events/${shop.seatedEvent}?lang=en`)
    await page.getByRole('banner').getByRole('link', { name: 'Tickets' }).first().click()
    await page.waitForURL('**/events')
    await expect.poll(async () => (await head()).canonical).not.toEqual([`${first.canonical[0]}?lang=en`])
    await expectServerSendsHead('/events?lang=en')
    await page.getByRole('banner').getByRole('button', { name: 'Deutsch' }).click()

    await page.goto(urlOf(`/events/${shop.clubEvent}`))
    await fan.press(words.addToCart)
    await page.getByRole('region', { name: 'Warenkorb' }).getByRole('link', { name: words.cart }).click()
    await fan.follow(words.toDetails)
    await main.getByLabel('Vorname').fill('Özge')
    expect(await head()).toMatchObject({ canonical: [], alternates: [], robots: ['noindex'], structuredData: 0 })
    await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click()
    await main.getByRole('heading', { name: 'Address', level: 1 }).waitFor()
    expect(await main.getByLabel('First name').inputValue()).toBe('Özge')
    await main.getByText('€49.80').filter({ visible: true }).first().waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('accessibility', () => {
  it.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ])('SEAT-11 axe finds no violation on the event page and in the checkout on %s', async (_name, options) => {
    const { page, main, words, faults, ...fan } = await newFan(options)
    const check = async (where: string) => expect(await accessibilityViolations(page), where).toEqual([])
    await page.goto(urlOf('/events/soon'))
    await main.getByRole('timer').waitFor()
    await check('presale')
    await page.goto(urlOf(`/events/${shop.seatedEvent}`))
    await paintedScale(page)
    await check('plan')
    await fan.openSeatList('Rang')
    await check('list')
    await page.goto(urlOf(`/events/${shop.clubEvent}`))
    await fan.press(words.addToCart)
    await page.getByRole('region', { name: 'Warenkorb' }).waitFor()
    await check('minicart')
    await page.getByRole('region', { name: 'Warenkorb' }).getByRole('link', { name: words.cart }).click()
    await page.waitForURL('**/checkout')
    await main.getByRole('link', { name: words.toDetails }).waitFor()
    await check('cart')
    await fan.follow(words.toDetails)
    await fan.press(words.toPayment)
    await main.getByText('Bitte füll dieses Feld aus.').first().waitFor()
    await check('details')
    await fan.fillAddress('axe@example.org')
    await fan.press(words.toPayment)
    await page.waitForURL('**/checkout/payment')
    await main.getByRole('radio', { name: words.bank_transfer }).check()
    await check('payment')
    await fan.press(words.toReview)
    await page.waitForURL('**/checkout/confirm')
    await fan.press(words.order)
    await check('confirm')
    await main.getByRole('checkbox', { name: words.terms }).check()
    await fan.press(words.order)
    await main.getByRole('img', { name: /GiroCode/ }).waitFor()
    await check('done')
    await page.goto(page.url().replace('/done/', '/payment/'))
    await main.getByRole('heading', { name: 'Bestellung bezahlen' }).waitFor()
    await check('pay later')
    expect(faults).toEqual([])
    await page.context().close()
  })
})

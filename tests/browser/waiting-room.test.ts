/** Tests a fan's way through a waiting room: the screen, the queue entry, the admission, and pages that need no wait. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newTab, newVisitor, PHONE } from '../support/browser.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { fanOf, type Language } from './fan.ts'

const HOUR = 3_600_000
/** The longest pause between two polls. The tests set the page's clock forward instead of waiting. */
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

const urlOf = (path: string) => `${shop.url}/${shop.band}${path}`
/** Browsers log each 503 response, which these tests expect. */
const unexpectedFaults = (faults: string[]) => faults.filter((fault) => !/503/.test(fault))
const club = () => ({ scope: 'event', slug: shop.clubEvent }) as const

describe('the waiting screen', () => {
  it.each([
    ['a desktop', 'de', DESKTOP],
    ['a phone', 'en', PHONE],
  ] as const)(
    'SES-03, SES-06, SES-07 on %s shows the opening and a note, keeps the queue entry across a reload and tabs, admits the fan without a reload and keeps saying in the summary bar how much time is left',
    async (_name, language: Language, options) => {
      await shop.setRoom({ ...club(), mode: 'scheduled', opensAt: Date.now() + HOUR })
      await shop.setRoomNote({ ...club(), note: { de: 'Gleich.', en: 'Soon.' } })
      const visitor = await newVisitor(browser, options)
      const { page, faults } = visitor
      const { main, words } = fanOf(page, language)
      await page.clock.install()
      await page.goto(`${urlOf(`/events/${shop.clubEvent}`)}?lang=${language}`)
      const title = language === 'de' ? 'Der Warteraum ist offen' : 'The waiting room is open'
      await main.getByRole('heading', { name: title, level: 1 }).waitFor()
      await main.getByRole('timer').waitFor()
      await main.getByText(language === 'de' ? 'Klubnacht' : 'Club night').waitFor()
      await main
        .getByRole('status')
        .filter({ hasText: language === 'de' ? 'Gleich.' : 'Soon.' })
        .waitFor()
      await main
        .getByText(language === 'de' ? /^Los geht es .* \(MEZ\)/ : /^We start letting people in .* \(CET\)/)
        .waitFor()
      await main
        .getByText(language === 'de' ? /^Noch \d+ Tickets sind frei/ : /^\d+ tickets are still available/)
        .waitFor()
      await expect.poll(() => page.title()).toMatch(language === 'de' ? /Warteraum$/ : /waiting room$/)
      const number = () => main.locator('dd').first().textContent()
      await main.getByText(language === 'de' ? 'So wird gelost' : 'How the lottery works').click()
      const entry = await number()
      expect(entry).toMatch(/^[0-9a-f]{32}$/)
      expect(await accessibilityViolations(page)).toEqual([])

      await page.reload()
      await main.getByText(language === 'de' ? 'So wird gelost' : 'How the lottery works').click()
      expect(await number()).toBe(entry)
      const tab = await newTab(visitor)
      const other = fanOf(tab.page, language)
      await tab.page.goto(urlOf(`/events/${shop.clubEvent}`))
      await other.main.getByText(language === 'de' ? 'So wird gelost' : 'How the lottery works').click()
      expect(await other.main.locator('dd').first().textContent()).toBe(entry)
      await tab.page.close()

      await shop.setRoom({ ...club(), mode: 'on', opensAt: Date.now(), ratePerSecond: 100 })
      const link = await main.getByRole('link', { name: /Ziehung|lottery/ }).getAttribute('href')
      const lottery = await newTab(visitor)
      const isChecked = async () => {
        await lottery.page.goto(shop.url + link)
        return lottery.page.getByText(/Nachgerechnet|Checked/).count()
      }
      await expect.poll(isChecked, { timeout: 15_000 }).toBe(1)
      await lottery.page.getByText(/Vor dieser Nummer lagen|places came before this number/).waitFor()
      expect(lottery.faults).toEqual([])
      await lottery.page.close()
      // Admission must not reload the page: a reload would close open dialogs and clear typed text. It would also remove
      // this mark.
      await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
      await page.clock.fastForward(LONGEST_PAUSE_MS)
      await main.getByRole('button', { name: words.addToCart }).waitFor()
      expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
      const turn = language === 'de' ? 'Du bist dran!' : 'It’s your turn!'
      await page.getByRole('status').filter({ hasText: turn }).waitFor()
      expect(await page.title()).toContain(turn)
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
      expect(await accessibilityViolations(page)).toEqual([])
      await page.getByRole('button', { name: language === 'de' ? 'Alles klar' : 'Got it' }).click()
      await expect.poll(() => page.title()).not.toContain(turn)
      const minutesLeft = async () => {
        // The summary bar has the line itself, so that nothing can cover the bar.
        const line = page
          .getByText(language === 'de' ? /^Noch .+ Zeit zum Aussuchen$/ : / left to choose$/)
          .filter({ visible: true })
        expect(await line.evaluate((text) => text.closest('section')?.classList.contains('sticky'))).toBe(true)
        return Number(/\d+/.exec((await line.textContent()) ?? '')?.[0])
      }
      const minutes = await minutesLeft()
      expect(minutes).toBeGreaterThan(50)
      await page.clock.fastForward(120_000)
      await expect.poll(minutesLeft).toBeLessThanOrEqual(minutes - 2)
      await page.reload()
      expect(await minutesLeft()).toBeGreaterThan(50)
      await main.getByRole('button', { name: words.addToCart }).click()
      await page.getByRole('button', { name: language === 'de' ? /^Warenkorb: 2/ : /^Cart: 2/ }).waitFor()
      await shop.setRoom({ ...club(), mode: 'off' })
      expect(unexpectedFaults(faults)).toEqual([])
      await page.context().close()
    },
  )

  it('SES-03 shows the picture, date and venue of an event that the fan has pressed in a list', async () => {
    await shop.setRoom({ ...club(), mode: 'paused' })
    const { page, faults } = await newVisitor(browser, PHONE)
    const { main } = fanOf(page, 'de')
    await page.goto(urlOf('/events'))
    const row = main.locator('.event-row').filter({ has: page.locator(`a[href$="/events/${shop.clubEvent}"]`) })
    const date = await row.locator('time .sr-only').innerText()
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Warenkorb/ })
      .waitFor()
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    await row.getByRole('link').first().tap()
    const room = page.getByTestId('waiting-room')
    await room.locator('time').getByText(date).waitFor()
    await room.getByText('Kantine, Köln').waitFor()
    await expect
      .poll(() => room.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
    await shop.setRoom({ ...club(), mode: 'off' })
    expect(unexpectedFaults(faults)).toEqual([])
    await page.context().close()
  })

  it('SES-03 shows a pause, the position and the progress, and waits longer after each failed poll', async () => {
    await shop.setRoom({ ...club(), mode: 'paused' })
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const { main } = fanOf(page, 'de')
    let ahead = 800
    let broken = false
    await page.route('**/graphql*', async (route) => {
      if (!decodeURIComponent(route.request().url()).includes('"room"')) return route.continue()
      if (broken) return route.abort()
      const response = await route.fetch()
      const body = (await response.json()) as { data: { session: { waitingIndex: number; queue: object } } }
      const { session } = body.data
      session.waitingIndex = ahead
      session.queue = { ...session.queue, phase: 'serving', ahead, total: 900, waitSeconds: ahead, pollAfterSeconds: 1 }
      await route.fulfill({ response, json: body })
    })
    await page.clock.install()
    await page.goto(urlOf(`/events/${shop.clubEvent}`))
    await main.getByText('Der Einlass ist angehalten').waitFor()
    expect(await main.getByRole('progressbar').count()).toBe(0)
    // The server has drawn the pause. The page sets its timer once it runs, so one jump could come too early.
    await expect
      .poll(async () => {
        await page.clock.fastForward(LONGEST_PAUSE_MS)
        return main.getByText('800 Personen vor dir').count()
      })
      .toBe(1)
    await main.getByText('Voraussichtlich noch 10 bis 20 Minuten').waitFor()
    const bar = main.getByRole('progressbar', { name: 'Dein Weg in den Shop' })
    expect(await bar.getAttribute('aria-valuenow')).toBe('0')
    ahead = 200
    await main.getByText('200 Personen vor dir').waitFor()
    expect(await bar.getAttribute('aria-valuenow')).toBe('75')
    expect(await page.title()).toBe('200 Personen vor dir – Warteraum')
    broken = true
    await main.getByText(/Gerade keine Verbindung. Nächster Versuch in 5 s/).waitFor()
    await page.clock.fastForward(5000)
    await main.getByText(/Gerade keine Verbindung. Nächster Versuch in 10 s/).waitFor()
    broken = false
    ahead = 0
    await page.clock.fastForward(10_000)
    await main.getByText('Du bist gleich dran').waitFor()
    await shop.setRoom({ ...club(), mode: 'off' })
    expect(faults.filter((fault) => !/503|ERR_FAILED/.test(fault))).toEqual([])
    await page.context().close()
  })

  it("SES-05 lets a fan browse while a room guards the shop's items, shows no error for the wait, but not while a room guards its catalogue", async () => {
    await shop.setRoom({ scope: 'shop', slug: shop.band, mode: 'scheduled', opensAt: Date.now() + HOUR })
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const { main, press, words } = fanOf(page, 'de')
    await page.clock.install()
    await page.goto(urlOf('/products/nachtwerk-cap'))
    await press(words.addToCart)
    const dialog = page.getByRole('dialog', { name: 'Du stehst in der Schlange' })
    await dialog.getByRole('timer').waitFor()
    // The wait is no failure: behind the dialog, the button keeps its label, and no error is below it.
    const button = page.locator('main button[data-state]')
    await expect.poll(() => button.getAttribute('data-state')).toBe('ready')
    expect(await page.locator('main .text-danger').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Solange weiterstöbern' }).click()
    await dialog.waitFor({ state: 'detached' })
    await main.getByRole('button', { name: words.addToCart }).waitFor()
    const bar = page.getByRole('status').getByRole('button', { name: /^Warteraum/ })
    await bar.waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await main.getByRole('link', { name: 'Nachtwerk' }).first().click()
    await bar.waitFor()
    await page.goto(urlOf('/events'))
    await main.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByTestId('waiting-room').count()).toBe(0)
    await bar.click()
    await dialog.getByRole('button', { name: 'Solange weiterstöbern' }).click()

    await shop.setRoom({ scope: 'shop', slug: shop.band, mode: 'on', opensAt: Date.now(), ratePerSecond: 100 })
    // The first polls may come before the draw has ended.
    const turn = page.getByRole('status').getByText('Du bist dran!')
    const isTurn = async () => {
      await page.clock.fastForward(LONGEST_PAUSE_MS / 3)
      return turn.isVisible()
    }
    await expect.poll(isTurn, { interval: 500 }).toBe(true)
    expect(await page.title()).toMatch(/^Du bist dran!/)
    await page.getByRole('link', { name: 'Zurück zu deiner Auswahl' }).click()
    await page.waitForURL('**/products/nachtwerk-cap')
    await press(words.addToCart)
    await page.getByRole('button', { name: /^Warenkorb: 1/ }).waitFor()

    await shop.setRoom({ scope: 'shop', slug: shop.band, mode: 'off' })
    await shop.setRoom({ scope: 'catalogue', slug: shop.band, mode: 'scheduled', opensAt: Date.now() + HOUR })
    await page.goto(urlOf('/events'))
    await page
      .getByTestId('waiting-room')
      .getByText(/In deinem Warenkorb liegt schon ein Artikel/)
      .waitFor()
    await page.goto(shop.url)
    await main.getByRole('heading').first().waitFor()
    expect(await page.getByTestId('waiting-room').count()).toBe(0)
    await shop.setRoom({ scope: 'catalogue', slug: shop.band, mode: 'off' })
    expect(unexpectedFaults(faults)).toEqual([])
    await page.context().close()
  })

  it.each([
    ['de', 'Alles weg. Danke, Köln!', 'Der Warteraum ist offen', DESKTOP],
    ['en', 'All gone. Thank you, Cologne!', 'The waiting room is open', PHONE],
  ] as const)('SES-03 tells a fan that the event is sold out (%s)', async (language, text, title, options) => {
    await shop.setRoom({ scope: 'event', slug: 'full', mode: 'scheduled', opensAt: Date.now() + HOUR })
    const { page, faults } = await newVisitor(browser, options)
    const { main } = fanOf(page, language)
    await page.goto(`${urlOf('/events/full')}?lang=${language}`)
    await main.getByRole('heading', { name: title, level: 1 }).waitFor()
    await main.getByText(text).waitFor()
    expect(await main.getByText(/kommt zurück|come back/).count()).toBe(0)
    await expect.poll(() => page.title()).toMatch(/(Warteraum|waiting room)$/)
    expect(await accessibilityViolations(page)).toEqual([])
    await shop.setRoom({ scope: 'event', slug: 'full', mode: 'off' })
    expect(unexpectedFaults(faults)).toEqual([])
    await page.context().close()
  })

  it('SES-04 keeps both entries of a fresh browser that opens two waiting rooms at once', async () => {
    const events = [shop.clubEvent, 'club-both'] as const
    for (const slug of events)
      await shop.setRoom({ scope: 'event', slug, mode: 'scheduled', opensAt: Date.now() + HOUR })
    const visitor = await newVisitor(browser, DESKTOP)
    const other = await newTab(visitor)
    const tabs = [visitor, other]
    await Promise.all(tabs.map(({ page }, index) => page.goto(urlOf(`/events/${events[index]}`))))
    const numbers = () =>
      Promise.all(
        tabs.map(async ({ page }) => {
          await page.getByText('So wird gelost').click()
          return fanOf(page, 'de').main.locator('dd').first().textContent()
        }),
      )
    const before = await numbers()
    expect(new Set(before).size).toBe(2)
    for (const { page } of tabs) await page.reload()
    expect(await numbers()).toEqual(before)
    for (const slug of events) await shop.setRoom({ scope: 'event', slug, mode: 'off' })
    expect(tabs.flatMap(({ faults }) => unexpectedFaults(faults))).toEqual([])
    await visitor.page.context().close()
  })

  it('SES-03 shows the title, the event and a refresh link without scripts, and keeps the queue entry', async () => {
    await shop.setRoom({ ...club(), mode: 'scheduled', opensAt: Date.now() + HOUR })
    const { page } = await newVisitor(browser, { ...DESKTOP, javaScriptEnabled: false })
    const { main } = fanOf(page, 'de')
    await page.goto(urlOf(`/events/${shop.clubEvent}`))
    await main.getByRole('heading', { name: 'Der Warteraum ist offen', level: 1 }).waitFor()
    await main.getByText('Klubnacht').waitFor()
    await main.getByRole('link', { name: 'Neuen Stand holen' }).waitFor()
    expect(await page.locator('head noscript').innerHTML()).toMatch(/http-equiv="refresh" content="\d+"/)
    const entry = async () => (await page.context().cookies()).find(({ name }) => /place\.event/.test(name))?.value
    const before = await entry()
    expect(before).toBeTruthy()
    await main.getByRole('link', { name: 'Neuen Stand holen' }).click()
    await main.getByRole('heading', { level: 1 }).waitFor()
    expect(await entry()).toBe(before)
    await shop.setRoom({ ...club(), mode: 'off' })
    await main.getByRole('link', { name: 'Neuen Stand holen' }).click()
    await main.getByRole('heading', { name: 'Tickets' }).waitFor()
    await page.context().close()
  })

  it("SES-03 shows the title and the refresh link if the application's script fails to load", async () => {
    await shop.setRoom({ ...club(), mode: 'scheduled', opensAt: Date.now() + HOUR })
    const { page } = await newVisitor(browser, DESKTOP)
    await page.route('**/assets/main-*.js', (route) => route.abort())
    await page.goto(urlOf(`/events/${shop.clubEvent}`))
    const { main } = fanOf(page, 'de')
    await main.getByRole('heading', { name: 'Der Warteraum ist offen', level: 1 }).waitFor()
    await main.getByRole('link', { name: 'Neuen Stand holen' }).waitFor()
    await shop.setRoom({ ...club(), mode: 'off' })
    await page.context().close()
  })

  it('SES-04 asks the fan to allow cookies if the browser blocks them, and does not poll', async () => {
    await shop.setRoom({ ...club(), mode: 'scheduled', opensAt: Date.now() + HOUR })
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setDocumentCookieDisabled', { disabled: true })
    let requests = 0
    page.on('request', (request) => {
      if (decodeURIComponent(request.url()).includes('"room"')) requests++
    })
    await page.goto(urlOf(`/events/${shop.clubEvent}`))
    const { main } = fanOf(page, 'de')
    await main.getByRole('heading', { name: 'Ohne Cookies kein Platz', level: 1 }).waitFor()
    await main
      .getByRole('alert')
      .getByText(/Erlaube in den Einstellungen/)
      .waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await devtools.send('Emulation.setDocumentCookieDisabled', { disabled: false })
    expect(requests).toBe(0)
    await main.getByRole('button', { name: 'Noch einmal prüfen' }).click()
    await main.getByRole('heading', { name: 'Der Warteraum ist offen', level: 1 }).waitFor()
    await shop.setRoom({ ...club(), mode: 'off' })
    expect(unexpectedFaults(faults)).toEqual([])
    await page.context().close()
  })

  it('SES-04 lets a fan leave after a confirmation, and then deletes the entry', async () => {
    await shop.setRoom({ ...club(), mode: 'scheduled', opensAt: Date.now() + HOUR })
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const { main, press } = fanOf(page, 'de')
    await page.goto(urlOf(`/events/${shop.clubEvent}`))
    await press('Warteraum verlassen')
    await press('Hierbleiben')
    await press('Warteraum verlassen')
    await press('Ja, verlassen')
    await page.waitForURL(urlOf(''))
    await main.getByRole('heading').first().waitFor()
    expect((await page.context().cookies()).filter(({ name }) => /place\./.test(name))).toEqual([])
    expect(await page.getByRole('button', { name: /^Warteraum/ }).count()).toBe(0)
    await shop.setRoom({ ...club(), mode: 'off' })
    expect(unexpectedFaults(faults)).toEqual([])
    await page.context().close()
  })
})

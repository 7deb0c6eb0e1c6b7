/** Tests the consent bar, its settings, and that nothing is reported without consent (CONS-01, LOG-01). */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ACCEPTED_DAYS, BAR_HIDDEN_DAYS, DECLINED_DAYS } from '../../schema/tracking.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newTab, newVisitor, PHONE } from '../support/browser.ts'
import { fillCart } from '../support/filled-cart.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { recordShifts } from '../support/layout-shifts.ts'
import { PATIENCE } from '../support/patience.ts'
import { fanOf } from './fan.ts'

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop({ asksForConsent: true }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

const DAY = 24 * 60 * 60
const bar = (page: Page) => page.getByRole('region', { name: 'Dürfen wir mitzählen?' })

/** The days until the cookie expires; null if there is none. */
async function daysOf(context: BrowserContext, name: string): Promise<number | null> {
  const cookie = (await context.cookies()).find((each) => each.name === name)
  return cookie ? Math.round((cookie.expires - Date.now() / 1000) / DAY) : null
}

type Report = { to: string; body: Record<string, unknown>; cookie: string | null; referer: string | null }

/** Records the page's requests to the addresses of statistics and error reports. */
function watchReports(page: Page): string[] {
  const sent: string[] = []
  const messages: string[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/reports/')) return
    sent.push(new URL(request.url()).pathname)
    const { message } = request.postDataJSON() as { message?: string }
    if (message !== undefined) messages.push(message)
  })
  messagesByPage.set(page, messages)
  return sent
}

const messagesByPage = new WeakMap<Page, string[]>()
/** The messages of the errors that the page has reported. */
const messagesOf = (page: Page) => messagesByPage.get(page)

async function reportsOf(to: 'analytics' | 'errors'): Promise<Report[]> {
  const answer = await fetch(shop.mailboxUrl.replace(/mailbox$/, 'reports.json'))
  const { data } = (await answer.json()) as { data: Report[] }
  return data.filter((report) => report.to === to)
}

const chooseShirt = (page: Page) => page.getByRole('main').getByRole('radio', { name: 'M', exact: true }).check()

/** Throws an error in the page that no code handles. */
const failWith = (page: Page, message: string) =>
  page.evaluate((text) => {
    setTimeout(() => {
      throw new TypeError(text)
    })
  }, message)

describe('consent', () => {
  it('CONS-01 is refused with one press for ten days, and nothing is sent before a later consent', async () => {
    const visitor = await newVisitor(browser, PHONE)
    const { page } = visitor
    const sent = watchReports(page)
    await page.goto(`${shop.url}/${shop.band}/products/${shop.shirt}`)
    await bar(page).getByRole('button', { name: 'Nur notwendige' }).click()
    await bar(page).waitFor({ state: 'detached' })
    expect(await daysOf(page.context(), 'tracking')).toBe(DECLINED_DAYS)
    await chooseShirt(page)
    const logged = page.waitForResponse((response) => response.request().postData()?.includes('items_added') ?? false)
    await fanOf(page, 'de').press('In den Warenkorb')
    await logged
    await failWith(page, 'refused')
    expect(sent).toEqual([])

    const { page: tab } = await newTab(visitor)
    await tab.goto(`${shop.url}/datapolicy`)
    expect(await bar(tab).count()).toBe(0)
    await tab.getByRole('button', { name: 'Zählen erlauben' }).click()
    await expect.poll(() => sent).toEqual(['/reports/analytics'])
    // The page reports its errors in their order, so the refused one would have arrived before this one.
    await failWith(page, 'allowed')
    await expect.poll(() => messagesOf(page)).toEqual(['allowed'])
    expect(sent).toEqual(['/reports/analytics', '/reports/errors'])
  })

  it('CONS-01 is given with one press for 356 days, reports page views without ids, and ends in all tabs at once', async () => {
    const visitor = await newVisitor(browser, DESKTOP)
    const { page } = visitor
    const sent = watchReports(page)
    const tab = await newTab(visitor)
    await page.goto(`${shop.url}/${shop.band}/products/${shop.shirt}?utm=ida@example.org`)
    await tab.page.goto(`${shop.url}/datapolicy`)
    await bar(tab.page).waitFor()
    await bar(page).waitFor()
    expect(sent).toEqual([])
    const earlier = (await reportsOf('analytics')).length

    await bar(page).getByRole('button', { name: 'Alle akzeptieren' }).click()
    // The other tab learns of the answer.
    await bar(tab.page).waitFor({ state: 'detached' })
    await tab.page.getByText('Deine Besuche dürfen gezählt werden.').waitFor()
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'tracking')
    expect(cookie).toMatchObject({ value: 'in', sameSite: 'Lax', secure: true, path: '/' })
    expect(await daysOf(page.context(), 'tracking')).toBe(ACCEPTED_DAYS)
    await expect.poll(() => reportsOf('analytics')).toHaveLength(earlier + 2)
    const views = (await reportsOf('analytics')).slice(0, 2)
    expect(views.map(({ body }) => body.page).sort()).toEqual(['/datapolicy', `/products/${shop.shirt}`])
    expect(views.find(({ body }) => body.shop === shop.band)).toMatchObject({
      body: { kind: 'page', shop: shop.band, locale: 'de', page: `/products/${shop.shirt}` },
      cookie: null,
      referer: null,
    })

    await tab.page.getByRole('button', { name: 'Nicht zählen' }).click()
    await tab.page.getByText('Du wirst nicht gezählt.').waitFor()
    const before = sent.length
    await failWith(page, 'withdrawn')
    await page.getByRole('banner').getByRole('link', { name: 'Tickets' }).click()
    // The address changes before the page does.
    await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor()
    await tab.page.getByRole('button', { name: 'Zählen erlauben' }).click()
    await failWith(page, 'allowed again')
    await expect.poll(() => messagesOf(page)).toEqual(['allowed again'])
    // In between, neither the error nor the opened page was reported. The new consent reports the current page.
    expect(sent.slice(before)).toEqual(['/reports/analytics', '/reports/errors'])
  })

  it('CONS-01 can be chosen in the settings with the keyboard, and the bar and the dialog have no accessibility faults', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.goto(shop.url)
    await bar(page).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    // In the tab order, the bar follows the skip link.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('.consent-bar') !== null)).toBe(true)
    const settings = bar(page).getByRole('button', { name: 'Einstellungen' })
    await settings.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Cookie-Einstellungen' })
    await dialog.waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    const always = dialog.getByRole('switch', { name: 'Funktionen des Shops' })
    const optional = dialog.getByRole('switch', { name: 'Statistik und Fehlerberichte' })
    expect([await always.isChecked(), await always.isDisabled(), await optional.isChecked()]).toEqual([
      true,
      true,
      false,
    ])
    // Escape closes the dialog without an answer.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await daysOf(page.context(), 'tracking')).toBeNull()
    expect(await settings.evaluate((button) => button === document.activeElement)).toBe(true)

    await page.keyboard.press('Enter')
    await optional.focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await bar(page).waitFor({ state: 'detached' })
    expect(await daysOf(page.context(), 'tracking')).toBe(ACCEPTED_DAYS)
    expect(faults).toEqual([])
  })

  it('SHELL-06, CONS-01 is asked for in a dialog whose buttons a phone held sideways shows without scrolling', async () => {
    const { page } = await newVisitor(browser, { ...PHONE, viewport: { width: 844, height: 390 } })
    await page.goto(shop.url)
    await bar(page).getByRole('button', { name: 'Einstellungen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cookie-Einstellungen' })
    const bottomOf = (element: Locator) => element.evaluate((shown) => shown.getBoundingClientRect().bottom)
    const edge = await bottomOf(dialog)
    expect(await dialog.evaluate((shown) => shown.scrollHeight > shown.clientHeight)).toBe(true)
    for (const name of ['Auswahl speichern', 'Abbrechen'])
      expect(await bottomOf(dialog.getByRole('button', { name }))).toBeLessThan(edge)
    await page.context().close()
  })

  it('CONS-01 is not given by closing the bar, which hides it for seven days, and is asked for again after them', async () => {
    const { page } = await newVisitor(browser, PHONE)
    const sent = watchReports(page)
    await page.goto(shop.url)
    await bar(page).getByRole('button', { name: 'Später entscheiden' }).click()
    await bar(page).waitFor({ state: 'detached' })
    const context = page.context()
    expect([await daysOf(context, 'consent_bar'), await daysOf(context, 'tracking')]).toEqual([BAR_HIDDEN_DAYS, null])
    await page.reload()
    await page.getByRole('contentinfo').waitFor()
    expect(await bar(page).count()).toBe(0)
    // The browser deletes the cookie when it expires.
    await context.clearCookies({ name: 'consent_bar' })
    await page.reload()
    await bar(page).waitFor()
    expect(sent).toEqual([])
  })

  it.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ])(
    'CONS-01 (%s) is asked for by a bar that shifts nothing, has equal answers, and leaves the end of the footer visible',
    async (_name, options) => {
      const { page } = await newVisitor(browser, options)
      const shiftsOf = await recordShifts(page)
      await page.goto(shop.url)
      await bar(page).waitFor()
      const [refuse, accept] = await Promise.all(
        ['Nur notwendige', 'Alle akzeptieren'].map((name) =>
          bar(page)
            .getByRole('button', { name })
            .evaluate((button) => {
              const { color, backgroundColor, borderColor, fontSize, fontWeight } = getComputedStyle(button)
              return { height: button.clientHeight, color, backgroundColor, borderColor, fontSize, fontWeight }
            }),
        ),
      )
      expect(refuse).toEqual(accept)
      const gap = () =>
        page.evaluate(() => {
          scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
          const top = document.querySelector('.consent-bar')?.getBoundingClientRect().top ?? 0
          const last = document.querySelector('.site-footer > :last-child')?.getBoundingClientRect().bottom ?? 0
          return top - last
        })
      await expect.poll(gap).toBeGreaterThanOrEqual(-1)
      // The room for the bar has the footer's colour.
      const below = () =>
        page.evaluate(() => {
          const footer = document.querySelector('.site-footer')?.getBoundingClientRect().bottom ?? 0
          return Math.abs(Math.round(document.documentElement.scrollHeight - footer - scrollY))
        })
      await expect.poll(below).toBe(0)
      expect(await shiftsOf()).toBeLessThan(0.01)
    },
  )

  it.each([
    [320, 568],
    [844, 390],
  ])(
    'SHELL-02, CONS-01 leaves the button to check out visible in a window of %i by %i pixels, where a full cart is no wider than the window',
    async (width, height) => {
      const { page, faults } = await newVisitor(browser, { ...PHONE, viewport: { width, height } })
      const band = `${shop.url}/${shop.band}`
      await page.goto(`${band}/contact`)
      await fillCart(page, shop, { products: { [shop.shirt]: 1 }, events: { [shop.clubEvent]: 2 } })
      await page.reload()
      await bar(page).waitFor()
      await page.getByRole('button', { name: /^Warenkorb: 3/ }).click()
      const minicart = page.getByRole('region', { name: 'Warenkorb' })
      const isUncovered = () =>
        minicart.getByRole('link', { name: 'Zur Kasse' }).evaluate((link) => {
          const { left, top, right, bottom } = link.getBoundingClientRect()
          return [top + 2, bottom - 2].every((y) => document.elementFromPoint((left + right) / 2, y) === link)
        })
      await expect.poll(isUncovered).toBe(true)
      const removal = minicart.getByRole('button', { name: /entfernen/ }).last()
      await removal.scrollIntoViewIfNeeded()
      expect(await isUncovered()).toBe(true)
      await page.goto(`${band}/checkout`)
      await page.getByRole('main').locator('output').last().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(faults).toEqual([])
    },
  )

  it.each([
    [844, 390, 'a third', 1 / 3],
    [320, 640, 'two fifths', 2 / 5],
  ])(
    'CONS-01 in a window of %i by %i pixels, the bar covers at most %s of the height, with answers of equal size and with buttons that are large enough for fingers',
    async (width, height, _name, share) => {
      const { page, faults } = await newVisitor(browser, { ...PHONE, viewport: { width, height } })
      for (const language of ['de', 'en']) {
        await page.goto(`${shop.url}/?lang=${language}`)
        await page.locator('.consent-bar').waitFor()
        const boxes = await page
          .locator('.consent-bar button')
          .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().toJSON() as DOMRect))
        expect(boxes.length).toBe(4)
        for (const box of boxes) {
          expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
          expect([box.left >= 0, box.right <= width, box.bottom <= height]).toEqual([true, true, true])
        }
        const [refuse, accept] = boxes
        expect([accept?.top, accept?.width, accept?.height]).toEqual([refuse?.top, refuse?.width, refuse?.height])
        const covered = await page.locator('.consent-bar').evaluate((bar) => bar.clientHeight / innerHeight)
        expect(covered).toBeLessThanOrEqual(share)
      }
      expect(faults).toEqual([])
    },
  )

  it('SHELL-02 shows a whole line with its price and amount in the minicart of a phone in landscape', async () => {
    const { page, faults } = await newVisitor(browser, { ...PHONE, viewport: { width: 844, height: 390 } })
    const band = `${shop.url}/${shop.band}`
    await page.goto(`${band}/contact`)
    await page.getByRole('button', { name: 'Nur notwendige' }).click()
    await fillCart(page, shop, { products: {}, events: { [shop.clubEvent]: 2 } })
    await page.reload()
    await page.getByRole('button', { name: /^Warenkorb: 2/ }).click()
    const minicart = page.getByRole('region', { name: 'Warenkorb' })
    const line = minicart.getByRole('listitem').first()
    await line.waitFor()
    const found = ['header', 'footer'].map((name) => minicart.locator(name))
    const shown = [line, line.locator('output'), line.getByText('€')].map((part) => part.last())
    const elements = await Promise.all([...found, ...shown].map((part) => part.elementHandle()))
    // The minicart may still be moving, so one look measures all parts.
    const [header, footer, ...parts] = await page.evaluate(
      (all) => all.map((element) => (element as Element).getBoundingClientRect().toJSON() as DOMRect),
      elements,
    )
    for (const { top, bottom } of parts) {
      expect(top).toBeGreaterThanOrEqual((header?.bottom ?? Number.NaN) - 1)
      expect(bottom).toBeLessThanOrEqual((footer?.top ?? Number.NaN) + 1)
    }
    await minicart.getByText(/^noch \d\d:\d\d Min$/).waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('CONS-01 is not asked for in the checkout', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    await page.goto(`${shop.url}/checkout`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await bar(page).count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('SUP-01 an error of the refund page is reported, but only with consent', async () => {
    const { page } = await newVisitor(browser, DESKTOP)
    watchReports(page)
    const unknown = 'order_id=ord_00000000000000000000000000&product_id=evt_00000000000000000000000000'
    await page.goto(`${shop.url}/refund/request?${unknown}`)
    await page.getByRole('alert').waitFor()
    expect(messagesOf(page)).toEqual([])
    await bar(page).getByRole('button', { name: 'Alle akzeptieren' }).click()
    await page.reload()
    await expect.poll(() => messagesOf(page)).toEqual(['REFUND_ORDER_NOTFOUND'])
  })

  it('CONS-01 sends one report for equal errors, with the contents of the cart and without personal data', async () => {
    const { page } = await newVisitor(browser, DESKTOP)
    watchReports(page)
    await page.goto(`${shop.url}/${shop.band}/products/${shop.shirt}`)
    await bar(page).getByRole('button', { name: 'Alle akzeptieren' }).click()
    await chooseShirt(page)
    await fanOf(page, 'de').press('In den Warenkorb')
    // The steps of the purchase are part of the statistics.
    const kinds = async () => (await reportsOf('analytics')).map(({ body }) => body.kind)
    await expect.poll(kinds).toEqual(expect.arrayContaining(['page', 'items_added', 'cart_opened']))
    for (let time = 0; time < 3; time++) await failWith(page, 'order KX-4711 of ida@example.org')
    await failWith(page, 'another error')
    // The page reports its errors in their order, so a second report of the equal ones would have been sent before the last.
    // The reports themselves may be sent and arrive in any order.
    await expect.poll(() => messagesOf(page)?.toSorted()).toEqual(['another error', 'order <code> of <email>'])
    const arrived = (message: string) =>
      vi.waitFor(async () => {
        const report = (await reportsOf('errors')).find(({ body }) => body.message === message)
        if (!report) throw new Error(`no report says ${message}`)
        return report
      }, PATIENCE)
    expect((await arrived('another error')).body.page).toBe(`/products/${shop.shirt}`)
    const report = await arrived('order <code> of <email>')
    expect(report).toMatchObject({
      body: {
        shop: shop.band,
        locale: 'de',
        page: `/products/${shop.shirt}`,
        error: 'TypeError',
        message: 'order <code> of <email>',
        cart: [{ variantId: expect.stringMatching(/^var_/), amount: 1 }],
      },
      cookie: null,
      referer: null,
    })
  })
})

describe('a browser without cookies', () => {
  it.each(['de', 'en'] as const)(
    'ERR-01 (%s) shows a warning instead of adding to a cart that would stay empty',
    async (language) => {
      const { page } = await newVisitor(browser, PHONE)
      await page.goto(`${shop.url}/${shop.band}/products/${shop.shirt}?lang=${language}`)
      await page.getByRole('region', { name: /mitzählen|count/ }).waitFor()
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Emulation.setDocumentCookieDisabled', { disabled: true })
      let sent = 0
      page.on('request', (request) => {
        if (request.method() === 'POST') sent++
      })
      await chooseShirt(page)
      const { press, words } = fanOf(page, language)
      await press(words.addToCart)
      await page
        .getByRole('alert')
        .getByText(language === 'de' ? 'keine Cookies an' : 'isn’t accepting cookies')
        .waitFor()
      expect(sent).toBe(0)
    },
  )
})

/** Tests that the bot check loses no click of a fan who uses a mouse, a keyboard or a phone. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AddItemsDocument } from '../../schema/generated/mutations.ts'
import { TURNSTILE_SCRIPT } from '../sandbox/turnstile.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { fanOf, type Language } from './fan.ts'

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop({ checksForBots: true }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

/** The label of the button in the sandbox's widget. */
const PASS = 'Sandbox: pass the check'
const PROVIDER = 'https://challenges.cloudflare.com/**'
const club = () => `${shop.url}/${shop.band}/events/${shop.clubEvent}`

/** Serves the sandbox's script in place of the provider's, and counts how often a page requests it. */
async function serveCheckScript(context: BrowserContext): Promise<{ requests: number }> {
  const served = { requests: 0 }
  await context.route(PROVIDER, (route) => {
    served.requests++
    return route.fulfill({ contentType: 'text/javascript', body: TURNSTILE_SCRIPT })
  })
  return served
}

/** Collects the idempotency keys of the AddItems commands that the page sends from now on. */
function collectKeys(page: Page): string[] {
  const keys: string[] = []
  page.on('request', (request) => {
    const body = request.postData()
    if (!body?.includes(AddItemsDocument.hash)) return
    keys.push(
      (JSON.parse(body) as { variables: { input: { clientMutationId: string } } }).variables.input.clientMutationId,
    )
  })
  return keys
}

const cartWith = (page: Page, amount: number, language: Language) =>
  page.getByRole('button', { name: new RegExp(language === 'de' ? `^Warenkorb: ${amount}` : `^Cart: ${amount}`) })

/** Prepares to delay AddItems commands: `hold` starts the delay, and `release` sends the delayed commands. */
async function delayAdds(page: Page): Promise<{ hold(): void; release(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isHeld = false
  await page.route(/\/graphql\?/, async (route) => {
    if (isHeld && route.request().postData()?.includes(AddItemsDocument.hash)) await promise
    await route.continue()
  })
  const hold = () => {
    isHeld = true
  }
  return { hold, release: resolve }
}

/** Opens the event and presses the button that adds tickets, which opens the check's dialog. */
async function openCheck(
  page: Page,
  language: Language = 'de',
  pressOn: (button: Locator) => Promise<void> = (button) => button.click(),
) {
  const { main, words } = fanOf(page, language)
  await page.goto(`${club()}?lang=${language}`)
  const addButton = main.getByRole('button', { name: words.addToCart })
  await pressOn(addButton)
  const dialog = page.getByRole('dialog', { name: language === 'de' ? 'Kurze Prüfung' : 'A short check' })
  return {
    addButton,
    dialog,
    passButton: dialog.getByRole('button', { name: PASS }),
    waitForStatus: (text: string) => dialog.getByRole('status').filter({ hasText: text }).waitFor(),
  }
}

const hasFocus = (element: Locator) => element.evaluate((node) => node === document.activeElement)

describe('the bot check', () => {
  it('appears with the first tickets, works with the keyboard, and repeats the command with the same idempotency key', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const script = await serveCheckScript(page.context())
    const keys = collectKeys(page)
    const { main, words } = fanOf(page, 'de')
    const adds = await delayAdds(page)
    const { addButton, dialog, passButton } = await openCheck(page, 'de', (button) => button.press('Enter'))
    await passButton.waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(script.requests).toBe(1)
    // The order of the dialog's buttons may change, so press Tab until the focus reaches the widget's button.
    for (let tabs = 0; tabs < 4 && !(await hasFocus(passButton)); tabs++) await page.keyboard.press('Tab')
    expect(await hasFocus(passButton)).toBe(true)
    adds.hold()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    // The focus returns to the pressed button, and then moves to the link that replaces it.
    expect(await hasFocus(main.getByRole('button', { name: 'Wird reserviert …' }))).toBe(true)
    adds.release()
    await cartWith(page, 2, 'de').waitFor()
    expect(await hasFocus(main.getByRole('link', { name: words.cart }))).toBe(true)
    expect(keys.length).toBeGreaterThanOrEqual(2)
    expect(new Set(keys).size).toBe(1)
    // The shop requests no second check for this cart.
    await page.reload()
    await addButton.click()
    await cartWith(page, 4, 'de').waitFor()
    expect(script.requests).toBe(1)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('says on a phone that its script failed to load, loads it again on request, and can be cancelled', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    // The narrowest common phones are 360 pixels wide.
    await page.setViewportSize({ width: 360, height: 740 })
    await page.context().route(PROVIDER, (route) => route.abort())
    const { addButton, dialog, passButton, waitForStatus } = await openCheck(page, 'en')
    await waitForStatus('The check won’t load right now')
    expect(await accessibilityViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('We need to check first').first().waitFor()
    expect(await hasFocus(addButton)).toBe(true)
    await addButton.click()
    await waitForStatus('The check won’t load right now')
    await page.context().unroute(PROVIDER)
    await serveCheckScript(page.context())
    await dialog.getByRole('button', { name: 'Load it again' }).click()
    await passButton.waitFor()
    expect(await dialog.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
    await passButton.click()
    await cartWith(page, 2, 'en').waitFor()
    expect(faults.filter((fault) => !/ERR_FAILED/.test(fault))).toEqual([])
    await page.context().close()
  })

  it('repeats a refused automatic check twice with growing delays, and then leaves the retry to the fan', async () => {
    const { page } = await newVisitor(browser, DESKTOP)
    const solving = TURNSTILE_SCRIPT.replace(
      'element.append(button)',
      'element.append(button); button.click()',
    ).replace('button.disabled = false', 'button.disabled = false; button.click()')
    await page.context().route(PROVIDER, (route) => route.fulfill({ contentType: 'text/javascript', body: solving }))
    let checks = 0
    await page.context().route('**/check', (route) => {
      checks++
      return route.fulfill({ status: 403, body: '{}' })
    })
    // The clock is installed before the page's first script, because React's scheduler must not see the clock jump.
    await page.clock.install()
    const { dialog, waitForStatus } = await openCheck(page)
    await waitForStatus('Gleich versuchen wir es noch einmal')
    expect(checks).toBe(1)
    await page.clock.fastForward(2000)
    await expect.poll(() => checks).toBe(2)
    await waitForStatus('Gleich versuchen wir es noch einmal')
    await page.clock.fastForward(4000)
    await waitForStatus('Bitte versuch es noch einmal')
    await page.clock.fastForward(600_000)
    expect(checks).toBe(3)
    await dialog.getByRole('button', { name: 'Noch einmal laden' }).click()
    await expect.poll(() => checks).toBe(4)
    await page.context().close()
  })

  it('sends the same token again after the delay that the shop demands, and a new token after a refusal', async () => {
    const { page } = await newVisitor(browser, PHONE)
    await serveCheckScript(page.context())
    const tokens: string[] = []
    await page.context().route('**/check', (route) => {
      tokens.push((route.request().postDataJSON() as { token: string }).token)
      if (tokens.length === 1) return route.fulfill({ status: 429, headers: { 'retry-after': '7' }, body: '{}' })
      return tokens.length === 2 ? route.fulfill({ status: 403, body: '{}' }) : route.continue()
    })
    // The clock is installed before the page's first script, because React's scheduler must not see the clock jump.
    await page.clock.install()
    const { passButton, waitForStatus } = await openCheck(page)
    await passButton.click()
    await waitForStatus('In 7 s versuchen wir es von selbst noch einmal')
    expect(await accessibilityViolations(page)).toEqual([])
    await page.clock.fastForward(7000)
    await waitForStatus('Gleich versuchen wir es noch einmal')
    expect(tokens).toHaveLength(2)
    expect(tokens[1]).toBe(tokens[0])
    await page.clock.fastForward(2000)
    // The widget waits for the fan, and the message says so.
    await waitForStatus('Zeigt die Prüfung ein Kästchen, hake es bitte an')
    await passButton.click()
    await cartWith(page, 2, 'de').waitFor()
    expect(tokens).toHaveLength(3)
    expect(tokens[2]).not.toBe(tokens[0])
    await page.context().close()
  })

  it('SES-04 appears in the waiting room and not again for the tickets', async () => {
    const room = { scope: 'event', slug: shop.clubEvent } as const
    await shop.setRoom({ ...room, mode: 'scheduled', opensAt: Date.now() + 3_600_000 })
    const { page, faults } = await newVisitor(browser, PHONE)
    const script = await serveCheckScript(page.context())
    const { main, words } = fanOf(page, 'de')
    await page.clock.install()
    await page.goto(`${club()}?lang=de`)
    await main.getByText('Meist geht das von allein').waitFor()
    await main.getByRole('button', { name: PASS }).click()
    await main.getByText('So wird gelost').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await shop.setRoom({ ...room, mode: 'on', opensAt: Date.now(), ratePerSecond: 100 })
    await page.reload()
    const button = main.getByRole('button', { name: words.addToCart })
    // The page may be loaded before the draw has ended. It then polls after thirty seconds.
    const isAdmitted = async () => {
      if (!(await button.isVisible())) await page.clock.fastForward(10_000)
      return button.isVisible()
    }
    await expect.poll(isAdmitted, { interval: 500 }).toBe(true)
    await button.click()
    await cartWith(page, 2, 'de').waitFor()
    expect(script.requests).toBe(1)
    await shop.setRoom({ ...room, mode: 'off' })
    expect(faults.filter((fault) => !/503/.test(fault))).toEqual([])
    await page.context().close()
  })

  it('loads no script for a fan who only browses or buys merchandise', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const script = await serveCheckScript(page.context())
    await page.goto(`${shop.url}/${shop.band}/products/nachtwerk-cap`)
    await fanOf(page, 'de').press('In den Warenkorb')
    await cartWith(page, 1, 'de').waitFor()
    expect(script.requests).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  })
})

/** Tests one cart on two devices, and the number of standing tickets in the minicart and in the cart. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
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

describe('one cart on two devices', () => {
  it('SES-02, CHK-08, CART-03 a fan continues on the phone, with the items and with what they have typed', async () => {
    const desktop = await newVisitor(browser, DESKTOP)
    const fan = fanOf(desktop.page, 'de')
    await desktop.page.goto(urlOf('/products/nachtwerk-cap'))
    await fan.press(fan.words.addToCart)
    await desktop.page.getByRole('link', { name: 'Zur Kasse' }).click()
    await desktop.page.waitForURL('**/checkout/details')
    const saved = desktop.page.waitForResponse(
      (response) => response.request().postData()?.includes('Oranienstraße') === true && response.ok(),
    )
    await fan.fillAddress('ida@example.org')
    await saved
    await desktop.page.goto(urlOf('/checkout'))
    await fan.press('Auf dem Handy weiter')
    await fan.main.getByRole('img', { name: /QR-Code/ }).waitFor()
    expect(await accessibilityViolations(desktop.page)).toEqual([])
    const copied = new Promise<string>((resolve) => void desktop.page.exposeFunction('copied', resolve))
    await desktop.page.evaluate(
      'Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => copied(text) } })',
    )
    await fan.press('Link kopieren')
    const link = await copied

    const phone = await newVisitor(browser, PHONE)
    await phone.page.goto(`${link}&lang=en`)
    const open = phone.page.getByRole('button', { name: 'Open the cart here' })
    await open.waitFor()
    expect(await accessibilityViolations(phone.page)).toEqual([])
    // Nobody types into another person's cart without being asked.
    await phone.page.goto(urlOf('/checkout?lang=en'))
    await phone.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await phone.page.getByRole('main').locator('output').count()).toBe(0)
    await phone.page.goto(`${link}&lang=en`)
    await open.click()
    await phone.page.getByText('This is the same cart').waitFor()
    expect(await accessibilityViolations(phone.page)).toEqual([])
    await phone.page.getByRole('button', { name: /one more/ }).click()
    await expect.poll(() => phone.page.getByRole('main').locator('output').first().textContent()).toBe('2')
    await phone.page.goto(urlOf('/checkout/details?lang=en'))
    expect(await phone.page.getByLabel('Last name', { exact: true }).inputValue()).toBe('Łuczak')

    await desktop.page.reload()
    await expect.poll(() => fan.main.locator('output').first().textContent()).toBe('2')

    await phone.page.goto(urlOf('/checkout/resume?id=forged&lang=en'))
    await open.click()
    await phone.page.getByText('Your session could not be restored').waitFor()
    expect([...desktop.faults, ...phone.faults]).toEqual([])
    await Promise.all([desktop.page.context().close(), phone.page.context().close()])
  })
})

describe('the number of standing tickets', () => {
  it('CART-05, EVT-10 goes up and down in the minicart and in the cart, also with the keyboard', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const fan = fanOf(page, 'de')
    await page.goto(urlOf(`/events/${shop.clubEvent}`))
    await fan.press(fan.words.addToCart)
    const minicart = page.getByRole('region', { name: 'Warenkorb' })
    const amount = minicart.locator('output')
    await expect.poll(() => amount.textContent()).toBe('2')
    await minicart.getByRole('button', { name: /eins mehr/ }).click()
    await expect.poll(() => amount.textContent()).toBe('3')
    expect(await accessibilityViolations(page)).toEqual([])
    await minicart.getByRole('link', { name: fan.words.cart }).click()
    const fewer = fan.main.getByRole('button', { name: /eins weniger/ })
    await fewer.focus()
    // The page shows the new amount before the server has stored it.
    const stored = page.waitForResponse((answer) => answer.request().postData()?.includes('"amount":2') ?? false)
    await page.keyboard.press('Enter')
    await stored
    await page.getByRole('status').getByText('2', { exact: true }).waitFor()
    await page.reload()
    await expect.poll(() => fan.main.locator('output').first().textContent()).toBe('2')
    expect(faults).toEqual([])
    await page.context().close()
  })
})

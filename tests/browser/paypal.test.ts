/**
 * PAY-05: a fan pays with PayPal, on a phone in German and on a desktop in English with the keyboard. The card is declined,
 * then the window is cancelled, and then the payment succeeds. In the cart, PayPal gives the address: in another country on
 * the phone, and none for tickets on the desktop.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { type CartContent, FAN_ADDRESS, fillCart } from '../support/filled-cart.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { fanOf, type Language } from './fan.ts'

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

const JOURNEYS: { name: string; options: BrowserContextOptions; language: Language }[] = [
  { name: 'on a phone in German', options: PHONE, language: 'de' },
  { name: 'on a desktop in English', options: DESKTOP, language: 'en' },
]

describe.each(JOURNEYS)('a fan $name', ({ options, language }) => {
  it('PAY-05, CHK-06 pays with PayPal after a declined card and a cancelled window', async () => {
    const { page, faults } = await newVisitor(browser, options)
    const fan = fanOf(page, language)
    const { main, words } = fan
    const email = `paypal-${language}@example.org`
    const details = { email, shippingAddress: FAN_ADDRESS }
    await fillCart(page, shop, { events: { [shop.clubEvent]: 2 }, details })
    await page.goto(`${shop.url}/${shop.band}/checkout/payment?lang=${language}`)
    await main.getByRole('radio', { name: /PayPal/ }).check()
    await fan.press(words.toReview)
    await page.waitForURL('**/checkout/confirm')

    const button = main.getByRole('button', { name: /PayPal/ })
    const decide = async (testId: string) => {
      await main.getByRole('button', { name: /PayPal/, disabled: false }).waitFor()
      await button.focus()
      const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
      await press(popup, testId)
    }
    await main.getByRole('button', { name: words.order }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await button.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('consent-terms')
    await page.keyboard.press('Space')
    await decide('instrument')

    await page.waitForURL(/\/checkout\/payment\/.*payment_error=declined/)
    await main.getByRole('alert').getByText(words.failed).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await decide('cancel')
    await main
      .getByRole('alert')
      .getByText(language === 'de' ? /Es wurde nichts abgebucht/ : /Nothing has been charged/)
      .waitFor()
    await decide('approve')
    await page.waitForURL(/\/checkout\/done\/.*payment_received/)
    await main.getByText(words.received).waitFor()
    await shop.mailTo(email, language === 'de' ? 'ist bestätigt' : 'is confirmed')
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('a fan who closes the window of PayPal after the approval', () => {
  it('PAY-05, LATER-01 finds the order paid, because the webhook captures the payment', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const fan = fanOf(page, 'de')
    const { main, words } = fan
    const details = { email: 'paypal-closed@example.org', shippingAddress: FAN_ADDRESS, paymentMethod: 'paypal' }
    await fillCart(page, shop, { events: { [shop.clubEvent]: 2 }, details })
    await page.goto(`${shop.url}/${shop.band}/checkout/confirm?lang=de`)
    await main.getByRole('checkbox', { name: words.terms }).check()
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      main.getByRole('button', { name: words.order }).click(),
    ])
    await press(popup, 'stay')
    // Chromium may never report that a window closed if it closes while the answer arrives.
    await popup.getByText('Du kannst dieses Fenster schließen.').waitFor()
    await popup.close()
    await page.waitForURL(/\/checkout\/(payment|done)\//)
    await shop.mailTo('paypal-closed@example.org', 'ist bestätigt')
    await page.reload()
    await page.waitForURL(/\/checkout\/done\//)
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('PayPal in the cart', () => {
  it('PAY-05, CHK-03 lets a fan with an address in another country change the cart’s country and pay the new total', async () => {
    const fan = await fanInWindow(PHONE, 'de', { products: { [shop.shirt]: 1 } })
    const { page, main, popup } = fan
    await popup.getByLabel('Land').selectOption('AT')
    await popup.getByTestId('approve').click()
    await main
      .getByRole('alert')
      .getByText(/Deine Adresse bei PayPal ist in Österreich/)
      .waitFor()
    await main.getByRole('button', { name: 'Lieferland auf Österreich ändern' }).click()
    await page.waitForURL('**/checkout/confirm')
    await main.getByText('37,90').first().waitFor()
    await orderAndPay(fan)
    await shop.mailTo('fan@paypal.example', 'ist bestätigt')
    expect(fan.faults).toEqual([])
    await page.context().close()
  })

  it('PAY-05, CHK-03 lets a fan with tickets complete the address that PayPal does not give, and order', async () => {
    const fan = await fanInWindow(DESKTOP, 'en', { events: { [shop.clubEvent]: 2 } })
    const { page, main, popup, words } = fan
    await popup.getByTestId('approve').click()
    await page.waitForURL('**/checkout/details')
    await expect.poll(() => main.getByLabel(words.lastName, { exact: true }).inputValue()).toBe('Brückner')
    await main.getByLabel(words.street, { exact: true }).fill('Elbchaussee 12')
    await main.getByLabel(words.postCode, { exact: true }).fill('22765')
    await main.getByLabel(words.city, { exact: true }).fill('Hamburg')
    await fan.press(words.toPayment)
    await page.waitForURL('**/checkout/payment')
    expect(
      await main
        .getByRole('radio', { name: /PayPal/ })
        .first()
        .isChecked(),
    ).toBe(true)
    await fan.press(words.toReview)
    await orderAndPay(fan)
    expect(fan.faults).toEqual([])
    await page.context().close()
  })
})

/** Opens PayPal's window from the cart, with the keyboard. */
async function fanInWindow(options: BrowserContextOptions, language: Language, content: CartContent) {
  const { page, faults } = await newVisitor(browser, options)
  const fan = fanOf(page, language)
  await fillCart(page, shop, content)
  await page.goto(`${shop.url}/${shop.band}/checkout?lang=${language}`)
  const button = fan.main.getByRole('button', { name: /PayPal/, disabled: false })
  await button.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await button.focus()
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
  return { ...fan, faults, popup }
}

async function orderAndPay({ page, main, words }: Awaited<ReturnType<typeof fanInWindow>>): Promise<void> {
  await page.waitForURL('**/checkout/confirm')
  await main.getByText('fan@paypal.example').first().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await main.getByRole('checkbox', { name: words.terms }).check()
  await main.getByRole('button', { name: words.order }).click()
  await page.waitForURL(/\/checkout\/done\/.*payment_received/)
  await main.getByText(words.received).waitFor()
}

async function press(popup: Page, testId: string): Promise<void> {
  await popup.getByTestId(testId).click()
}

/**
 * PAY-05: a fan checks out with PayPal from the cart: on a phone in German with a parcel to another country, and on a desktop in
 * English with tickets, for which PayPal gives no address.
 */
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { type CartContent, fillCart } from '../support/filled-cart.ts'
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

async function fanWithCart(options: BrowserContextOptions, language: Language, content: CartContent) {
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

async function orderAndPay({ page, main, words }: Awaited<ReturnType<typeof fanWithCart>>): Promise<void> {
  await page.waitForURL('**/checkout/confirm')
  await main.getByText('fan@paypal.example').first().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await main.getByRole('checkbox', { name: words.terms }).check()
  await main.getByRole('button', { name: words.order }).click()
  await page.waitForURL(/\/checkout\/done\/.*payment_received/)
  await main.getByText(words.received).waitFor()
}

it('PAY-05, CHK-03 a fan with an address in another country changes the cart’s country and pays the new total', async () => {
  const fan = await fanWithCart(PHONE, 'de', { products: { [shop.shirt]: 1 } })
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

it('PAY-05, CHK-03 a fan with tickets completes the address that PayPal does not give, and orders', async () => {
  const fan = await fanWithCart(DESKTOP, 'en', { events: { [shop.clubEvent]: 2 } })
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

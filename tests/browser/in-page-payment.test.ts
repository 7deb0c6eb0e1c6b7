/**
 * Tests the methods that are paid in the shop's page and at the bank, with the script that replaces Stripe.js: card fields
 * on a desktop in German, a wallet on a phone in English, and an instant transfer on a phone in German.
 */
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { fanOf, type Language } from './fan.ts'

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop({ hasCardFields: true }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

const CARD = { good: '4242 4242 4242 4242', declined: '4000 0000 0000 0002', threeDSecure: '4000 0027 6000 3184' }

/** Opens the checkout with a cap in the cart. */
async function fanWithCap(options: BrowserContextOptions, language: Language, wallets = 'all') {
  const { page, faults } = await newVisitor(browser, options)
  if (wallets === 'none') await page.context().addCookies([{ name: 'sandbox_wallets', value: 'none', url: shop.url }])
  const fan = fanOf(page, language)
  await page.goto(`${shop.url}/${shop.band}/products/nachtwerk-cap?lang=${language}`)
  await fan.press(fan.words.addToCart)
  const minicart = page.getByRole('region', { name: language === 'de' ? 'Warenkorb' : 'Cart' })
  await minicart.getByRole('link', { name: fan.words.cart }).click()
  await page.waitForURL('**/checkout')
  await fan.main.getByText('24,90').first().waitFor()
  return { ...fan, faults }
}

/** A declined card is an answer with the status 402, which the browser logs. */
const withoutDeclined = (faults: string[]) => faults.filter((fault) => !fault.includes('402'))

describe('card fields in the page', () => {
  it('PAY-03 reject empty fields, survive the way to the review, and pay after 3-D Secure', async () => {
    const fan = await fanWithCap(DESKTOP, 'de')
    const { page, main, words } = fan
    await fan.follow(words.toDetails)
    await fan.fillAddress('card-fields@example.org')
    await fan.press(words.toPayment)
    await main.getByRole('radio', { name: /Kreditkarte/ }).check()
    await main.getByLabel('Kartennummer').waitFor()
    await fan.press(words.toReview)
    await main.getByText('Die Kartendaten sind unvollständig.').waitFor()
    expect(page.url()).toContain('/checkout/payment')
    expect(await accessibilityViolations(page)).toEqual([])

    await main.getByLabel('Kartennummer').focus()
    for (const text of [CARD.threeDSecure, '12/34', '123']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await fan.press(words.toReview)
    await page.waitForURL('**/checkout/confirm')
    await main.getByText('Visa •••• 3184').waitFor()
    await main.getByRole('checkbox', { name: words.terms }).check()
    await main.getByRole('button', { name: words.order }).dblclick()
    await page.frameLocator('iframe[src*="/pay/"]').getByTestId('approve').click()
    await page.waitForURL(/\/checkout\/done\/.*payment_received/)
    await main.getByText(words.received).waitFor()
    await shop.mailTo('card-fields@example.org', 'ist bestätigt')
    expect(fan.faults).toEqual([])
    await page.context().close()
  })

  it('PAY-03 lead to the open order after a declined card, which another card pays there', async () => {
    const fan = await fanWithCap(PHONE, 'de')
    const { page, main, words } = fan
    const enter = async (number: string) => {
      await main.getByLabel('Kartennummer').fill(number)
      await main.getByLabel('Ablaufdatum').fill('12/34')
      await main.getByLabel('Prüfnummer').fill('123')
    }
    await fan.follow(words.toDetails)
    await fan.fillAddress('declined-card@example.org')
    await fan.press(words.toPayment)
    await main.getByRole('radio', { name: /Kreditkarte/ }).check()
    await enter(CARD.declined)
    await fan.press(words.toReview)
    await page.waitForURL('**/checkout/confirm')
    // The card is lost with the document, so the payment step asks for it again.
    await page.reload()
    await page.waitForURL('**/checkout/payment')
    await enter(CARD.declined)
    await fan.press(words.toReview)
    await main.getByRole('checkbox', { name: words.terms }).check()
    await fan.press(words.order)
    await page.waitForURL(/\/checkout\/payment\/ord_.*payment_error/)
    await main.getByRole('alert').getByText(words.failed).waitFor()
    await enter(CARD.good)
    await fan.press(/bezahlen/)
    await page.waitForURL(/\/checkout\/done\/.*payment_received/)
    await main.getByText(words.received).waitFor()
    expect(withoutDeclined(fan.faults)).toEqual([])
    await page.context().close()
  })
})

describe('wallet buttons in the cart', () => {
  it('PAY-03, CHK-03 order and pay at once, refuse another country, and change nothing if the sheet is cancelled', async () => {
    const fan = await fanWithCap(PHONE, 'en')
    const { page, main, words } = fan
    const button = main.getByRole('button', { name: /Google Pay/ })
    await button.waitFor()
    await main.getByText(/you place a binding order/).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])

    await button.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Test wallet' })
    await sheet.getByText('24,90').first().waitFor()
    await sheet.getByLabel('Delivery address').selectOption('1')
    await sheet.getByText('This address is not delivered to.').waitFor()
    expect(await sheet.getByRole('button', { name: 'Pay', exact: true }).isEnabled()).toBe(false)
    await sheet.getByRole('button', { name: 'Cancel' }).press('Enter')
    await main.getByText('24,90').first().waitFor()

    await button.press('Enter')
    await sheet.getByLabel('Shipping').selectOption({ label: 'Express (14,90 €)' })
    await sheet.getByText('33,90').first().waitFor()
    await sheet.getByRole('button', { name: 'Pay', exact: true }).press('Enter')
    await page.waitForURL(/\/checkout\/done\/.*payment_received/)
    await main.getByText(words.received).waitFor()
    await main.getByText('33,90').first().waitFor()
    await shop.mailTo('ida.falk.paid@example.org', 'is confirmed')
    expect(fan.faults).toEqual([])
    await page.context().close()
  })

  it('PAY-03 lead to the open order with an alert if the card in the wallet is declined', async () => {
    const fan = await fanWithCap(DESKTOP, 'de')
    const { page, main, words } = fan
    await main.getByRole('button', { name: /Link/ }).click()
    await page.getByRole('button', { name: 'Bezahlen mit abgelehnter Karte' }).click()
    await page.waitForURL(/\/checkout\/payment\/ord_.*payment_error/)
    await main.getByRole('alert').getByText(words.failed).waitFor()
    // A wallet is no method of an open order, so the first of the others is chosen.
    expect(await main.getByRole('radio', { checked: true }).count()).toBe(1)
    expect(withoutDeclined(fan.faults)).toEqual([])
    await page.context().close()
  })

  it('PAY-03, CHK-03 are hidden in a browser without a wallet', async () => {
    const { page, main, faults } = await fanWithCap(DESKTOP, 'de', 'none')
    await main.getByText(/In der Kasse kannst du so bezahlen/).waitFor()
    expect(await main.getByRole('button', { name: /Google Pay|Link/ }).count()).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('an instant transfer', () => {
  it('PAY-04 returns from a declined payment to the open order, and pays it at the second attempt', async () => {
    const fan = await fanWithCap(PHONE, 'de')
    const { page, main, words } = fan
    await fan.checkOut('klarna@example.org', 'stripe_sofort')
    await page.waitForURL(/\/pay\/pi_/)
    await page.getByTestId('decline').click()
    await page.waitForURL(/\/checkout\/payment\/ord_.*payment_error/)
    await main.getByRole('alert').getByText(words.failed).waitFor()
    await fan.press(/bezahlen/)
    await page.waitForURL(/\/pay\/pi_/)
    await page.getByTestId('approve').click()
    await page.waitForURL(/\/checkout\/done\/.*payment_received/)
    await main.getByText(words.received).waitFor()
    await shop.mailTo('klarna@example.org', 'ist bestätigt')
    expect(fan.faults).toEqual([])
    await page.context().close()
  })
})

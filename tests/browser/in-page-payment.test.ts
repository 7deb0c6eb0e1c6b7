/**
 * Tests the methods that are paid in the shop's page and at the bank, with the script that replaces Stripe.js: card fields
 * on a desktop in German, a wallet on a phone in English, and an instant transfer on a phone in German.
 */
import type { Browser, BrowserContextOptions, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { FAN_ADDRESS, fillCart } from '../support/filled-cart.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { fanOf, type Language } from './fan.ts'

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop({ shopMeta: { card_fields: true } }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

/** A slow typist presses three keys a second. A test of the time would depend on the machine. */
const KEYS_OF_A_MINUTE = 180
const CARD = { good: '4242 4242 4242 4242', declined: '4000 0000 0000 0002', threeDSecure: '4000 0027 6000 3184' }

/** Opens the checkout with a cap: on the payment step if the fan has an email address, and otherwise on the first step. */
async function fanWithCap(
  options: BrowserContextOptions,
  language: Language,
  more: { email?: string; wallets?: 'none' },
) {
  const { page, faults } = await newVisitor(browser, options)
  const { email, wallets } = more
  if (wallets) await page.context().addCookies([{ name: 'sandbox_wallets', value: wallets, url: shop.url }])
  const details = email && { details: { email, shippingAddress: FAN_ADDRESS } }
  await fillCart(page, shop, { products: { 'nachtwerk-cap': 1 }, ...(details || {}) })
  await page.goto(`${shop.url}/${shop.band}/checkout${email ? '/payment' : ''}?lang=${language}`)
  const fan = fanOf(page, language)
  await fan.main.getByText(fan.amount(2490)).filter({ visible: true }).first().waitFor()
  return { ...fan, faults }
}

/** A declined card is an answer with the status 402, which the browser logs. */
const withoutDeclined = (faults: string[]) => faults.filter((fault) => !fault.includes('402'))

describe('card fields in the page', () => {
  it('PAY-03 reject empty fields, survive the way to the review, and pay after 3-D Secure', async () => {
    const fan = await fanWithCap(DESKTOP, 'de', { email: 'card-fields@example.org' })
    const { page, main, words } = fan
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
    const fan = await fanWithCap(PHONE, 'de', { email: 'declined-card@example.org' })
    const { page, main, words } = fan
    const enter = async (number: string) => {
      await main.getByLabel('Kartennummer').fill(number)
      await main.getByLabel('Ablaufdatum').fill('12/34')
      await main.getByLabel('Prüfnummer').fill('123')
    }
    await main.getByRole('radio', { name: /Kreditkarte/ }).check()
    await enter(CARD.declined)
    await fan.press(words.toReview)
    await page.waitForURL('**/checkout/confirm')
    // The card is lost with the document, so the payment step asks for it again.
    await page.reload()
    await page.waitForURL('**/checkout/payment')
    await enter(CARD.declined)
    await fan.press(words.toReview)
    await fan.order()
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
    const fan = await fanWithCap(PHONE, 'en', {})
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
    await main.getByText('24.90').first().waitFor()

    await button.press('Enter')
    await sheet.getByLabel('Shipping').selectOption({ label: 'Express (14,90 €)' })
    await sheet.getByText('33,90').first().waitFor()
    await sheet.getByRole('button', { name: 'Pay', exact: true }).press('Enter')
    await page.waitForURL(/\/checkout\/done\/.*payment_received/)
    await main.getByText(words.received).waitFor()
    await main.getByText('33.90').first().waitFor()
    await shop.mailTo('ida.falk.paid@example.org', 'is confirmed')
    expect(fan.faults).toEqual([])
    await page.context().close()
  })

  it('PAY-03 lead to the open order with an alert if the card in the wallet is declined', async () => {
    const fan = await fanWithCap(DESKTOP, 'de', {})
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
    const { page, main, faults } = await fanWithCap(DESKTOP, 'de', { wallets: 'none' })
    await main.getByText(/In der Kasse kannst du so bezahlen/).waitFor()
    expect(await main.getByRole('button', { name: /Google Pay|Link/ }).count()).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('an instant transfer', () => {
  it('PAY-04 returns from a declined payment to the open order, and pays it at the second attempt', async () => {
    const fan = await fanWithCap(PHONE, 'de', { email: 'klarna@example.org' })
    const { page, main, words } = fan
    await main.getByRole('radio', { name: words.stripe_sofort }).check()
    await fan.press(words.toReview)
    await fan.order()
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

describe('the way by typing', () => {
  it('CHK-11 takes nine fields and at most the key presses of a minute, from the cart to the paid order', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const { main, words } = fanOf(page, 'en')
    await fillCart(page, shop, { events: { [shop.clubEvent]: 1 } })
    await page.goto(`${shop.url}/${shop.band}/checkout?lang=en`)
    await main.getByRole('button', { name: /Google Pay/ }).waitFor()

    let keys = 0
    let fields = 0
    const press = async (key: string) => {
      keys++
      expect(keys).toBeLessThanOrEqual(KEYS_OF_A_MINUTE)
      await page.keyboard.press(key)
    }
    const hasFocus = (target: Locator) => target.evaluate((element) => element.matches(':focus'))
    const reach = async (target: Locator, key = 'Tab') => {
      await target.waitFor()
      while (!(await hasFocus(target))) await press(key)
    }
    const pressOn = async (target: Locator, key: string) => {
      await reach(target)
      await press(key)
    }
    const type = async (label: string, text: string) => {
      await reach(main.getByLabel(label, { exact: true }))
      await page.keyboard.type(text)
      keys += text.length
      fields++
    }

    await pressOn(main.getByRole('link', { name: words.toDetails }), 'Enter')
    await type(words.firstName, FAN_ADDRESS.firstName)
    await type(words.lastName, FAN_ADDRESS.lastName)
    await type(words.street, FAN_ADDRESS.address)
    await type(words.postCode, FAN_ADDRESS.postCode)
    await type(words.city, FAN_ADDRESS.city)
    await type(words.email, 'oezge.luczak@example.org')
    await press('Enter')
    await reach(main.getByRole('radio', { checked: true }))
    await reach(main.getByRole('radio', { name: words.stripe_checkout }), 'ArrowDown')
    await type('Card number', CARD.good.replaceAll(' ', ''))
    await type('Expiry date', '1234')
    await type('Security code', '123')
    await pressOn(main.getByRole('button', { name: words.toReview }), 'Enter')
    await pressOn(main.getByRole('checkbox', { name: words.terms }), 'Space')
    await pressOn(main.getByRole('button', { name: words.order }), 'Enter')
    await page.waitForURL(/\/checkout\/done\/.*payment_received/)
    await main.getByText(words.received).waitFor()
    expect(fields).toBe(9)
    expect(faults).toEqual([])
    await page.context().close()
  })
})

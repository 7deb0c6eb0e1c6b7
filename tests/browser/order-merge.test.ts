/** MERGE-01: a fan adds a shirt to an earlier order, undoes it, adds it again and pays for it. */
import type { Browser, BrowserContextOptions } from 'playwright-core'
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

const WORDS = {
  de: {
    link: 'Zu einer bestehenden Bestellung hinzufügen',
    how: 'So funktioniert das Zusammenlegen',
    close: 'Alles klar',
    reference: 'Bestellnummer',
    email: 'E-Mail-Adresse der Bestellung',
    add: 'Hinzufügen',
    missing: 'Eine Bestellnummer hat zehn Ziffern.',
    notFound: /Wir finden keine passende Bestellung/,
    order: 'Zahlungspflichtig bestellen',
    undo: 'Rückgängig machen',
    travels: (reference: string) => `Geht mit Bestellung ${reference} auf die Reise`,
    mail: 'ist bestätigt',
  },
  en: {
    link: 'Add to an existing order',
    how: 'How combining orders works',
    close: 'Got it',
    reference: 'Order number',
    email: 'Email address you ordered with',
    add: 'Add',
    missing: 'An order number has ten digits.',
    notFound: /We can’t find a matching order/,
    order: 'Buy now',
    undo: 'Undo',
    travels: (reference: string) => `Ships with order ${reference}`,
    mail: 'is confirmed',
  },
} as const

const JOURNEYS: { name: string; options: BrowserContextOptions; language: Language }[] = [
  { name: 'on a phone in German', options: PHONE, language: 'de' },
  { name: 'on a desktop in English', options: DESKTOP, language: 'en' },
]

describe.each(JOURNEYS)('a fan $name', ({ options, language }) => {
  it('MERGE-01 adds a shirt to a paid order with the keyboard, undoes it, adds it again and pays for it', async () => {
    const { page, faults } = await newVisitor(browser, options)
    const fan = fanOf(page, language)
    const { main, words } = fan
    const text = WORDS[language]
    const email = `merge-${language}@example.org`

    const putShirtIntoCart = (details?: CartContent['details']) =>
      fillCart(page, shop, { products: { [shop.shirt]: 1 }, ...(details && { details }) })
    const open = (step: string) => page.goto(`${shop.url}/${shop.band}${step}?lang=${language}`)
    const referenceInUrl = () => /(\d{10})(?:\?|$)/.exec(page.url())?.[1] ?? ''

    await putShirtIntoCart({ email, shippingAddress: FAN_ADDRESS, paymentMethod: 'bank_transfer' })
    await open('/checkout/confirm')
    await fan.order()
    await page.waitForURL(/\/checkout\/done\//)
    const reference = referenceInUrl()
    await shop.markPaid(reference)

    await putShirtIntoCart()
    await open('/checkout')
    await main.getByRole('button', { name: text.how }).press('Enter')
    const dialog = page.getByRole('dialog', { name: text.how })
    await dialog.waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await main.getByRole('link', { name: text.link }).press('Enter')
    await page.waitForURL('**/checkout/add-to-order')

    const referenceField = main.getByLabel(text.reference, { exact: true })
    const emailField = main.getByLabel(text.email, { exact: true })
    await referenceField.press('Enter')
    await main.getByText(text.missing).waitFor()
    await expect.poll(() => referenceField.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await accessibilityViolations(page)).toEqual([])
    await referenceField.fill(`BAX ${reference}`)
    await emailField.fill('nobody@example.org')
    await emailField.press('Enter')
    await main.getByText(text.notFound).waitFor()
    await emailField.fill(email)
    await emailField.press('Enter')
    await page.waitForURL(/\/checkout\/payment\/.*merge=1/)
    await main.getByText(text.travels(reference)).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])

    await main.getByRole('button', { name: text.undo }).press('Enter')
    await page.waitForURL('**/checkout')
    await main.getByRole('link', { name: text.link }).press('Enter')
    await referenceField.fill(reference)
    await emailField.fill(email)
    await main.getByRole('button', { name: text.add, exact: true }).press('Enter')
    await page.waitForURL(/\/checkout\/payment\/.*merge=1/)

    await main.getByRole('radio', { name: words.stripe_checkout }).check()
    await main.getByRole('button', { name: text.order }).press('Enter')
    const terms = main.getByRole('checkbox', { name: words.terms })
    await expect.poll(() => terms.evaluate((box) => box === document.activeElement)).toBe(true)
    await terms.press('Space')
    await main.getByRole('button', { name: text.order }).press('Enter')
    await page.waitForURL(/\/pay\//)
    await page
      .getByRole('button', { name: language === 'de' ? /bezahlen$/ : /^Pay \S*\d/ })
      .first()
      .click()
    await page.waitForURL(/\/checkout\/done\/.*payment_received/)
    await main.getByText(text.travels(reference)).waitFor()
    const mail = await shop.mailTo(email, `${referenceInUrl()} ${text.mail}`)
    expect(mail.text).toContain(reference)
    expect(faults).toEqual([])
  })
})

/**
 * Plays each payment method on a phone and on a desktop, in German and in English. The fan on the phone taps, the fan on
 * the desktop uses the keyboard. Each play begins with a filled cart. Other files test the steps before, and payments that
 * fail.
 */
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAYMENT_METHOD_IDS, type PaymentMethodId } from '../../schema/rules/payment-methods.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newLastingVisitor, PHONE, type WatchedPage } from '../support/browser.ts'
import { type CartContent, FAN_ADDRESS, fillCart } from '../support/filled-cart.ts'
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

const WORDS = {
  de: {
    card: ['Kartennummer', 'Ablaufdatum', 'Prüfnummer'],
    wallet: 'Test-Wallet',
    pay: 'Bezahlen',
    free: 'Nichts zu bezahlen',
    settled: /Zu zahlen gibt es nichts/,
  },
  en: {
    card: ['Card number', 'Expiry date', 'Security code'],
    wallet: 'Test wallet',
    pay: 'Pay',
    free: 'Nothing to pay',
    settled: /There is nothing to pay/,
  },
} as const
const CARD = ['4242 4242 4242 4242', '12/34', '123'] as const
const MAIN_SHOP = 'stagedoor'

/** A fan with a filled cart. */
type Player = ReturnType<typeof fanOf> & {
  texts: (typeof WORDS)[Language]
  open(step: string): Promise<unknown>
  /** Presses a button: taps it, or focuses it and presses Enter. */
  activate(button: Locator): Promise<void>
  /** Taps a radio button or a checkbox, or presses the space bar on it. */
  choose(input: Locator): Promise<void>
  expectAccessible(): Promise<void>
}

type Play = {
  rule: string
  cart: CartContent
  /** The main shop offers Stripe's card page, and the band's shop has card fields instead. */
  isInMainShop?: boolean
  /** Plays from the first step that the fan must see, up to the last page of the checkout. */
  pay(fan: Player): Promise<void>
}

const TICKET: CartContent = { events: { club: 1 } }
const CAP: CartContent = { products: { 'nachtwerk-cap': 1 } }

/** Chooses the method on the payment step, and goes to the review. `fill` completes what the method asks for. */
async function choosePayment(fan: Player, name: RegExp, fill?: () => Promise<void>): Promise<void> {
  const { page, main, words } = fan
  await fan.open('/checkout/payment')
  await fan.choose(main.getByRole('radio', { name }))
  await fill?.()
  await fan.expectAccessible()
  await fan.activate(main.getByRole('button', { name: words.toReview }))
  await page.waitForURL('**/checkout/confirm')
}

/** Accepts the terms and orders, on the review. */
async function order(fan: Player): Promise<void> {
  const { main, words } = fan
  await fan.choose(main.getByRole('checkbox', { name: words.terms }))
  await fan.expectAccessible()
  await fan.activate(main.getByRole('button', { name: words.order }))
}

/** Counts the presses on the page's buttons and links, until the document is left. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    const count = ({ isTrusted }: Event) => {
      if (isTrusted) dataset.presses = String(Number(dataset.presses ?? 0) + 1)
    }
    addEventListener('click', count, true)
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset.presses ?? 0))
}

async function approveOnPage({ page, activate }: Player): Promise<void> {
  await page.waitForURL(/\/pay\//)
  await activate(page.getByTestId('approve'))
}

async function approveInWindow({ page, activate }: Player, press: () => Promise<void>): Promise<void> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), press()])
  await activate(popup.getByTestId('approve'))
}

async function expectPaid({ page, main, words }: Player): Promise<void> {
  await page.waitForURL(/\/checkout\/done\/.*payment_received/)
  await main.getByText(words.received).waitFor()
}

/** A new payment method does not compile until it has a play. */
const PLAYS: Record<PaymentMethodId, Play> = {
  stripe_express: {
    rule: 'PAY-03, CHK-11',
    cart: CAP,
    async pay(fan) {
      const { page, main, texts } = fan
      await fan.open('/checkout')
      const button = main.getByRole('button', { name: /Google Pay/ })
      await button.waitFor()
      await fan.expectAccessible()
      const presses = await countPresses(page)
      await fan.activate(button)
      const sheet = page.getByRole('dialog', { name: texts.wallet })
      await fan.activate(sheet.getByRole('button', { name: texts.pay, exact: true }))
      await expectPaid(fan)
      expect(await presses()).toBe(2)
    },
  },
  paypal_express: {
    rule: 'PAY-05',
    cart: CAP,
    async pay(fan) {
      const { page, main } = fan
      await fan.open('/checkout')
      const button = main.getByRole('button', { name: /PayPal/, disabled: false })
      await button.waitFor()
      await approveInWindow(fan, () => fan.activate(button))
      await page.waitForURL('**/checkout/confirm')
      await order(fan)
      await expectPaid(fan)
    },
  },
  paypal: {
    rule: 'PAY-05',
    cart: TICKET,
    async pay(fan) {
      await choosePayment(fan, /PayPal/)
      await fan.main.getByRole('button', { name: /PayPal/, disabled: false }).waitFor()
      await approveInWindow(fan, () => order(fan))
      await expectPaid(fan)
    },
  },
  stripe_card: {
    rule: 'PAY-03',
    cart: TICKET,
    async pay(fan) {
      const { main, texts, words } = fan
      await choosePayment(fan, words.stripe_checkout, async () => {
        for (const [index, label] of texts.card.entries()) await main.getByLabel(label).fill(CARD[index] ?? '')
      })
      await order(fan)
      await expectPaid(fan)
    },
  },
  stripe_checkout: {
    rule: 'PAY-02',
    cart: TICKET,
    isInMainShop: true,
    async pay(fan) {
      await choosePayment(fan, fan.words.stripe_checkout)
      await order(fan)
      await approveOnPage(fan)
      await expectPaid(fan)
    },
  },
  stripe_sofort: {
    rule: 'PAY-04',
    cart: TICKET,
    async pay(fan) {
      await choosePayment(fan, fan.words.stripe_sofort)
      await order(fan)
      await approveOnPage(fan)
      await expectPaid(fan)
    },
  },
  bank_transfer: {
    rule: 'PAY-06',
    cart: TICKET,
    async pay(fan) {
      await choosePayment(fan, fan.words.bank_transfer)
      await order(fan)
      await fan.page.waitForURL('**/checkout/done/**')
      await fan.main.getByText('DE02 1203 0000 0000 2020 51').waitFor()
    },
  },
  internal_payment_skipped: {
    rule: 'CHK-02',
    cart: { ...TICKET, voucherCode: 'KP-200-135791' },
    async pay(fan) {
      const { page, main, texts } = fan
      await fan.open('/checkout/payment')
      await page.waitForURL('**/checkout/confirm')
      await main.getByText(texts.free).waitFor()
      await order(fan)
      await page.waitForURL('**/checkout/done/**')
      await main.getByText(texts.settled).waitFor()
    },
  },
}

const FANS: { name: string; options: BrowserContextOptions; isTouched: boolean; language: Language }[] = [
  { name: 'on a phone in German', options: PHONE, isTouched: true, language: 'de' },
  { name: 'on a phone in English', options: PHONE, isTouched: true, language: 'en' },
  { name: 'on a desktop in German', options: DESKTOP, isTouched: false, language: 'de' },
  { name: 'on a desktop in English', options: DESKTOP, isTouched: false, language: 'en' },
]

describe.each(FANS)('a fan $name', ({ options, isTouched, language }) => {
  // The fan's browser caches the shop's files, so that each play takes only seconds.
  let visitor: WatchedPage
  beforeAll(async () => {
    visitor = await newLastingVisitor(browser, options)
  })
  afterAll(async () => {
    await visitor?.page.context().close()
  })

  it.each(PAYMENT_METHOD_IDS.map((id) => [PLAYS[id].rule, id] as const))('%s pays with %s', async (_rule, id) => {
    const { page, faults } = visitor
    const { cart, isInMainShop, pay } = PLAYS[id]
    const email = `${id}-${isTouched ? 'phone' : 'desktop'}-${language}@example.org`
    // Without its cookies, the browser gets a new cart, whatever the play before has left.
    await page.context().clearCookies()
    const band = isInMainShop ? MAIN_SHOP : shop.band
    await fillCart(page, { url: shop.url, band }, { ...cart, details: { email, shippingAddress: FAN_ADDRESS } })
    const base = isInMainShop ? shop.url : `${shop.url}/${band}`
    await pay({
      ...fanOf(page, language),
      texts: WORDS[language],
      open: (step) => page.goto(`${base}${step}?lang=${language}`),
      activate: (button) => (isTouched ? button.tap() : button.press('Enter')),
      choose: (input) => (isTouched ? input.tap() : input.press('Space')),
      async expectAccessible() {
        expect(await accessibilityViolations(page)).toEqual([])
      },
    })
    expect(await accessibilityViolations(page)).toEqual([])
    expect(faults).toEqual([])
  })
})

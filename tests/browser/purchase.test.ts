/**
 * Tests the main journey on a desktop in German and on a phone in English: a fan picks seats, adds a shirt, checks out,
 * pays and receives tickets. Another fan looks at the same seats. Other tests cover bank transfers, a cancelled card
 * payment and the checkout steps.
 */
import type { Browser, BrowserContextOptions, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChangeCountryDocument } from '../../schema/generated/mutations.ts'
import { DESKTOP, launchBrowser, newTab, newVisitor, PHONE } from '../support/browser.ts'
import { FAN_ADDRESS, fillCart } from '../support/filled-cart.ts'
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

const urlOf = (path: string, language: Language = 'de') => `${shop.url}/${shop.band}${path}?lang=${language}`

async function newFan(options: BrowserContextOptions, language: Language) {
  const visitor = await newVisitor(browser, options)
  return { ...fanOf(visitor.page, language), faults: visitor.faults, visitor }
}

const JOURNEYS: { name: string; options: BrowserContextOptions; language: Language; row: number }[] = [
  { name: 'on a desktop in German', options: DESKTOP, language: 'de', row: 3 },
  { name: 'on a phone in English', options: PHONE, language: 'en', row: 5 },
]

describe.each(JOURNEYS)('a fan $name', ({ options, language, row }) => {
  it('SEAT-03, SEAT-04, SEAT-05, PAY-02, CHK-07, TIX-01 holds seats that another fan sees as held, pays by card and gets tickets', async () => {
    const fan = await newFan(options, language)
    const other = await newFan(DESKTOP, 'de')
    const { page, words, main } = fan
    await Promise.all([
      page.goto(urlOf(`/events/${shop.seatedEvent}`, language)),
      other.page.goto(urlOf(`/events/${shop.seatedEvent}`)),
    ])
    await Promise.all([fan.openSeatList('Parkett'), other.openSeatList('Parkett')])

    for (const number of [5, 6, 7]) {
      await fan.seat('Parkett', row, number).click()
      await main.getByRole('button', { name: new RegExp(`(Platz|seat) ${number}, .*${words.own}$`) }).waitFor()
    }
    const seen = (number: number) => other.seat('Parkett', row, number)
    await expect.poll(() => seen(5).getAttribute('aria-label'), { timeout: 5_000 }).toContain(other.words.held)

    await fan.seat('Parkett', row, 7).click()
    await main
      .getByRole('button', { name: new RegExp(`^Parkett.*(Platz|seat) 7, .*${words.free}$`) })
      .first()
      .waitFor()
    await expect.poll(() => seen(7).getAttribute('aria-label'), { timeout: 5_000 }).toContain('frei')

    await page.goto(urlOf(`/products/${shop.shirt}`, language))
    await main.getByRole('radio', { name: 'M', exact: true }).check()
    await fan.press(words.addToCart)
    const minicart = page.getByRole('region', { name: language === 'de' ? 'Warenkorb' : 'Cart' })
    await minicart.getByText(fan.amount(14300)).first().waitFor()
    // The minicart also shows the product's type, because an LP and its CD may share a name (PROD-02).
    await minicart.getByText('T-Shirt', { exact: true }).waitFor()
    await minicart.getByRole('link', { name: words.cart }).click()
    await page.waitForURL('**/checkout')
    await main.getByRole('definition').getByText(fan.amount(14890)).waitFor()
    const email = `card-${language}@example.org`
    await fan.checkOut(email, 'stripe_checkout')
    await page.waitForURL(/\/pay\//)
    await page
      .getByRole('button', { name: language === 'de' ? /bezahlen$/ : /^Pay \S*\d/ })
      .first()
      .click()
    await page.waitForURL(/\/checkout\/done\/.*payment_received/)
    await page.getByRole('heading', { name: words.thanks }).waitFor()
    await main.getByText(words.received).waitFor()

    const mail = await shop.mailTo(email, language === 'de' ? 'ist bestätigt' : 'is confirmed')
    expect(mail.text.replace(/\s/g, '').match(/\d{13}/g)?.length ?? 0).toBeGreaterThanOrEqual(2)
    expect(fan.faults).toEqual([])
    expect(other.faults).toEqual([])
    await Promise.all([page.context().close(), other.page.context().close()])
  })

  it('CHK-09, PAY-06, CART-07 orders with a double click, sees the bank details, and gets a confirmation once the payment is recorded', async () => {
    const fan = await newFan(options, language)
    const { page, words, main } = fan
    await page.goto(urlOf(`/events/${shop.clubEvent}`, language))
    await main.getByRole('button', { name: words.addToCart }).dblclick()
    const minicart = page.getByRole('region', { name: language === 'de' ? 'Warenkorb' : 'Cart' })
    await minicart.getByRole('link', { name: words.cart }).click()
    await page.waitForURL('**/checkout')
    await main.getByText(fan.amount(4980)).first().waitFor()
    const email = `bank-${language}@example.org`
    await fan.checkOut(email, 'bank_transfer')
    await page.waitForURL(/\/checkout\/done\//)
    await main.getByText('DE02 1203 0000 0000 2020 51').waitFor()
    await main.getByRole('img', { name: /GiroCode/ }).waitFor()
    const reference = /(\d{10})$/.exec(page.url())?.[1] ?? ''
    await main.getByText(`BAX${reference} Oezge Luczak`).waitFor()
    await shop.mailTo(email, reference)

    await shop.markPaid(reference)
    await shop.mailTo(email, language === 'de' ? 'ist bestätigt' : 'is confirmed')
    await page.reload()
    await main.getByText(words.received).waitFor()
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name }) => name)).not.toContain(`checkout_${shop.band}`)
    expect(fan.faults).toEqual([])
    await page.context().close()
  })
})

describe('a fan who cancels the card payment', () => {
  it('LATER-01, LATER-02, PAY-02 returns to the pending order, chooses bank transfer, and finds no order under another number', async () => {
    const fan = await newFan(PHONE, 'de')
    const { page, words, main } = fan
    const details = { email: 'later@example.org', shippingAddress: FAN_ADDRESS, paymentMethod: 'stripe_checkout' }
    await fillCart(page, shop, { events: { [shop.clubEvent]: 2 }, details })
    await page.goto(urlOf('/checkout/confirm'))
    await fan.order()
    await page.waitForURL(/\/pay\//)
    await page.getByText('Abbrechen und zurück zum Shop').click()
    await page.waitForURL(/\/checkout\/payment\/.*payment_error/)
    await main.getByRole('alert').getByText(words.failed).waitFor()
    await main.getByRole('radio', { name: words.bank_transfer }).check()
    await fan.press('Per Überweisung bezahlen')
    await main.getByText('DE02 1203 0000 0000 2020 51').waitFor()
    await page.goto(page.url().replace(/\/\d{10}.*/, '/0000000000'))
    await main.getByRole('heading', { name: 'Bestellung nicht gefunden' }).waitFor()
    expect(fan.faults.filter((fault) => !fault.includes('404'))).toEqual([])
    await page.context().close()
  })
})

describe('the checkout steps', () => {
  it('CHK-02, CHK-03, CHK-04, CHK-06, ADDR-01, ADDR-02, ADDR-03 ask for missing input, and question unusual input', async () => {
    const fan = await newFan(DESKTOP, 'de')
    const { page, words, main } = fan
    await page.goto(urlOf('/checkout/confirm'))
    await page.waitForURL('**/checkout')
    await main.getByRole('heading', { name: 'Hier ist noch nichts drin' }).waitFor()

    await page.goto(urlOf(`/products/${shop.shirt}`))
    await main.getByRole('radio', { name: 'M', exact: true }).check()
    await main.getByRole('button', { name: words.addToCart }).click()
    await page.getByRole('region', { name: 'Warenkorb' }).getByRole('link', { name: words.cart }).click()
    await page.waitForURL('**/checkout')
    expect(await main.getByRole('radio', { name: /^Paket/ }).isChecked()).toBe(true)
    await main.getByRole('definition').getByText('30,90').waitFor()
    await main.getByRole('button', { name: /eins mehr/ }).click()
    await main.getByRole('definition').getByText('55,90').waitFor()
    await main.getByLabel('Lieferland').selectOption('at')
    await main.getByRole('definition').getByText('62,90').waitFor()
    await main.getByLabel('Lieferland').selectOption('de')
    await main.getByRole('definition').getByText('55,90').waitFor()

    await page.goto(urlOf('/checkout/payment'))
    await page.waitForURL('**/checkout/details')
    await fan.press(words.toPayment)
    expect(await main.getByText('Bitte füll dieses Feld aus.').count()).toBe(6)
    const summary = main.getByRole('region', { name: 'Bitte prüf diese 6 Angaben:' })
    expect(await summary.evaluate((box) => box.matches(':focus'))).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const firstName = main.getByLabel(words.firstName, { exact: true })
    expect(await firstName.evaluate((field) => field.matches(':focus'))).toBe(true)

    await fan.fillAddress('fan@gmial.com')
    await main.getByRole('button', { name: 'fan@gmail.com übernehmen' }).click()
    expect(await main.getByLabel(words.email, { exact: true }).inputValue()).toBe('fan@gmail.com')
    await main.getByLabel(words.street, { exact: true }).fill('Oranienstraße')
    await main.getByLabel(words.postCode, { exact: true }).fill('1099')
    await fan.press(words.toPayment)
    await page.getByRole('dialog', { name: 'Fehler in der Postleitzahl?' }).getByText('Noch einmal prüfen').click()
    await main.getByLabel(words.postCode, { exact: true }).fill('10999')
    await fan.press(words.toPayment)
    await page.getByRole('dialog', { name: 'Keine Hausnummer?' }).getByText('Stimmt so, weiter').click()
    await page.waitForURL('**/checkout/payment')

    // The first method without a surcharge is preselected, and the carrier is not asked again.
    expect(await main.getByRole('radio').first().isChecked()).toBe(true)
    expect(await main.getByRole('radio', { name: /^Paket/ }).count()).toBe(0)
    await main.getByRole('radio', { name: words.bank_transfer }).check()
    await fan.press(words.toReview)
    await page.waitForURL('**/checkout/confirm')
    await fan.press(words.order)
    await main.getByText('Bitte bestätige unsere AGB, um zu bestellen.').waitFor()
    expect(page.url()).toContain('/checkout/confirm')
    expect(fan.faults).toEqual([])
    await page.context().close()
  })

  it('CHK-05 reset the delivery country to Germany and say why, if the cart cannot be delivered to the chosen country', async () => {
    const fan = await newFan(DESKTOP, 'en')
    const { page, words, main } = fan
    await fillCart(page, shop, { products: { [shop.shirt]: 1 } })
    await page.goto(urlOf('/checkout', 'en'))
    const country = main.getByLabel('Delivery country')
    await country.selectOption('at')
    await main.getByRole('definition').getByText('37.90').waitFor()
    await main.getByRole('button', { name: /one more/i }).click()
    await main.getByRole('definition').getByText('62.90').waitFor()
    const changesCountry = (request: Request) => request.postData()?.includes(ChangeCountryDocument.hash) === true
    await page.route(/\/graphql\?/, (route) => (changesCountry(route.request()) ? route.abort() : route.continue()))
    await main.getByRole('button', { name: /one more/i }).click()
    await main.getByText('We can’t reach the shop').waitFor()
    expect(await country.inputValue()).toBe('at')
    await main.getByRole('button', { name: /one fewer/i }).click()
    await main.getByRole('definition').getByText('62.90').waitFor()
    await page.unroute(/\/graphql\?/)
    await main.getByRole('button', { name: /one more/i }).click()
    await main.getByText('Sorry, we can’t deliver your cart to this country.').first().waitFor()
    await main.getByRole('definition').getByText('80.90').waitFor()
    expect(await country.inputValue()).toBe('de')
    await main.getByRole('link', { name: words.toDetails }).waitFor()
    await page.context().close()
  })

  it('CART-03 start again from the first step after another tab changes the cart', async () => {
    const fan = await newFan(DESKTOP, 'de')
    const { page, words, main } = fan
    await fillCart(page, shop, { events: { [shop.clubEvent]: 2 } })
    await page.goto(urlOf('/checkout/details'))
    await main.getByLabel(words.email, { exact: true }).waitFor()
    const tab = await newTab(fan.visitor)
    await tab.page.goto(urlOf(`/products/${shop.shirt}`))
    await tab.page.getByRole('radio', { name: 'M', exact: true }).check()
    await tab.page.getByRole('button', { name: words.addToCart }).click()
    await page.waitForURL('**/checkout')
    await main.getByText(/in einem anderen Fenster geändert/).waitFor()
    await main.getByText('Nachtwerk – Neonlicht').waitFor()
    expect(fan.faults).toEqual([])
    await page.context().close()
  })
})

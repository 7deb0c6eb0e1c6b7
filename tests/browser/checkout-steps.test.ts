/**
 * Tests what the checkout does when something is in the way: a country without a carrier, a reload in the middle of the form,
 * an error of the server, a lost connection. The journeys in purchase.test.ts test the ordinary way.
 */
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PlaceOrderDocument, SaveDetailsDocument } from '../../schema/generated/mutations.ts'
import { CheckoutOptionsDocument } from '../../schema/generated/operations.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE, type WatchedPage } from '../support/browser.ts'
import { fillCart } from '../support/filled-cart.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { recordShifts } from '../support/layout-shifts.ts'
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
const sends = (request: Request, { hash }: { hash: string }) =>
  request.postData()?.includes(hash) === true || request.url().includes(hash)

/** A fan with this number of shirts in the cart, on the first step. */
async function fanWithShirts(options: typeof PHONE, amount = 1) {
  const visitor = await newVisitor(browser, options)
  const fan = fanOf(visitor.page, 'de')
  await fillCart(visitor.page, shop, { products: { [shop.shirt]: amount } })
  await visitor.page.goto(urlOf('/checkout'))
  return { ...fan, visitor, faults: visitor.faults }
}

async function goToReview(fan: Awaited<ReturnType<typeof fanWithShirts>>, email: string): Promise<void> {
  await fan.follow(fan.words.toDetails)
  await fan.fillAddress(email)
  await fan.press(fan.words.toPayment)
  await fan.main.getByRole('radio', { name: fan.words.bank_transfer }).check()
  await fan.press(fan.words.toReview)
  await fan.main.getByRole('checkbox', { name: fan.words.terms }).check()
}

/** Another device with the visitor's cookies. Unlike another tab, it sends no messages to the first one. */
async function otherDevice({ page }: WatchedPage): Promise<Page> {
  const context = await browser.newContext({
    ...DESKTOP,
    locale: 'de-DE',
    storageState: await page.context().storageState(),
  })
  context.setDefaultTimeout(15_000)
  return context.newPage()
}

const country = (page: Page) => page.getByRole('main').getByLabel('Land', { exact: true })

describe('a step that loads', () => {
  it.each(['/checkout', '/checkout/details'])(
    'CHK-01 moves nothing that the buyer sees when the content of %s arrives',
    async (path) => {
      const { page, faults } = await newVisitor(browser, PHONE)
      await fillCart(page, shop, { products: { [shop.shirt]: 1 } })
      const shiftsOf = await recordShifts(page)
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route(/\/graphql/, async (route) => {
        await promise
        await route.continue()
      })
      await page.goto(urlOf(path))
      const footer = page.getByRole('contentinfo', { includeHidden: true })
      await footer.waitFor({ state: 'attached' })
      await page.evaluate(() => document.fonts.ready)
      expect(await footer.isVisible()).toBe(false)
      resolve()
      await page
        .getByRole('main')
        .getByText('Lieferland')
        .or(page.getByRole('main').getByLabel('Nachname'))
        .first()
        .waitFor()
      await footer.waitFor()
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      expect(await shiftsOf()).toBeLessThan(0.01)
      expect(faults).toEqual([])
    },
  )
})

describe('the address form', () => {
  it('ADDR-04, CHK-08 keeps the country and all texts after a reload, takes a new country into the total at once, and bills to any country', async () => {
    const fan = await fanWithShirts(PHONE)
    const { page, main, words, faults } = fan
    await fan.follow(words.toDetails)
    await page.waitForURL('**/checkout/details')
    await main
      .getByRole('button', { name: /^Bestellübersicht/ })
      .getByText('30,90')
      .waitFor()
    await country(page).selectOption('at')
    await main
      .getByRole('button', { name: /^Bestellübersicht/ })
      .getByText('37,90')
      .waitFor()
    await fan.fillAddress('wien@example.org')
    await main.getByLabel(words.postCode, { exact: true }).fill('1010')
    await main.getByRole('button', { name: 'Firma oder Adresszusatz angeben' }).click()
    await main.getByLabel(/^Firma/).fill('Nachtwerk Wien')
    await main.getByLabel('Die Rechnung soll an eine andere Adresse gehen').check()
    await expect.poll(() => page.evaluate(() => document.cookie.includes('checkout_'))).toBe(true)

    // The last change does not reach the server before the reload.
    await page.route(/\/graphql/, (route) =>
      sends(route.request(), SaveDetailsDocument) ? route.abort() : route.continue(),
    )
    const failed = page.waitForEvent('requestfailed', (request) => sends(request, SaveDetailsDocument))
    await main.locator('[name="billingAddress.countryCode"]').selectOption('ar')
    await failed
    await page.reload()
    await page.unroute(/\/graphql/)
    await main.getByLabel(words.firstName, { exact: true }).first().waitFor()
    expect(await main.locator('[name="shippingAddress.countryCode"]').inputValue()).toBe('at')
    expect(await main.locator('[name="billingAddress.countryCode"]').inputValue()).toBe('ar')
    expect(
      await main
        .getByLabel(/^Firma/)
        .first()
        .inputValue(),
    ).toBe('Nachtwerk Wien')
    expect(await main.getByLabel(words.email, { exact: true }).inputValue()).toBe('wien@example.org')
    const tokens = await main
      .locator('form input[autocomplete]')
      .evaluateAll((fields) => fields.map((field) => field.getAttribute('autocomplete')))
    expect(tokens).toContain('shipping address-line1')
    expect(tokens).toContain('billing postal-code')

    const values = { firstName: 'Ana', lastName: 'Paz', address: 'Calle 9', postCode: 'C1425', city: 'Buenos Aires' }
    for (const [field, value] of Object.entries(values))
      await main.locator(`[name="billingAddress.${field}"]`).fill(value)
    await fan.press(words.toPayment)
    await page.waitForURL('**/checkout/payment')
    await fan.press(words.toReview)
    await page.waitForURL('**/checkout/confirm')
    await main.getByText('Argentinien').waitFor()
    await main.getByText('Österreich').waitFor()
    // The browser logs the request that failed.
    expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([])
    await page.context().close()
  })

  it('CHK-10 names final prices for a delivery outside the EU, and the order contains no VAT', async () => {
    const fan = await fanWithShirts(DESKTOP)
    const { page, main, words } = fan
    await main.getByLabel('Lieferland').selectOption('ch')
    await main.getByText(/^Endpreise, ohne deutsche MwSt/).waitFor()
    await fan.follow(words.toDetails)
    await page.waitForURL('**/checkout/details')
    await fan.fillAddress('zuerich@example.org')
    await main.getByLabel(words.postCode, { exact: true }).fill('8001')
    await fan.press(words.toPayment)
    await main.getByRole('radio', { name: words.bank_transfer }).check()
    await fan.press(words.toReview)
    await main.getByRole('checkbox', { name: words.terms }).check()
    await main.getByText(/^Endpreise, ohne deutsche MwSt/).waitFor()
    await fan.press(words.order)
    await page.waitForURL('**/checkout/done/**')
    await main.getByText('37,90').first().waitFor()
    expect(await main.getByText(/inkl\. .* MwSt/).count()).toBe(0)
    expect(fan.faults).toEqual([])
    await page.context().close()
  })
})

describe('an order of online tickets', () => {
  it('CHK-01, CHK-06, ADDR-03 speaks of no delivery on its steps, and says beside the button that tickets cannot be returned', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const { main, words, ...fan } = fanOf(page, 'de')
    await fillCart(page, shop, { events: { [shop.clubEvent]: 2 } })
    await page.goto(urlOf('/checkout/details'))
    await fan.fillAddress('tickets@example.org')
    await main.getByLabel(words.street, { exact: true }).fill('Oranienstraße')
    await fan.press(words.toPayment)
    const question = page.getByRole('dialog', { name: 'Keine Hausnummer?' })
    await question.getByText('In „Oranienstraße“ fehlt eine Hausnummer. Ist das richtig so?').waitFor()
    await question.getByText('Stimmt so, weiter').click()
    await main.getByRole('heading', { level: 1, name: 'Zahlung', exact: true }).waitFor()
    await main.getByText('Kantine, Köln').first().waitFor()
    await main.getByRole('radio', { name: words.bank_transfer }).check()
    await fan.press(words.toReview)
    await main.getByRole('link', { name: 'Zahlung', exact: true }).waitFor()
    await main.getByText('Dieselbe Adresse', { exact: true }).waitFor()
    await main.getByText('Für Tickets gibt es kein Widerrufsrecht.').waitFor()
    expect(await main.innerText()).not.toMatch(/Versand|Liefer/)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('CHK-01 with merch, the step of the payment is also that of the shipping', async () => {
    const { main, follow, fillAddress, press, words, faults, visitor } = await fanWithShirts(DESKTOP)
    await follow(words.toDetails)
    await fillAddress('merch@example.org')
    await press(words.toPayment)
    await main.getByRole('heading', { level: 1, name: 'Zahlung und Versand' }).waitFor()
    await main.getByRole('radio', { name: words.bank_transfer }).check()
    await press(words.toReview)
    await main.getByText('Wie die Lieferadresse').waitFor()
    expect(await main.getByText('Widerrufsrecht').count()).toBe(0)
    expect(faults).toEqual([])
    await visitor.page.context().close()
  })
})

describe('a country without a carrier', () => {
  it('CHK-05 is replaced by Germany in the address form, with the reason', async () => {
    const fan = await fanWithShirts(PHONE, 3)
    const { page, main, words } = fan
    await fan.follow(words.toDetails)
    await page.waitForURL('**/checkout/details')
    await main.getByLabel(words.firstName, { exact: true }).fill('Özge')
    await country(page).selectOption('at')
    await main.getByText(/In dieses Land können wir deinen Warenkorb leider nicht liefern/).waitFor()
    await expect.poll(() => country(page).inputValue()).toBe('de')
    expect(await main.getByLabel(words.firstName, { exact: true }).inputValue()).toBe('Özge')
    await page.context().close()
  })

  it('CHK-05 leads from the review to the cart and is replaced by Germany, if the server refuses the order', async () => {
    const fan = await fanWithShirts(DESKTOP, 2)
    const { page, main, words } = fan
    await main.getByLabel('Lieferland').selectOption('at')
    await main.getByRole('definition').getByText('62,90').waitFor()
    await fan.follow(words.toDetails)
    await page.waitForURL('**/checkout/details')
    await fan.fillAddress('zuviel@example.org')
    await main.getByLabel(words.postCode, { exact: true }).fill('1010')
    await fan.press(words.toPayment)
    await fan.press(words.toReview)
    await main.getByRole('checkbox', { name: words.terms }).check()
    const other = await otherDevice(fan.visitor)
    await other.goto(urlOf('/checkout'))
    await other.route(/\/graphql/, (route) =>
      sends(route.request(), CheckoutOptionsDocument) ? route.abort() : route.continue(),
    )
    await other.getByRole('button', { name: /eins mehr/ }).click()
    await other.getByText('75,00').first().waitFor()
    await other.context().close()

    await fan.press(words.order)
    await page.waitForURL('**/checkout')
    await main.getByText(/In dieses Land können wir deinen Warenkorb leider nicht liefern/).waitFor()
    await expect.poll(() => main.getByLabel('Lieferland').inputValue()).toBe('de')
    await main.getByRole('definition').getByText('80,90').waitFor()
    await page.context().close()
  })

  it('CHK-05 other errors of the carriers stop the checkout with a way to try again', async () => {
    const fan = await fanWithShirts(DESKTOP)
    const { page, main, words } = fan
    await fan.follow(words.toDetails)
    const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('fehler@example.org') === true)
    await fan.fillAddress('fehler@example.org')
    await saved
    await page.route(/\/graphql/, (route) =>
      sends(route.request(), CheckoutOptionsDocument) ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    )
    await page.reload()
    await main.getByLabel(words.email, { exact: true }).waitFor()
    await fan.press(words.toPayment)
    await main.getByRole('heading', { name: 'Hier geht es gerade nicht weiter' }).waitFor()
    await main
      .getByRole('alert')
      .getByText(/den Versand gerade nicht berechnen/)
      .waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.goto(urlOf('/checkout'))
    await main
      .getByRole('alert')
      .getByText(/den Versand gerade nicht berechnen/)
      .waitFor()
    await page.unroute(/\/graphql/)
    await fan.press('Nochmal versuchen')
    await main.getByRole('radio', { name: /^Paket/ }).waitFor()
    await page.context().close()
  })
})

describe('a lost connection', () => {
  it('CHK-09, SHELL-05 loses neither the review nor the order: the same order is sent again', async () => {
    const fan = await fanWithShirts(PHONE)
    const { page, main, words } = fan
    await goToReview(fan, 'funkloch@example.org')
    await page.context().setOffline(true)
    await page
      .getByRole('status')
      .getByText(/offline/i)
      .first()
      .waitFor()
    await fan.press(words.order)
    await main
      .getByRole('alert')
      .getByText(/Bestellt wird trotzdem nur einmal/)
      .waitFor()
    await page.context().setOffline(false)

    // The order arrives, but each answer is lost.
    const keys: string[] = []
    await page.route(/\/graphql/, async (route) => {
      if (!sends(route.request(), PlaceOrderDocument)) return route.continue()
      keys.push(/"clientMutationId":"([^"]+)"/.exec(route.request().postData() ?? '')?.[1] ?? '')
      await route.fetch()
      return route.abort()
    })
    await fan.press(words.order)
    await expect.poll(() => keys.length, { timeout: 15_000 }).toBe(3)
    await main
      .getByRole('alert')
      .getByText(/Bestellt wird trotzdem nur einmal/)
      .waitFor()
    await page.unroute(/\/graphql/)
    await fan.press(words.order)
    await page.waitForURL('**/checkout/done/**')
    const reference = /(\d{10})/.exec(page.url())?.[1] ?? 'none'
    expect(new Set(keys).size).toBe(1)
    await shop.mailTo('funkloch@example.org', reference)
    const answer = await fetch(`${shop.mailboxUrl}.json?to=${encodeURIComponent('funkloch@example.org')}`)
    const { data } = (await answer.json()) as { data: { message: { subject: string } }[] }
    const references = data.flatMap(({ message }) => /\d{10}/.exec(message.subject) ?? [])
    expect(new Set(references)).toEqual(new Set([reference]))
    await page.context().close()
  })
})

describe('documents of the checkout', () => {
  it('CHK-01 load anew on the way in and out, but not between the steps, and Back keeps the input', async () => {
    const fan = await fanWithShirts(DESKTOP)
    const { page, main, words, faults } = fan
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
    })
    await goToReview(fan, 'zurueck@example.org')
    for (const step of ['payment', 'details']) {
      await page.goBack()
      await page.waitForURL(`**/checkout/${step}`)
    }
    expect(await main.getByLabel(words.email, { exact: true }).inputValue()).toBe('zurueck@example.org')
    expect(documents).toEqual([])
    await page.getByRole('banner').getByRole('link', { name: 'Nachtwerk' }).click()
    await page.getByRole('search').first().waitFor()
    expect(documents).toEqual([`/${shop.band}`])
    await page.goBack()
    await main.getByLabel(words.email, { exact: true }).waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('an order after the end of the reservation', () => {
  it('SEAT-10 leads from the review to the cart, which says that the reservation has expired', async () => {
    const fan = await fanWithShirts(PHONE)
    const { page, main, words } = fan
    await goToReview(fan, 'zuspaet@example.org')
    // The server has removed the expired items. Here, another device removes them.
    const other = await otherDevice(fan.visitor)
    await other.goto(urlOf('/checkout'))
    await other
      .getByRole('main')
      .getByRole('button', { name: /entfernen/ })
      .first()
      .click()
    await other.getByText('Dein Warenkorb ist leer').first().waitFor()
    await other.context().close()
    const refusal = { errors: [{ message: 'HOLD_EXPIRED', extensions: { code: 'HOLD_EXPIRED', params: {} } }] }
    await page.route(/\/graphql/, (route) =>
      sends(route.request(), PlaceOrderDocument) ? route.fulfill({ json: refusal }) : route.continue(),
    )
    await fan.press(words.order)
    await page.waitForURL('**/checkout')
    await main.getByText(/Deine Reservierung ist abgelaufen/).waitFor()
    expect(fan.faults).toEqual([])
    await page.context().close()
  })
})

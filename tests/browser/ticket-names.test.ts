/**
 * TIX-02, TIX-04: a fan names the tickets in the cart, by keyboard on a desktop and by touch on a phone, and gives one of them
 * to somebody else.
 */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { UpdatePersonalIdentifierDocument } from '../../schema/generated/mutations.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { FAN_ADDRESS, fillCart } from '../support/filled-cart.ts'
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

/** A fan with two named tickets in the cart, on the first step of the checkout. */
async function fanWithTickets(options: typeof PHONE) {
  const visitor = await newVisitor(browser, options)
  const fan = fanOf(visitor.page, 'de')
  const details = { email: 'names@example.org', shippingAddress: FAN_ADDRESS, paymentMethod: 'bank_transfer' }
  await fillCart(visitor.page, shop, { events: { 'club-both': 2 }, details })
  await visitor.page.goto(`${shop.url}/${shop.band}/checkout`)
  return { ...fan, visitor, dialog: visitor.page.getByRole('dialog', { name: 'Namen auf den Tickets' }) }
}

it('TIX-02, TIX-04, ERR-01 a fan names tickets by keyboard, in spite of wrong fields, repeated names and a failed save, and gives one away', async () => {
  const { page, main, dialog, visitor, ...fan } = await fanWithTickets(DESKTOP)
  // The later steps lead back to the names.
  await page.goto(`${shop.url}/${shop.band}/checkout/details`)
  await page.waitForURL('**/checkout')
  await dialog.waitFor()
  await main.getByText('Bitte trag noch die Namen für deine Tickets ein.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await dialog.getByRole('textbox', { name: 'Vorname' }).first().focus()
  await page.keyboard.press('Enter')
  const wrong = dialog.getByRole('region', { name: 'Bitte prüf diese 4 Angaben:' })
  await expect.poll(() => wrong.evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  for (const text of ['Ida', 'Brandt', 'ida', 'Brandt']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await dialog
    .getByRole('alert')
    .getByText(/„Ida Brandt“ steht auf mehr als einem Ticket/)
    .waitFor()

  const refused = JSON.stringify({ errors: [{ message: '', extensions: { code: 'ORDER_FAILED', params: {} } }] })
  const isSave = (url: URL) => url.pathname.endsWith('/graphql')
  await page.route(isSave, (route) =>
    route.request().postData()?.includes(UpdatePersonalIdentifierDocument.hash)
      ? route.fulfill({ contentType: 'application/json', body: refused })
      : route.fallback(),
  )
  await dialog.locator('button[type=submit]').press('Enter')
  await dialog
    .getByRole('alert')
    .getByText(/^Fehler beim Speichern/)
    .waitFor()
  await page.unroute(isSave)
  await dialog.getByRole('textbox', { name: 'Vorname' }).nth(1).fill('Jo')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/checkout/details')
  await page.goto(`${shop.url}/${shop.band}/checkout/confirm`)
  await main.getByText('Auf den Namen Ida Brandt, Jo Brandt').waitFor()

  await fan.order()
  await page.waitForURL(/\/checkout\/done\//)
  await shop.markPaid(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  const confirmation = await shop.mailTo('names@example.org', 'bestätigt')
  await changeName(page, /http:\S+\/order\/\S+key=\w+/.exec(confirmation.text)?.[0] ?? '')
  expect(visitor.faults).toEqual([])
  await page.context().close()
  await sendContactData((await shop.mailTo('kim@example.org', 'Dein Ticket')).text)
})

/** The buyer gives the ticket of Ida Brandt to Kim Lee, by keyboard, with the link from the mail. */
async function changeName(page: Page, link: string): Promise<void> {
  const main = page.getByRole('main')
  await page.goto(link)
  await main.getByRole('link', { name: 'Namen ändern' }).click()
  await page.waitForURL(/\/names\?key=/)
  await main.getByRole('button', { name: /^Namen ändern ?: Ida Brandt$/ }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('holder-firstName')
  await page.keyboard.type('Kim')
  await page.keyboard.press('Enter')
  await main.getByRole('region', { name: 'Bitte prüf diese 2 Angaben:' }).waitFor()
  await main.getByLabel('Nachname').fill('Lee')
  await main.getByLabel('E-Mail der neuen Person').fill('kim@example.org')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await main.getByRole('status').getByText('Das Ticket läuft jetzt auf Kim Lee.').waitFor()
}

/** The new holder sends contact data on a phone, with the code from the mail. */
async function sendContactData(mail: string): Promise<void> {
  const { page, faults } = await newVisitor(browser, PHONE)
  const main = page.getByRole('main')
  await page.goto(`${shop.url}/${shop.band}/trace?lang=en`)
  const code = main.getByLabel('Ticket number')
  await code.fill('123')
  await main
    .getByText(/^Not found/)
    .first()
    .waitFor()
  await code.fill('')
  await main.getByRole('button', { name: 'Continue' }).click()
  await main.getByText('Please enter the ticket number.').first().waitFor()
  expect(await code.evaluate((field) => field === document.activeElement)).toBe(true)
  const number = /(\d \d{6} \d{6})/.exec(mail)?.[0] ?? ''
  // The answer removes the button, whether the fan has pressed it or has only reached it with the keyboard.
  for (const key of ['Tab', 'Enter']) {
    await code.fill('')
    await code.fill(number)
    await page.keyboard.press(key)
    await main.getByText('First name').waitFor()
    await main.locator('input:focus[autocomplete~=given-name]').waitFor()
  }
  await main.getByLabel('First name').fill('Kim')
  await main.getByLabel('Last name').fill('Lee')
  await main.getByRole('button', { name: 'Send details' }).click()
  await main.getByRole('alert').getByText('Please agree so that we may store your details.').waitFor()
  await main.getByRole('checkbox').check()
  expect(await accessibilityViolations(page)).toEqual([])
  await main.getByRole('button', { name: 'Send details' }).click()
  await main.getByRole('heading', { name: 'Thank you, we have your details' }).waitFor()
  expect(faults).toEqual([])
  await page.context().close()
}

it('SHELL-06, TIX-02 the dialog of names begins with its title on a phone held sideways, and its buttons stay in sight and cover no field that gets the focus', async () => {
  const options = { ...PHONE, viewport: { width: 844, height: 390 } }
  const { page, dialog, visitor, ...fan } = await fanWithTickets(options)
  await fan.press('Namen eintragen')
  const row = dialog.locator('.dialog-actions')
  const boxOf = (element: Locator) => element.evaluate((shown) => shown.getBoundingClientRect().toJSON())
  const fields = dialog.getByRole('textbox')
  const title = dialog.getByRole('heading', { name: 'Namen auf den Tickets' })
  expect((await boxOf(title)).top).toBeGreaterThanOrEqual((await boxOf(dialog)).top)
  // The first field has the focus already. Coming back to it scrolls to it.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  for (let index = 0; index < 4; index++) {
    const field = fields.nth(index)
    expect(await field.evaluate((shown) => shown === document.activeElement)).toBe(true)
    const { top, bottom } = await boxOf(row)
    expect((await boxOf(field)).bottom).toBeLessThanOrEqual(top)
    expect(bottom).toBeLessThanOrEqual((await boxOf(dialog)).bottom)
    await page.keyboard.press('Tab')
  }
  expect((await boxOf(dialog)).bottom).toBeLessThan(options.viewport.height)
  expect(visitor.faults).toEqual([])
  await page.context().close()
})

it('TIX-02, CART-03 another tab shows the names that a fan enters on a phone', async () => {
  const { page, dialog, visitor, ...fan } = await fanWithTickets(PHONE)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('main').getByRole('button', { name: 'Namen eintragen' }).waitFor()
  await fan.press('Namen eintragen')
  const fields = dialog.getByRole('textbox')
  expect(await fields.nth(3).getAttribute('autocomplete')).toBe('section-ticket-2 family-name')
  for (const [index, text] of ['Ida', 'Brandt', 'Jo', 'Öztürk'].entries()) await fields.nth(index).fill(text)
  await dialog.getByRole('button', { name: 'Speichern', exact: true }).click()
  await other.getByRole('main').getByText('Auf den Namen Ida Brandt, Jo Öztürk').waitFor()
  expect(visitor.faults).toEqual([])
  await page.context().close()
})

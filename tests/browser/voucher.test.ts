/**
 * CART-06, GIFT-01: a fan on a phone in German opens a link with a culture pass, which pays a part of the tickets. A fan on
 * a desktop in English buys a gift voucher, and redeems it with the keyboard.
 */
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { FAN_ADDRESS, fillCart, saveDetails } from '../support/filled-cart.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { fanOf, type Language } from './fan.ts'

const GIFT = 'nachtwerk-gutschein'

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  const gift = {
    slug: GIFT,
    artist: 'nachtwerk',
    productType: { de: 'Gutschein', en: 'Gift voucher' },
    name: { de: 'Eine Nacht geschenkt', en: 'A night as a gift' },
    price: '50.00',
    images: ['images/shirt.png'],
    vatBasisPoints: 0,
    meta: { gift_voucher: true as const },
    variants: [{ sku: 'NW-GIFT', description: '50 €', physical: false }],
  }
  ;[shop, browser] = await Promise.all([openJourneyShop({ more: { products: [gift] } }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

async function newFan(options: BrowserContextOptions, language: Language) {
  const { page, faults } = await newVisitor(browser, options)
  const open = (path: string) =>
    page.goto(`${shop.url}/${shop.band}${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
  const expectAccessible = async () => expect(await accessibilityViolations(page)).toEqual([])
  return { ...fanOf(page, language), faults, open, expectAccessible }
}

/** Confirms the order with the keyboard, and pays it. */
async function orderAndPay({ page, main, words, open }: Awaited<ReturnType<typeof newFan>>): Promise<void> {
  await open('/checkout/confirm')
  await main.getByRole('checkbox', { name: words.terms }).press('Space')
  await main.getByRole('button', { name: words.order }).press('Enter')
  await page.waitForURL(/\/pay\//)
  await page.getByTestId('approve').press('Enter')
  await page.waitForURL(/\/checkout\/done\/.*payment_received/)
}

const detailsOf = (email: string) => ({ email, shippingAddress: FAN_ADDRESS, paymentMethod: 'stripe_checkout' })

it('CART-06 a link applies a culture pass, which pays a part of the tickets once, and the card pays the rest', async () => {
  const fan = await newFan(PHONE, 'de')
  const { page, main, words } = fan
  const link = `/events/${shop.clubEvent}?payment_code=KP-10-246813&payment_code_amount=10`
  await fan.open(link)
  const dialog = page.getByRole('dialog', { name: 'Dein Gutschein' })
  await dialog.getByText('„KulturPass“ ist gemerkt. Er zahlt, sobald Tickets im Warenkorb liegen.').waitFor()
  await expect.poll(() => page.url()).not.toContain('payment_code')
  await fan.expectAccessible()
  await dialog.getByRole('button', { name: 'Weiter' }).tap()
  await dialog.waitFor({ state: 'detached' })

  await main.getByRole('button', { name: words.addToCart }).tap()
  const minicart = page.getByRole('region', { name: 'Warenkorb' })
  await minicart.getByText('KulturPass: −10,00 €').waitFor()
  await minicart.getByRole('link', { name: words.cart }).tap()
  await page.waitForURL('**/checkout')
  await main.getByText('KulturPass: −10,00 €').waitFor()
  await main.getByText('„KulturPass“ deckt 10,00 €.').waitFor()
  await main.getByText('39,80').first().waitFor()
  await fan.expectAccessible()

  await saveDetails(page, shop, detailsOf('kulturpass@example.org'))
  await fan.open('/checkout/confirm')
  await main.getByText('KulturPass: −10,00 €').waitFor()
  await fan.expectAccessible()
  await main.getByRole('checkbox', { name: words.terms }).tap()
  await main.getByRole('button', { name: words.order }).tap()
  await page.waitForURL(/\/pay\//)
  expect(await page.getByTestId('total').textContent()).toContain('39,80')
  await page.getByTestId('cancel').tap()
  await page.waitForURL(/\/checkout\/payment\/ord_.*payment_error/)
  const voucher = main.getByRole('definition').filter({ hasText: '−10,00' })
  await voucher.waitFor()
  await fan.expectAccessible()
  await main.getByRole('button', { name: /bezahlen$/ }).tap()
  await page.waitForURL(/\/pay\//)
  await page.getByTestId('approve').tap()
  await page.waitForURL(/\/checkout\/done\/.*payment_received/)
  await main.getByText(words.received).waitFor()
  await voucher.waitFor()
  await main.getByText('KulturPass', { exact: true }).waitFor()
  await fan.expectAccessible()

  await fan.open(link)
  await dialog.getByText('Dieser Gutschein ist schon vollständig eingelöst.').waitFor()
  await fan.expectAccessible()
  expect(fan.faults).toEqual([])
  await page.context().close()
})

it('GIFT-01, CART-06, CHK-02 the code of a gift voucher stands on the order’s page, and pays the whole of another order', async () => {
  const fan = await newFan(DESKTOP, 'en')
  const { page, main, words } = fan
  await fan.open(`/products/${GIFT}`)
  await main.getByRole('button', { name: words.addToCart }).press('Enter')
  await page.getByRole('region', { name: 'Cart' }).getByRole('link', { name: words.cart }).press('Enter')
  await page.waitForURL('**/checkout')
  await saveDetails(page, shop, detailsOf('gift@example.org'))
  await orderAndPay(fan)
  const gift = page.url()
  const issued = main.getByRole('region', { name: 'Your vouchers' })
  await issued.getByText('€50.00 left').waitFor()
  const [code = ''] = /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/.exec((await issued.textContent()) ?? '') ?? []
  await fan.expectAccessible()

  await fillCart(page, shop, { events: { [shop.clubEvent]: 1 }, details: detailsOf('redeemed@example.org') })
  await fan.open('/checkout')
  const field = main.getByLabel('Voucher code')
  const isFocused = () => field.evaluate((input) => input === document.activeElement)
  await field.fill('WRONG-CODE')
  await field.press('Enter')
  await main.getByRole('alert').getByText('We don’t know this voucher code. Please check it for typos.').waitFor()
  await expect.poll(isFocused).toBe(true)
  await fan.expectAccessible()
  await field.fill(code.toLowerCase())
  await field.press('Enter')
  const pays = main.getByRole('status').getByText('“Gift voucher” covers €24.90. €25.10 will be left for later.')
  await pays.waitFor()
  await main.getByText('Gift voucher: −€24.90').waitFor()
  await main.getByRole('button', { name: 'Remove the voucher “Gift voucher”' }).press('Enter')
  await pays.waitFor({ state: 'detached' })
  await expect.poll(isFocused).toBe(true)
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await pays.waitFor()
  await main.getByText('€0.00', { exact: true }).waitFor()
  // Nothing is left to pay with a wallet or with PayPal.
  expect(await main.getByRole('button', { name: /Pay/ }).count()).toBe(0)
  await fan.expectAccessible()

  await main.getByRole('link', { name: words.toDetails }).press('Enter')
  await page.waitForURL('**/checkout/details')
  await main.getByLabel(words.email, { exact: true }).press('Enter')
  await page.waitForURL('**/checkout/confirm')
  await main.getByText('Nothing to pay').waitFor()
  await fan.expectAccessible()
  await main.getByRole('checkbox', { name: words.terms }).press('Space')
  await main.getByRole('button', { name: words.order }).press('Enter')
  await page.waitForURL(/\/checkout\/done\//)
  await main.getByRole('heading', { name: words.thanks }).waitFor()
  await main.getByRole('definition').filter({ hasText: '−€24.90' }).waitFor()
  await main.getByRole('img', { name: /QR/ }).waitFor()
  await fan.expectAccessible()

  await page.goto(gift)
  await issued.getByText('€25.10 left').waitFor()
  expect(fan.faults).toEqual([])
  await page.context().close()
})

it('WDR-01 a fan chooses a gift voucher of an order and withdraws from it, reads why the ticket is excluded, and has nothing to send back', async () => {
  const fan = await newFan(PHONE, 'de')
  const { page, main } = fan
  await fillCart(page, shop, {
    products: { [GIFT]: 1 },
    events: { [shop.clubEvent]: 1 },
    details: detailsOf('withdraw@example.org'),
  })
  await orderAndPay(fan)
  await main.getByRole('link', { name: 'Zu deiner Bestellung' }).press('Enter')
  await page.waitForURL(/\/order\/ord_/)
  await main.getByRole('link', { name: 'Vertrag widerrufen' }).press('Enter')
  const choice = main.getByRole('group', { name: 'Was möchtest du widerrufen?' }).getByRole('checkbox')
  await choice.waitFor()
  expect(await choice.isChecked()).toBe(true)
  expect(await choice.evaluate((box) => box.closest('label')?.textContent)).toContain('Eine Nacht geschenkt')
  const excluded = main.getByRole('region', { name: 'Nicht widerrufen kannst du' }).getByRole('listitem')
  expect(await excluded.allTextContents()).toEqual([expect.stringContaining('Ein Ticket für einen festen Termin.')])
  await fan.expectAccessible()
  await main.getByRole('button', { name: 'Weiter' }).press('Enter')
  await main.getByText(/^1 × .*Eine Nacht geschenkt/).waitFor()
  await main.getByRole('button', { name: 'Widerruf bestätigen' }).press('Enter')
  await main.getByText(/^Zurückschicken musst du nichts\./).waitFor()
  expect(await main.getByText('Lampenweg 7').count()).toBe(0)
  await fan.expectAccessible()
  expect(fan.faults).toEqual([])
  await page.context().close()
})

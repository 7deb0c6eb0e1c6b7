/**
 * Tests the page of a placed order and the page to pay it later, in each state of the payment: on a desktop in German and on
 * a phone in English. Also tests that a lost connection is not reported as a missing order.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMPANY } from '../../schema/texts/company.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { FAN_ADDRESS, fillCart } from '../support/filled-cart.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { PATIENCE } from '../support/patience.ts'
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
    tickets: 'Deine Tickets',
    toOrder: 'Zu deiner Bestellung',
    concerts: 'Deine Konzerte',
    pending: 'Deine Bank bestätigt die Zahlung noch.',
    wrongAddress: 'Adresse falsch?',
    rightAddress: 'Richtige E-Mail-Adresse',
    changeAddress: 'Adresse ändern',
    changed: /^Geändert\. Ab jetzt geht alles an /,
    invalid: 'Bitte gib eine gültige E-Mail-Adresse ein.',
    unavailable: 'Deine Bestellung lässt sich gerade nicht laden',
    retry: 'Noch einmal versuchen',
    notFound: 'Bestellung nicht gefunden',
    cancelled: 'Diese Bestellung ist storniert',
    refunded: 'Deine Bestellung ist erstattet',
    instead: 'Doch online bezahlen',
    pdf: 'Tickets als PDF',
    calendar: /^In den Kalender/,
    apple: /^Zu Apple Wallet hinzufügen/,
    google: /^Zu Google Wallet hinzufügen/,
    share: /^Teilen/,
    copied: 'Link kopiert',
    confirmed: 'bestätigt',
  },
  en: {
    tickets: 'Your tickets',
    toOrder: 'Go to your order',
    concerts: 'Your shows',
    pending: 'Your bank is still confirming the payment.',
    wrongAddress: 'Wrong address?',
    rightAddress: 'Correct email address',
    changeAddress: 'Change address',
    changed: /^Changed\. From now on, everything goes to /,
    invalid: 'Please enter a valid email address.',
    unavailable: 'We cannot load your order right now',
    retry: 'Try again',
    notFound: 'Order not found',
    cancelled: 'This order has been cancelled',
    refunded: 'Your order has been refunded',
    instead: 'Pay online instead',
    pdf: 'Tickets as PDF',
    calendar: /^Add to calendar/,
    apple: /^Add to Apple Wallet/,
    google: /^Add to Google Wallet/,
    share: /^Share/,
    copied: 'Link copied',
    confirmed: 'confirmed',
  },
} as const

const OPERATIONS = /\/graphql\?/

/** Orders a ticket of the club event, up to the press on the order button. */
async function order(options: BrowserContextOptions, language: Language, method: 'bank_transfer' | 'stripe_checkout') {
  const visitor = await newVisitor(browser, options)
  const fan = fanOf(visitor.page, language)
  const email = `order-${crypto.randomUUID()}@example.org`
  const details = { email, shippingAddress: FAN_ADDRESS, paymentMethod: method }
  await fillCart(visitor.page, shop, { events: { [shop.clubEvent]: 2 }, details })
  await visitor.page.goto(`${shop.url}/${shop.band}/checkout/confirm?lang=${language}`)
  await fan.order()
  return { ...fan, page: visitor.page, email, faults: visitor.faults, texts: WORDS[language] }
}

const referenceOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([])
}

const VISITORS: { name: string; options: BrowserContextOptions; language: Language }[] = [
  { name: 'on a desktop in German', options: DESKTOP, language: 'de' },
  { name: 'on a phone in English', options: PHONE, language: 'en' },
]

describe.each(VISITORS)('the page of an order $name', ({ options, language }) => {
  it('DONE-01, DONE-02, DONE-03, LATER-02, TIX-06 shows bank details, corrects the address, and shows the tickets once they are paid', async () => {
    const { page, main, texts, email, faults } = await order(options, language, 'bank_transfer')
    await page.waitForURL(/\/checkout\/done\//)
    await main.getByRole('heading', { name: texts.concerts }).waitFor()
    expect(await main.getByRole('img', { name: /QR/ }).count()).toBe(0)
    await main.getByRole('link', { name: texts.instead }).waitFor()
    await expectAccessible(page)

    await main.getByRole('button', { name: texts.wrongAddress }).click()
    const field = main.getByLabel(texts.rightAddress)
    await field.fill('nobody')
    await page.keyboard.press('Enter')
    await main.getByText(texts.invalid).waitFor()
    const right = `right-${email}`
    await field.fill(right)
    await main.getByRole('button', { name: texts.changeAddress }).click()
    await main.getByText(texts.changed).waitFor()
    await shop.mailTo(right, referenceOf(page))

    await shop.markPaid(referenceOf(page))
    await page.reload()
    await main.getByRole('heading', { name: texts.tickets }).waitFor()
    await main.getByRole('img', { name: /QR/ }).first().waitFor()
    await shop.mailTo(right, texts.confirmed)
    // This browser has no share menu.
    await main.getByRole('button', { name: texts.share }).first().click()
    await main.getByText(texts.copied).waitFor()
    for (const name of [texts.pdf, texts.calendar, texts.apple]) {
      const href = await main.getByRole('link', { name }).first().getAttribute('href')
      const file = await page.request.get(new URL(href ?? '', shop.url).href)
      expect(file.status()).toBe(200)
      expect(file.headers()['cache-control']).toContain('no-store')
    }
    const saving = page.waitForEvent('popup')
    await main.getByRole('link', { name: texts.google }).first().click()
    const saved = await saving
    await saved.getByText('The ticket is saved.').waitFor()
    await saved.close()
    await expectAccessible(page)
    const { text: mailText } = await shop.mailTo(right, texts.confirmed)
    await page.goto(/http\S+\/order\/\S+key=\S+/.exec(mailText)?.[0] ?? '')
    await main.getByRole('link', { name: texts.apple }).first().waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('MAIL-01 the mail about an order fits the screens of phones, has the colours of the shop, and shows the picture of the concert and the company', async () => {
    const { page, main, texts, email, faults } = await order(options, language, 'bank_transfer')
    await page.waitForURL(/\/checkout\/done\//)
    await main.getByRole('link', { name: texts.toOrder }).waitFor()
    const colours = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('span'))
      probe.className = 'text-accent'
      const { backgroundColor } = getComputedStyle(document.documentElement)
      const { color } = getComputedStyle(probe)
      probe.remove()
      return [backgroundColor, color]
    })
    await shop.mailTo(email, referenceOf(page))
    const answer = await fetch(`${shop.mailboxUrl}.json?to=${encodeURIComponent(email)}`)
    const [mail] = ((await answer.json()) as { data: { id: string }[] }).data
    const { page: reader } = await newVisitor(browser, PHONE)
    await reader.goto(`${shop.mailboxUrl}/${mail?.id}/html`)
    const shown = () =>
      reader.evaluate(() => {
        const card = document.querySelector('.card')
        return [getComputedStyle(document.body).backgroundColor, card && getComputedStyle(card).borderTopColor]
      })
    expect(await shown()).toEqual(colours)
    const picture = reader.locator('.card > img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300)
    expect(await picture.getAttribute('alt')).toContain('Nachtwerk')
    for (const detail of [COMPANY.name, COMPANY.register, COMPANY.director])
      await reader.locator('td.foot').getByText(detail).waitFor()
    for (const width of [320, 390]) {
      await reader.setViewportSize({ width, height: 844 })
      expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('DONE-03 links from the confirmation to the page of the order, but only in the browser that placed it', async () => {
    const { page, main, texts, faults } = await order(options, language, 'bank_transfer')
    await page.waitForURL(/\/checkout\/done\//)
    const stranger = await newVisitor(browser, options)
    await stranger.page.goto(`${page.url()}?lang=${language}`)
    await stranger.page.getByRole('heading', { name: texts.concerts }).waitFor()
    expect(await stranger.page.getByRole('link', { name: texts.toOrder }).count()).toBe(0)
    const reference = referenceOf(page)
    await main.getByRole('link', { name: texts.toOrder }).click()
    await page.waitForURL(/\/order\/ord_[^/]+\?key=/)
    await main.getByText(reference).first().waitFor()
    await main.getByText('Kantine,').first().waitFor()
    expect([...faults, ...stranger.faults]).toEqual([])
    await Promise.all([page.context().close(), stranger.page.context().close()])
  })

  it('DONE-01 says that the bank still confirms the payment, that it has arrived, and that it was refunded', async () => {
    const { page, main, texts, words } = await order(options, language, 'stripe_checkout')
    await page.waitForURL(/\/pay\//)
    const session = /cs_\w+/.exec(page.url())?.[0] ?? ''
    const sandbox = new URL(page.url()).origin
    const act = (action: string) =>
      fetch(`${sandbox}/control/sessions/${session}/${action}`, { method: 'POST', body: '{}' })
    const stripe = async (path: string, body?: URLSearchParams) => {
      const answer = await fetch(`${sandbox}/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: 'Bearer sk_test_sandbox' },
        ...(body && { body }),
      })
      return (await answer.json()) as { payment_intent: string; success_url: string }
    }
    const { success_url } = await stripe(`checkout/sessions/${session}`)
    expect((await act('delay')).status).toBe(200)
    await page.goto(success_url)
    await main.getByText(texts.pending).waitFor()
    await expectAccessible(page)
    const done = page.url()
    await page.goto(done.replace('/done/', '/payment/'))
    await main.getByRole('heading', { name: texts.pending }).waitFor()

    await page.goto(done)
    await main.getByText(texts.pending).waitFor()
    expect((await act('settle')).status).toBe(200)
    await main.getByText(words.received).waitFor()
    await main.getByRole('heading', { name: texts.tickets }).waitFor()
    const { payment_intent } = await stripe(`checkout/sessions/${session}`)
    await stripe('refunds', new URLSearchParams({ payment_intent }))
    await expect
      .poll(async () => {
        await page.reload()
        await main.getByText(referenceOf(page)).first().waitFor()
        return main.getByRole('heading', { level: 1 }).textContent()
      }, PATIENCE)
      .toBe(texts.refunded)
    expect(await main.getByRole('img', { name: /QR/ }).count()).toBe(0)
    await expectAccessible(page)
    await page.context().close()
  })

  it('DONE-01, LATER-01 says why it cannot be shown: the shop is unreachable, the order is unknown, or it is cancelled', async () => {
    const { page, main, texts } = await order(options, language, 'bank_transfer')
    await page.waitForURL(/\/checkout\/done\//)
    await main.getByRole('heading', { name: texts.concerts }).waitFor()
    const done = page.url()
    for (const address of [done, done.replace('/done/', '/payment/')]) {
      await page.route(OPERATIONS, (route) => route.fulfill({ status: 500, json: {} }))
      await page.goto(address)
      await main.getByRole('heading', { name: texts.unavailable }).waitFor({ timeout: 15_000 })
      await main.getByText(referenceOf(page)).waitFor()
      expect(await main.getByText(texts.notFound).count()).toBe(0)
      await expectAccessible(page)
      await page.unroute(OPERATIONS)
      await main.getByRole('button', { name: texts.retry }).click()
      await main.getByText('IBAN').waitFor()
      // A failed request in the background does not replace the page.
      await page.context().setOffline(true)
      await page.context().setOffline(false)
      await main.getByText('IBAN').waitFor()
    }
    await page.goto(done.replace(/\d{10}$/, '0000000000'))
    await main.getByRole('heading', { name: texts.notFound }).waitFor()

    await page.goto(done)
    await shop.cancelOrder(referenceOf(page))
    for (const address of [done, done.replace('/done/', '/payment/')]) {
      await page.goto(address)
      await main.getByRole('heading', { name: texts.cancelled }).waitFor()
      expect(await main.getByText('IBAN').count()).toBe(0)
    }
    await page.context().close()
  })
})

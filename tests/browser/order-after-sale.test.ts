/**
 * Tests everything after the sale that starts with a link in a mail: the form that mails the link, and the page of the order
 * while it is unpaid, paid and on its way. On a phone in German and on a desktop in English, each in a design of a band.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { FAN_ADDRESS, fillCart } from '../support/filled-cart.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'
import { fanOf, type Language } from './fan.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
})

const WORDS = {
  de: {
    lookup: 'Bestellung finden',
    reference: 'Bestellnummer',
    referenceWrong: 'Eine Bestellnummer hat zehn Ziffern.',
    email: 'E-Mail-Adresse der Bestellung',
    request: 'Link anfordern',
    inbox: 'Schau in dein Postfach',
    linkMail: 'Der Link zu deiner Bestellung',
    unpaid: 'Es fehlt nur noch die Zahlung',
    instead: 'Doch online bezahlen',
    transfer: /^Bitte überweise /,
    copyIban: 'IBAN kopieren',
    paid: 'Bezahlt, danke!',
    repeat: 'Bestätigung noch einmal senden',
    repeated: /^Ist unterwegs an /,
    unknown: 'Dieser Link passt zu keiner Bestellung',
    confirmed: 'ist bestätigt',
    nameInId: 'Name wie im Ausweis',
    missing: 'Das brauchen wir noch.',
    checkIn: 'Einchecken',
    almostReady: 'Fast bereit',
    ready: 'Alles bereit',
    validAfterCheckIn: /^Gilt erst nach dem Check-in\. Er ist bis .* offen\.$/,
    checkedIn: 'Du bist eingecheckt',
    giveBack: 'Tickets zurückgeben',
    code: 'Ticketnummer 1',
    removeFirst: 'Ticketnummer 1 entfernen',
    oneChosen: /^1 Ticket gewählt\. Du bekommst .*€ zurück\.$/,
    noneChosen: 'Wähl mindestens ein Ticket aus.',
    oneNumber: /^1 vollständige Ticketnummer eingegeben\. Du bekommst .*€ zurück\.$/,
    twoNumbers: '2 vollständige Ticketnummern eingegeben.',
    holder: 'Kontoinhaber oder Kontoinhaberin',
    wrongIban: 'Keine gültige IBAN',
    validIban: 'Gültige IBAN',
    usedTicket: 'Dieses Ticket wurde schon benutzt.',
    givenBack: 'Deine Tickets sind zurückgegeben',
    release: 'Der Veranstalter muss das Geld erst freigeben. Das dauert höchstens 28 Tage.',
    released: /^Spätestens am .* geben wir das Geld frei\.$/,
  },
  en: {
    lookup: 'Find your order',
    reference: 'Order number',
    referenceWrong: 'An order number has ten digits.',
    email: 'Email address you ordered with',
    request: 'Email me the link',
    inbox: 'Check your inbox',
    linkMail: 'The link to your order',
    unpaid: 'Only the payment is missing',
    instead: 'Pay online instead',
    transfer: /^Please transfer /,
    copyIban: 'Copy IBAN',
    paid: 'Paid, thank you!',
    repeat: 'Send the confirmation again',
    repeated: /^On its way to /,
    unknown: 'This link does not match any order',
    confirmed: 'is confirmed',
    nameInId: 'Name as in your ID',
    missing: 'We still need this.',
    checkIn: 'Check in',
    almostReady: 'Almost ready',
    ready: 'All set',
    validAfterCheckIn: /^Valid only after check-in, which is open until .*\.$/,
    checkedIn: 'You are checked in',
    giveBack: 'Return tickets',
    code: 'Ticket number 1',
    removeFirst: 'Remove ticket number 1',
    oneChosen: /^1 ticket chosen\. You’ll get €.* back\.$/,
    noneChosen: 'Choose at least one ticket.',
    oneNumber: /^1 complete ticket number entered\. You’ll get €.* back\.$/,
    twoNumbers: '2 complete ticket numbers entered.',
    holder: 'Account holder',
    wrongIban: 'Not a valid IBAN',
    validIban: 'Valid IBAN',
    usedTicket: 'This ticket has already been used.',
    givenBack: 'Your tickets have been returned',
    release: 'The promoter has to release the money first. That takes no more than 28 days.',
    released: /^We’ll release it on .* at the latest\.$/,
  },
} as const

const VISITORS: { name: string; options: BrowserContextOptions; language: Language; design: string }[] = [
  { name: 'on a phone in German', options: PHONE, language: 'de', design: 'kiosk-kardinal' },
  { name: 'on a desktop in English', options: DESKTOP, language: 'en', design: 'motel-meteor' },
]

async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([])
}

describe.each(VISITORS)('the page of an order after the sale $name', ({ options, language, design }) => {
  let shop: JourneyShop
  beforeAll(async () => {
    shop = await openJourneyShop({ shopMeta: { design } })
  })
  afterAll(() => shop?.close())

  it('ORDER-01, ORDER-02, ORDER-03, ORDER-04 is reached with the keyboard from the form and its mail', async () => {
    const { page, faults } = await newVisitor(browser, options)
    const { main, press, words } = fanOf(page, language)
    const texts = WORDS[language]
    const email = `after-${crypto.randomUUID()}@example.org`
    const details = { email, shippingAddress: FAN_ADDRESS, paymentMethod: 'bank_transfer' }
    await fillCart(page, shop, { events: { [shop.clubEvent]: 1 }, products: { [shop.shirt]: 1 }, details })
    await page.goto(`${shop.url}/${shop.band}/checkout/confirm?lang=${language}`)
    await main.getByRole('checkbox', { name: words.terms }).check()
    await press(words.order)
    await page.waitForURL(/\/checkout\/done\//)
    const reference = new URL(page.url()).pathname.split('/').at(-1) ?? ''

    await page.goto(`${shop.url}/${shop.band}/order`)
    await main.getByRole('heading', { level: 1, name: texts.lookup }).waitFor()
    await main.getByLabel(texts.reference).fill('123')
    await page.keyboard.press('Enter')
    await main.getByText(texts.referenceWrong).waitFor()
    await expectAccessible(page)
    await main.getByLabel(texts.reference).fill(reference)
    await main.getByLabel(texts.email).fill(email)
    await main.getByRole('button', { name: texts.request }).focus()
    await page.keyboard.press('Enter')
    await main.getByRole('heading', { level: 1, name: texts.inbox }).waitFor()

    const mail = await shop.mailTo(email, texts.linkMail)
    const [link = ''] = /https?:\/\/\S+\/order\/ord_\S+/.exec(mail.text) ?? []
    await page.goto(link)
    await main.getByRole('heading', { level: 1, name: texts.unpaid }).waitFor()
    const account = main.getByRole('region', { name: texts.transfer })
    await account.getByText(new RegExp(`^BAX${reference}`)).waitFor()
    await account.getByRole('button', { name: texts.copyIban }).waitFor()
    await account.getByRole('img', { name: /GiroCode/ }).waitFor()
    await main.getByRole('link', { name: texts.instead }).waitFor()
    await expectAccessible(page)

    await shop.markPaid(reference)
    await page.reload()
    await main.getByRole('heading', { level: 1, name: texts.paid }).waitFor()
    expect(await account.count()).toBe(0)
    await main.getByRole('img', { name: /QR/ }).first().waitFor()
    await main.getByRole('button', { name: texts.repeat }).focus()
    await page.keyboard.press('Enter')
    await main.getByText(texts.repeated).waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])

    await page.goto(link.replace(/key=\w{8}/, 'key=00000000'))
    await main.getByRole('heading', { level: 1, name: texts.unknown }).waitFor()
    await page.context().close()
  })

  it('TIX-03, SUP-01, ERR-01 leads to the check-in of one ticket, and to the return of the other one', async () => {
    const { page, faults } = await newVisitor(browser, options)
    const { main, press, words } = fanOf(page, language)
    const texts = WORDS[language]
    const email = `door-${crypto.randomUUID()}@example.org`
    const details = { email, shippingAddress: FAN_ADDRESS, paymentMethod: 'bank_transfer' }
    await fillCart(page, shop, { events: { moved: 2 }, details })
    await page.goto(`${shop.url}/${shop.band}/checkout/confirm?lang=${language}`)
    await main.getByRole('checkbox', { name: words.terms }).check()
    await press(words.order)
    await page.waitForURL(/\/checkout\/done\//)
    const reference = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await shop.markPaid(reference)
    const mail = await shop.mailTo(email, texts.confirmed)
    const [link = ''] = /https?:\/\/\S+\/order\/ord_\S+/.exec(mail.text) ?? []
    const [first = '', second = ''] = mail.text.match(/\d \d{6} \d{6}/g) ?? []

    expect(mail.text).toContain(`/${shop.band}/checkin`)
    await page.goto(link)
    await main.getByRole('heading', { level: 1, name: texts.almostReady }).waitFor()
    await main.getByText(texts.validAfterCheckIn).waitFor()
    expect(await main.getByRole('link', { name: new RegExp(`^${texts.checkIn}\\b`) }).count()).toBe(2)
    await main.getByRole('link', { name: `Check-in: ${second}` }).waitFor()
    await main.getByRole('link', { name: `Check-in: ${first}` }).press('Enter')
    await page.waitForURL(/\/checkin\?id=/)
    await main.getByText(`Ticket ${first}`, { exact: true }).waitFor()
    await page.goto(`${shop.url}/${shop.band}/checkin`)
    const number = main.getByRole('textbox').first()
    await number.fill(first)
    await page.keyboard.press('Enter')
    const name = main.getByLabel(texts.nameInId)
    await name.press('Enter')
    await main.getByText(texts.missing).waitFor()
    await expectAccessible(page)
    await name.fill('Özge Łuczak')
    await main.getByRole('button', { name: texts.checkIn, exact: true }).press('Enter')
    await main.getByRole('heading', { name: texts.checkedIn }).waitFor()
    await main.getByText('Özge Łuczak').waitFor()
    await expectAccessible(page)
    // The pass stays in the tab if the network at the door fails.
    const { promise: isRefused, resolve: refuse } = Promise.withResolvers<void>()
    await page.route('**/api/**', (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      refuse()
      return route.fulfill({ json: { errors: [{ extensions: { code: 'TOO_MANY_REQUESTS', params: {} } }] } })
    })
    await page.reload()
    await isRefused
    await main.getByText('Özge Łuczak').waitFor()
    await page.unroute('**/api/**')

    await page.goto(link)
    await main.getByRole('link', { name: texts.giveBack }).press('Enter')
    await main.getByText(texts.release).waitFor()
    // The used ticket is not offered, so the other one is chosen.
    const offered = main.getByRole('checkbox', { name: second.replaceAll(' ', '\u00a0') })
    expect(await offered.isChecked()).toBe(true)
    await main.getByText(texts.oneChosen).waitFor()
    await expectAccessible(page)
    await offered.uncheck()
    await main.getByText(texts.oneChosen).waitFor({ state: 'detached' })
    const send = main.getByRole('button', { name: texts.giveBack })
    await send.press('Enter')
    await main.getByText(texts.noneChosen).waitFor()
    await expectAccessible(page)

    // The link in a mail knows no numbers.
    const address = page.url()
    await page.goto(link)
    await page.goto(address)
    await main.getByLabel(texts.code, { exact: true }).fill(`${first}, ${second}`)
    await main.getByText(texts.twoNumbers).waitFor()
    await main.getByLabel(texts.holder).fill('Özge Łuczak')
    const iban = main.getByLabel('IBAN', { exact: true })
    await iban.fill('DE02 1203 0000 0000 2020 52')
    await page.keyboard.press('Tab')
    await main.getByText(texts.wrongIban).first().waitFor()
    await iban.fill('DE02 1203 0000 0000 2020 51')
    await main.getByText(texts.validIban).first().waitFor()
    await main.getByRole('checkbox').check()
    await send.press('Enter')
    await main.getByText(texts.usedTicket).first().waitFor()
    await main.getByRole('alert').getByText(first).waitFor()
    await expectAccessible(page)
    await main.getByRole('button', { name: texts.removeFirst }).press('Enter')
    expect(await main.getByLabel(texts.code, { exact: true }).inputValue()).toBe(second)
    await main.getByText(texts.oneNumber).waitFor()
    await send.press('Enter')
    await main.getByRole('heading', { name: texts.givenBack }).waitFor()
    await expectAccessible(page)
    await page.goto(link)
    await main.getByRole('heading', { level: 1, name: texts.ready }).waitFor()
    await main.getByText(texts.released).waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })
})

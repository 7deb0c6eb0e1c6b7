/** Tests static pages, the withdrawal, missing pages and a shop's configuration. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { DISCOUNT_CODE } from '../support/journey-catalogue.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

async function setLanguage(page: Page, language: 'Deutsch' | 'English'): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: language }).click()
}

describe('static pages', () => {
  it('PAGE-01, L10N-05 exist in both languages (the general terms only in German), and stay open when the language changes', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const main = page.getByRole('main')
    const band = `${shop.url}/${shop.band}`

    await page.goto(`${band}/terms`)
    await main.getByText('Nebel gehört zur Show.').waitFor()
    expect(await main.getByText('German only').count()).toBe(0)
    await setLanguage(page, 'English')
    await main.getByText('These terms are available in German only').waitFor()
    await main.getByText('Fog is part of the show.').waitFor()
    expect(await main.getByText('§ 312g Abs. 2 Nr. 9 BGB').count()).toBe(1)
    expect(await main.locator('[lang=de]').count()).toBe(1)
    expect(new URL(page.url()).pathname).toBe(`/${shop.band}/terms`)

    const texts: [path: string, en: RegExp, de: RegExp][] = [
      ['/contact', /Accessibility.*BFSG.*§ 36 VSBG/s, /Barrierefreiheit.*BFSG.*§ 36 VSBG/s],
      ['/imprint', /Product safety/, /Produktsicherheit/],
      ['/jobs', /no open positions/, /keine offenen Stellen/],
      ['/gamepolicy', /drawn by lot/, /entscheidet das Los/],
      ['/kulturpass', /What was the KulturPass\?/, /Was war der KulturPass\?/],
      ['/nofrills', /Merch.*Tickets.*Night mail/s, /Merch.*Tickets.*Nachtpost/s],
      ['/facebookintegration', /Merch/, /Merch/],
    ]
    for (const [path, en, de] of texts) {
      await page.goto(band + path)
      expect(await main.innerText(), path).toMatch(en)
      await setLanguage(page, 'Deutsch')
      await expect.poll(() => main.innerText(), { message: path }).toMatch(de)
      await setLanguage(page, 'English')
    }
    expect(await main.getByRole('link', { name: 'Merch' }).getAttribute('target')).toBe('_blank')
    expect(faults).toEqual([])
  })

  it('PAGE-01 include a privacy page that shows the tracking setting, off by default, and has only the button that changes it', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const main = page.getByRole('main')
    await page.goto(`${shop.url}/datapolicy`)
    await main.getByText('Du wirst nicht gezählt.').waitFor()
    const choice = main.getByRole('button', { name: /zählen/i })
    expect(await choice.allInnerTexts()).toEqual(['Zählen erlauben'])
    await choice.click()
    await main.getByText('Deine Besuche dürfen gezählt werden.').waitFor()
    await page.reload()
    await main.getByText('Deine Besuche dürfen gezählt werden.').waitFor()
    expect(await choice.allInnerTexts()).toEqual(['Nicht zählen'])
    await choice.click()
    await main.getByText('Du wirst nicht gezählt.').waitFor()
    expect(await choice.allInnerTexts()).toEqual(['Zählen erlauben'])
    expect((await page.context().cookies()).find(({ name }) => name === 'tracking')?.value).toBe('out')
    expect(faults).toEqual([])
  })

  it('SHOP-03 kulturpass adds a link to the footer, and hide_kulturpass removes it', async () => {
    const { page } = await newVisitor(browser, DESKTOP)
    const footer = page.getByRole('contentinfo')
    const link = footer.getByRole('link', { name: 'KulturPass' })
    await page.goto(`${shop.url}/${shop.band}`)
    await link.waitFor()
    const other = new URL(shop.url)
    other.hostname = shop.customDomain
    await page.goto(other.href)
    await footer.getByRole('link', { name: 'Datenschutz' }).waitFor()
    expect(await link.count()).toBe(0)
  })

  it('PAGE-01 break the addresses of the imprint where the window is narrower than they are', async () => {
    // As narrow as 320 px are for the widest font of a band.
    const { page } = await newVisitor(browser, { ...DESKTOP, viewport: { width: 240, height: 600 } })
    await page.goto(`${shop.url}/contact`)
    const paragraph = page.getByRole('main').getByText('produktsicherheit@')
    await paragraph.waitFor()
    expect(await paragraph.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
    await page.context().close()
  })

  it('PAGE-02 open a question on a click, and a link to a question opens it and scrolls to it', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const main = page.getByRole('main')
    await page.goto(`${shop.url}/`)
    const links = page.getByRole('contentinfo').getByRole('navigation', { name: 'Gut zu wissen' }).getByRole('link')
    await links.first().waitFor()
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
      Array.from({ length: 8 }, (_, index) => `/faq/${index + 1}`),
    )
    await links.nth(7).click()
    const answer = main.getByText('Rollstuhlplätze und Plätze für Begleitpersonen')
    await answer.waitFor()
    await expect.poll(() => answer.evaluate((node) => node.getBoundingClientRect().top < innerHeight)).toBe(true)
    // A link also works when the page already shows another question.
    await links.nth(0).click()
    await page.waitForURL('**/faq/1')
    await links.nth(7).click()
    await page.waitForURL('**/faq/8')
    await expect.poll(() => answer.evaluate((node) => node.getBoundingClientRect().top < innerHeight)).toBe(true)
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
    expect(await main.getByText('Mit Karte, PayPal').isVisible()).toBe(false)
    await main.getByText('Wie kann ich bezahlen?').click()
    await main.getByText('Mit Karte, PayPal').waitFor()

    // The shop's additional set of questions comes first, and its questions have their own URLs.
    await page.goto(`${shop.url}/${shop.band}/faq`)
    expect(await main.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Kiox, der Ticketautomat',
      'Allgemein',
    ])
    await page.goto(`${shop.url}/${shop.band}/faq-kiox/9`)
    await main.getByText('Nur, dass dieser Code gedruckt wurde und wann.').waitFor()
    expect(faults).toEqual([])
  })

  it("PAGE-03 include an error page for missing pages, with a search in the main shop and a link home in a band's shop", async () => {
    const { page } = await newVisitor(browser, DESKTOP)
    const main = page.getByRole('main')
    await page.goto(`${shop.url}/tours/nie?lang=en`)
    await main.getByText('Try a search.').waitFor()
    await main.getByRole('searchbox').fill('Neonlicht')
    await main.getByRole('searchbox').press('Enter')
    await page.waitForURL('**/search/Neonlicht')
    await page.goto(`${shop.url}/${shop.band}/products/nie`)
    await main.getByText('We couldn’t find this page.').waitFor()
    expect(await main.getByRole('searchbox').count()).toBe(0)
    await main.getByRole('link', { name: 'Back to the home page' }).click()
    await page.waitForURL(`${shop.url}/${shop.band}`)
  })
})

describe("a shop's configuration", () => {
  it('SHOP-10 adds a header link, a notice on bundles, and a product that requires a code', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const main = page.getByRole('main')
    const band = `${shop.url}/${shop.band}`
    await page.goto(`${band}/bundle/${shop.bundle}`)
    await main.getByText('Das Shirt kommt vor der Show.').waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Nachtpost' }).click()
    await page.waitForURL(`${band}/faq`)

    await page.goto(`${band}/products/nachtwerk-probe`)
    expect(await main.getByRole('button', { name: 'In den Warenkorb' }).count()).toBe(0)
    const code = main.getByLabel('Rabattcode')
    await code.fill('sonnenschein')
    await main.getByRole('button', { name: 'Einlösen' }).click()
    await main.getByRole('alert').getByText('Falscher Code.').waitFor()
    await setLanguage(page, 'English')
    await main.getByRole('alert').getByText('Wrong code.').waitFor()
    await setLanguage(page, 'Deutsch')
    await code.fill(DISCOUNT_CODE)
    await main.getByRole('button', { name: 'Einlösen' }).click()
    await main.getByRole('button', { name: 'In den Warenkorb' }).click()
    await page.getByRole('region', { name: 'Warenkorb' }).getByText('Probenraum').waitFor()
    expect(faults).toEqual([])
  })
})

const WITHDRAWAL_WORDS = {
  de: {
    title: 'Vertrag widerrufen',
    name: 'Dein Name',
    reference: 'Bestellnummer',
    email: 'Deine E-Mail-Adresse',
    wrong: 'Bitte gib deinen Vor- und Nachnamen an.',
    confirmTitle: 'Widerruf bestätigen',
    all: 'die ganze Bestellung',
    done: 'Dein Widerruf ist angekommen',
  },
  en: {
    title: 'Withdraw from contract',
    name: 'Your name',
    reference: 'Order number',
    email: 'Your email address',
    wrong: 'Please enter your first and last name.',
    confirmTitle: 'Confirm your withdrawal',
    all: 'the whole order',
    done: 'We have received your withdrawal',
  },
} as const

describe('the withdrawal', () => {
  it.each([
    ['a phone', 'de', PHONE],
    ['a desktop', 'en', DESKTOP],
  ] as const)(
    'WDR-01 on %s starts in the footer, keeps what the fan typed, and shows the receipt (%s)',
    async (_name, language, device) => {
      const words = WITHDRAWAL_WORDS[language]
      const { page, faults } = await newVisitor(browser, device)
      const main = page.getByRole('main')
      await page.goto(`${shop.url}/${shop.band}/faq?lang=${language}`)
      await page.getByRole('contentinfo').getByRole('link', { name: words.title }).press('Enter')
      await main.getByRole('heading', { level: 1, name: words.title }).waitFor()
      const name = main.getByLabel(words.name, { exact: true })
      await name.press('Enter')
      await main.getByText(words.wrong).waitFor()
      expect(await name.evaluate((input) => input === document.activeElement)).toBe(true)
      expect(await accessibilityViolations(page)).toEqual([])

      await page.keyboard.type('Ida Łukasz')
      await page.keyboard.press('Tab')
      await page.keyboard.type('CCX4711471147')
      await page.keyboard.press('Tab')
      await page.keyboard.type('ida@example.org')
      await page.keyboard.press('Enter')
      const confirm = main.getByRole('heading', { level: 1, name: words.confirmTitle })
      await confirm.waitFor()
      expect(await confirm.evaluate((heading) => heading === document.activeElement)).toBe(true)
      for (const text of ['Ida Łukasz', '4711471147', 'ida@example.org', words.all])
        await main.getByText(text, { exact: true }).waitFor()
      expect(await accessibilityViolations(page)).toEqual([])
      await main.getByRole('button').last().press('Enter')
      await name.waitFor()
      expect(await name.inputValue()).toBe('Ida Łukasz')
      await name.press('Enter')
      await confirm.waitFor()

      await page.route('**/graphql*', (route) => route.abort(), { times: 1 })
      const send = main.getByRole('button').first()
      await send.press('Enter')
      await main.getByRole('alert').waitFor()
      await send.press('Enter')
      await main.getByRole('heading', { level: 1, name: words.done }).waitFor()
      expect(await main.getByRole('definition').first().textContent()).toMatch(/^[0-9A-Z]{10}$/)
      expect(await accessibilityViolations(page)).toEqual([])
      expect(faults.filter((fault) => !/ERR_FAILED/.test(fault))).toEqual([])
      await page.context().close()
    },
  )
})

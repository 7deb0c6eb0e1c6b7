/**
 * Tests what a fan does on a catalogue page besides buying: asks for a reminder, listens to a record's snippets, and looks at
 * the pictures of a product with the keyboard.
 */
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogueFileInput } from '../../schema/catalogue-file.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'

const RECORD: CatalogueFileInput = {
  products: [
    {
      slug: 'platte',
      artist: 'nachtwerk',
      productType: 'LP',
      name: 'Nachtstrom',
      price: '24.00',
      images: ['images/shirt.png', 'images/poster.png'],
      meta: {
        tracks: [
          { title: 'Zünder', tune: 'nachtwerk 1' },
          { title: 'Erdung', tune: 'nachtwerk 2' },
        ],
      },
      variants: [{ sku: 'NW-LP', description: { de: 'Einheitsgröße', en: 'One size' }, stock: 0 }],
    },
    {
      slug: 'tasse',
      artist: 'nachtwerk',
      productType: { de: 'Tasse', en: 'Mug' },
      name: 'Leerlauf',
      price: '14.00',
      meta: { personalised: true },
      variants: [{ sku: 'NW-TASSE', description: 'Leerlauf', stock: 5 }],
    },
    {
      slug: 'hemd',
      artist: 'nachtwerk',
      productType: { de: 'T-Shirt', en: 'T-shirt' },
      name: 'Umformer',
      price: '22.00',
      description: {
        de: '<p>Aufgenommen in einer Nacht.</p>'.repeat(30),
        en: '<p>Recorded in one night.</p>'.repeat(30),
      },
      variants: ['S', 'M', 'L'].map((size) => ({
        sku: `NW-HEMD-${size}`,
        description: `${size}|Unisex`,
        stock: size === 'L' ? 3 : 0,
      })),
    },
  ],
}

const WORDS = {
  de: {
    email: 'E-Mail-Adresse',
    invalid: 'Das sieht nicht nach einer E-Mail-Adresse aus. Fehlt das @ oder die Endung?',
    sent: 'Fast fertig',
    confirmed: 'Wir melden uns',
    end: 'Erinnerung löschen',
    ended: 'Gelöscht',
    unknown: 'Diese Erinnerung gibt es nicht mehr',
  },
  en: {
    email: 'Email address',
    invalid: 'That doesn’t look like an email address. Is the @ or the ending missing?',
    sent: 'Almost done',
    confirmed: 'We’ll be in touch',
    end: 'Delete the reminder',
    ended: 'Deleted',
    unknown: 'This reminder no longer exists',
  },
} as const

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop({ more: RECORD }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

type Visit = {
  name: string
  id: string
  options: BrowserContextOptions
  language: 'de' | 'en'
  path: () => string
  title: string
  offer: string
  asked: string
  confirm: string
  /** What the form says about the mail. */
  promise?: string
}

const VISITS: Visit[] = [
  {
    ...{ name: 'of a presale, on a phone in German', id: 'REMIND-01', options: PHONE, language: 'de' },
    path: () => `/events/${shop.openingEvent}`,
    title: 'Nachtwerk – Klubnacht',
    ...{ offer: 'Erinnere mich an den Vorverkauf', asked: 'Sollen wir dich erinnern?', confirm: 'Ja, erinnert mich' },
  },
  {
    ...{ name: 'of a sold-out concert, on a phone in German', id: 'REMIND-02', options: PHONE, language: 'de' },
    path: () => '/events/full',
    title: 'Nachtwerk – Klubnacht',
    offer: 'Sag mir Bescheid, wenn Tickets frei werden',
    ...{ asked: 'Sollen wir dir Bescheid sagen?', confirm: 'Ja, sagt mir Bescheid' },
    promise: 'Ein Anrecht hast du damit nicht.',
  },
  {
    ...{ name: 'of a sold-out record, on a desktop in English', id: 'REMIND-01', options: DESKTOP, language: 'en' },
    path: () => '/products/platte',
    title: 'Nachtstrom',
    ...{ offer: 'Let me know when it’s back', asked: 'Shall we let you know?', confirm: 'Yes, let me know' },
  },
]

describe('a reminder', () => {
  it.each([
    {
      ...{ language: 'de', offer: 'Sag mir Bescheid, wenn meine Größe wieder da ist', which: 'Welche Größe?' },
      ...{ send: 'Bescheid sagen', choose: 'Such dir bitte zuerst eine Größe aus.' },
      ...{ add: 'In den Warenkorb', first: 'Wähl zuerst eine Größe aus.' },
    },
    {
      ...{ language: 'en', offer: 'Let me know when my size is back', which: 'Which size?' },
      ...{ send: 'Let me know', choose: 'Please choose a size first.' },
      ...{ add: 'Add to cart', first: 'Choose a size first.' },
    },
  ])(
    'PROD-03, REMIND-01 of a shirt asks for a size, as the form to buy it does, in the language $language',
    async (words) => {
      const { page, faults } = await newVisitor(browser, DESKTOP)
      const main = page.getByRole('main')
      await page.goto(`${shop.url}/${shop.band}/products/hemd?lang=${words.language}`)
      await main.getByRole('button', { name: words.add }).click()
      await main.getByText(words.first).waitFor()
      await main.getByRole('button', { name: words.offer, exact: true }).click()
      const sizes = main.getByLabel(words.which)
      await sizes.waitFor()
      expect(await sizes.locator('option:not(:disabled)').allInnerTexts()).toEqual(['S, Unisex', 'M, Unisex'])
      await main.getByRole('button', { name: words.send, exact: true }).click()
      await main.getByRole('alert').filter({ hasText: words.choose }).waitFor()
      expect(await sizes.getAttribute('aria-invalid')).toBe('true')
      expect(faults).toEqual([])
    },
  )

  it.each(VISITS)('$id $name: is asked for and confirmed with the keyboard, and deleted again', async (visit) => {
    const words = WORDS[visit.language]
    const { page, faults } = await newVisitor(browser, visit.options)
    const main = page.getByRole('main')
    const press = (name: string) => main.getByRole('button', { name, exact: true }).press('Enter')
    await page.goto(`${shop.url}/${shop.band}${visit.path()}?lang=${visit.language}`)
    await press(visit.offer)
    const email = main.getByLabel(words.email)
    await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true)
    if (visit.promise) await main.getByText(visit.promise).waitFor()
    await page.keyboard.type('ida@')
    await page.keyboard.press('Enter')
    await main.getByRole('alert').getByText(words.invalid).waitFor()
    expect(await email.evaluate((field) => [field === document.activeElement, field.ariaInvalid])).toEqual([
      true,
      'true',
    ])
    expect(await accessibilityViolations(page)).toEqual([])
    const address = `ida-${crypto.randomUUID()}@example.org`
    await email.fill(address)
    await page.keyboard.press('Enter')
    await main.getByRole('heading', { name: words.sent }).waitFor()
    await main.getByRole('status').getByText(address).waitFor()

    const mail = await shop.mailTo(address, visit.title)
    const [link = ''] = /https?:\/\/\S+\/reminder\?key=\S+/.exec(mail.text) ?? []
    await page.goto(link)
    await main.getByRole('heading', { level: 1, name: visit.asked }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await press(visit.confirm)
    const confirmed = main.getByRole('heading', { level: 1, name: words.confirmed })
    await expect.poll(() => confirmed.evaluate((heading) => heading === document.activeElement)).toBe(true)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.reload()
    await confirmed.waitFor()
    await press(words.end)
    await main.getByRole('heading', { level: 1, name: words.ended }).waitFor()
    expect(faults).toEqual([])
    await page.goto(link)
    await main.getByRole('heading', { level: 1, name: words.unknown }).waitFor()
    await page.context().close()
  })
})

describe('the snippets of a record', () => {
  it('PROD-14 load and play after a press, one at a time, and the keyboard changes the position', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const loaded: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'media') loaded.push(request.url())
    })
    await page.goto(`${shop.url}/${shop.band}/products/platte`)
    const tracks = page.getByRole('region', { name: 'Reinhören' })
    const button = (name: string) => tracks.getByRole('button', { name, exact: true })
    await button('Zünder abspielen').waitFor()
    // The header's cart button appears once the page is hydrated.
    await page.getByRole('banner').getByRole('button', { name: 'Warenkorb' }).waitFor()
    expect(loaded).toEqual([])
    await button('Zünder abspielen').press('Enter')
    await button('Zünder anhalten').waitFor()
    const position = tracks.getByRole('slider', { name: 'Stelle in Zünder' })
    const seconds = async () => Number(await position.inputValue())
    await expect.poll(seconds).toBeGreaterThan(0)
    expect(new Set(loaded).size).toBe(1)
    expect(await accessibilityViolations(page)).toEqual([])

    await button('Zünder anhalten').press('Enter')
    await button('Zünder abspielen').waitFor()
    await position.press('End')
    const end = await seconds()
    expect(end).toBeGreaterThan(10)
    await position.press('Home')
    expect(await seconds()).toBe(0)
    await position.press('ArrowRight')
    expect(await seconds()).toBeCloseTo(0.1)

    await button('Erdung abspielen').press('Enter')
    await button('Erdung anhalten').waitFor()
    expect(await tracks.getByRole('button', { name: / anhalten$/ }).count()).toBe(1)
    expect(await position.count()).toBe(0)
    expect(new Set(loaded).size).toBe(2)
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('the description of a product', () => {
  it('PROD-02 is cut off if it is long, and a press on the button opens it to its full height', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.goto(`${shop.url}/${shop.band}/products/hemd`)
    const main = page.getByRole('main')
    const more = main.getByRole('button', { name: 'Weiterlesen' })
    await more.waitFor()
    const text = main.locator('div', { has: page.getByText('Aufgenommen in einer Nacht.') }).last()
    const heights = () => text.evaluate(({ parentElement: box }) => [box?.clientHeight ?? 0, box?.scrollHeight ?? 0])
    const [shown = 0, whole = 0] = await heights()
    expect(shown).toBeGreaterThan(0)
    expect(whole).toBeGreaterThan(2 * shown)
    expect(await more.getAttribute('aria-expanded')).toBe('false')
    await more.press('Enter')
    await expect.poll(heights).toEqual([whole, whole])
    const less = main.getByRole('button', { name: 'Weniger zeigen' })
    expect(await less.getAttribute('aria-expanded')).toBe('true')
    await less.press('Enter')
    await expect.poll(heights).toEqual([shown, whole])
    await page.goto(`${shop.url}/${shop.band}/products/${shop.shirt}`)
    await main.getByRole('button', { name: 'In den Warenkorb' }).waitFor()
    expect(await more.count()).toBe(0)
    expect(faults).toEqual([])
  })
})

describe('the text of a personalised product', () => {
  it('PROD-10 is asked for at its field if it is missing, and is shown whole and without line breaks in the minicart', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    await page.goto(`${shop.url}/${shop.band}/products/tasse`)
    const field = page.getByLabel('Dein Text')
    const add = page.getByRole('main').getByRole('button', { name: 'In den Warenkorb' })
    await add.click()
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    const noteId = await field.getAttribute('aria-describedby')
    // The number of letters that are left stays below the error.
    expect(await page.locator(`[id="${noteId}"] p`).allInnerTexts()).toEqual([
      'Hier fehlt noch dein Text.',
      expect.stringMatching(/^Noch 80/),
    ])
    expect(await page.getByText('Hier fehlt noch dein Text.').count()).toBe(1)
    const text = 'Für Jule und Mattis, die jedes Konzert in der ersten Reihe hören, seit 12 Jahren'
    expect(text).toHaveLength(80)
    await field.fill(text)
    expect(await field.getAttribute('aria-invalid')).toBeNull()
    await add.click()
    const minicart = page.getByRole('region', { name: 'Warenkorb' })
    const shown = minicart.getByLabel('Text für Nachtwerk – Leerlauf')
    await shown.waitFor()
    expect(await shown.inputValue()).toBe(text)
    const hidden = () =>
      shown.evaluate((box) => box.scrollHeight - box.clientHeight + box.scrollWidth - box.clientWidth)
    expect(await hidden()).toBeLessThanOrEqual(1)
    await shown.fill('Für Jule\nund Mattis')
    expect(await shown.inputValue()).toBe('Für Jule und Mattis')
    await shown.press('Enter')
    await minicart.getByRole('button', { name: 'Speichern' }).waitFor({ state: 'detached' })
    expect(await shown.inputValue()).toBe('Für Jule und Mattis')
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('the pictures of a product', () => {
  it('PROD-01 are chosen by thumbnails, enlarged and turned over with the keyboard, which then returns to the picture', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.goto(`${shop.url}/${shop.band}/products/platte`)
    const gallery = page.getByRole('main').getByRole('region').first()
    const thumbnails = gallery.getByRole('button', { name: /^Bild \d zeigen$/ })
    const current = () => thumbnails.evaluateAll((all) => all.map((one) => one.ariaCurrent))
    expect(await current()).toEqual(['true', null])
    await thumbnails.nth(1).press('Enter')
    await expect.poll(current).toEqual([null, 'true'])
    // Only the picture in view is in the tab order.
    const pictures = gallery.getByRole('button', { name: /^Groß ansehen/ })
    await expect
      .poll(() => pictures.evaluateAll((all) => all.map((one) => (one as HTMLElement).tabIndex)))
      .toEqual([-1, 0])
    await pictures.nth(1).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Bild 2 von 2').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('ArrowRight')
    await dialog.getByText('Bild 1 von 2').waitFor()
    await page.keyboard.press('ArrowLeft')
    await dialog.getByText('Bild 2 von 2').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await pictures.nth(1).evaluate((picture) => picture === document.activeElement)).toBe(true)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it.each([
    ['', true],
    [', also before the page runs', false],
  ])('PROD-01 are swiped on a phone, with the number of the picture in view%s', async (_when, runsBefore) => {
    const { page, faults } = await newVisitor(browser, PHONE)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    if (runsBefore) release()
    await page.route(/\/assets\/[^?]+\.js/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${shop.url}/${shop.band}/products/platte`, { waitUntil: 'commit' })
    const gallery = page.getByRole('main').getByRole('region').first()
    await gallery.getByText('1/2').waitFor()
    // Before its first paint, Chromium ignores touches.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    const box = await gallery.boundingBox()
    if (!box) throw new Error('the gallery is not shown')
    const devtools = await page.context().newCDPSession(page)
    const y = box.y + 100
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] })
    await touch('touchStart', 320)
    for (let x = 300; x >= 60; x -= 20) await touch('touchMove', x)
    await touch('touchEnd')
    const second = gallery.getByRole('button').nth(1)
    await expect.poll(async () => Math.round((await second.boundingBox())?.x ?? -1)).toBe(0)
    if (!runsBefore) expect(await gallery.getByText('1/2').isVisible()).toBe(true)
    release()
    await gallery.getByText('2/2').waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  })
})

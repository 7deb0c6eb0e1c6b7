/** Tests the choices in a bundle: combinations, sizes, nights, tickets, parts that may be left out, and what the bundle says. */
import type { Browser, BrowserContextOptions, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogueFileInput } from '../../schema/catalogue-file.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'

type Product = NonNullable<CatalogueFileInput['products']>[number]

const product = (slug: string, name: Product['name'], productType: Product['productType'], rest: Partial<Product>) => ({
  ...{ slug, name, productType, artist: 'nachtwerk', images: ['images/shirt.png'] },
  ...{ price: 10, variants: [{ sku: slug.toUpperCase(), description: { de: 'Standard', en: 'Standard' }, stock: 20 }] },
  ...rest,
})

type Event = NonNullable<CatalogueFileInput['events']>[number]

const night = (slug: string, inDays: number, rest: Partial<Event>): Event => ({
  ...{ slug, artist: 'nachtwerk', venue: 'kantine', name: { de: 'Stromausfall', en: 'Power cut' } },
  ...{ happeningFromAt: { inDays, at: '20:00' }, localOrganizer: 'Konzertbüro Kiez GmbH' },
  pricingCategories: [{ number: 1, name: 'Default', color: '#c8553d' }],
  variants: [{ pricingCategory: 1, kind: 'online', description: { de: 'Stehplatz', en: 'Standing' }, price: '24.90' }],
  allotments: [{ section: 'floor', name: 'Innenraum', pricingCategory: 1, capacity: 40 }],
  ...rest,
})

const BUNDLE: CatalogueFileInput = {
  events: [
    night('stromausfall-eins', 40, {
      meta: { max_tickets_per_bundle: 2 },
      doorAt: '19:00',
      owningCompanyAddress: {
        ...{ company: 'Nachtwerk Touring GmbH', address: 'Oranienstraße 190' },
        ...{ city: 'Berlin', postCode: '10999', countryCode: 'de' },
      },
    }),
    night('stromausfall-zwei', 41, { soldOutMessage: { de: 'Alles weg.', en: 'All gone.' } }),
  ],
  products: [
    product(
      'pulli',
      'Umspannwerk',
      { de: 'Kapuzenpulli', en: 'Hoodie' },
      {
        price: 40,
        details: {
          title: { de: 'Größentabelle', en: 'Size chart' },
          description: { de: 'Fällt weit aus.', en: 'Runs large.' },
        },
        variants: [
          { sku: 'PULLI-S', description: 'S', stock: 0 },
          { sku: 'PULLI-M', description: 'M', stock: 20 },
          { sku: 'PULLI-3XL', description: '3XL', stock: 20, additionalPrice: 3 },
        ],
      },
    ),
    product('platte', 'Nachtstrom', 'LP', { price: 20, meta: { delivery_days: { from: 3, to: 6 } } }),
    product(
      'kassette',
      'Nachtstrom',
      { de: 'Kassette', en: 'Cassette' },
      {
        variants: [{ sku: 'KASSETTE', description: { de: 'Standard', en: 'Standard' }, stock: 0 }],
      },
    ),
    product('plakat', 'Freileitung', { de: 'Plakat', en: 'Poster' }, { price: 8, meta: { bind_leave_empty: true } }),
    product('aufnaeher', 'Blitz', { de: 'Aufnäher', en: 'Patch' }, { price: 4 }),
    product('anstecker', 'Sicherung', { de: 'Anstecker', en: 'Badge' }, { price: 3 }),
  ],
  bundles: [
    {
      slug: 'kraftwerk',
      artist: 'nachtwerk',
      productType: 'Bundle',
      name: { de: 'Das Kraftwerk', en: 'The Power Station' },
      images: ['images/shirt.png'],
      commonItems: [{ product: 'pulli' }],
      combinations: [
        { optionName: { de: 'Mit Platte', en: 'With the record' }, parts: [{ product: 'platte' }] },
        { optionName: { de: 'Mit Kassette', en: 'With the cassette' }, parts: [{ product: 'kassette' }] },
        {
          optionName: { de: 'Mit Platte und Anstecker', en: 'With the record and the badge' },
          parts: [{ product: 'platte' }, { product: 'anstecker' }],
        },
      ],
      additionalProducts: [{ product: 'plakat' }],
      additionalProductGroup: [{ product: 'aufnaeher' }, { product: 'anstecker' }],
      originalBundlePrice: 75,
    },
    {
      slug: 'hausanschluss',
      artist: 'nachtwerk',
      productType: 'Bundle',
      name: { de: 'Der Hausanschluss', en: 'The Mains Connection' },
      images: ['images/shirt.png'],
      commonItems: [{ product: 'platte' }, { product: 'anstecker' }],
    },
    {
      slug: 'schaltschrank',
      artist: 'nachtwerk',
      productType: 'Bundle',
      name: { de: 'Der Schaltschrank', en: 'The Switchboard' },
      images: ['images/shirt.png'],
      commonItems: [{ product: 'platte' }],
      combinations: ['S', 'M', '3XL'].map((size) => ({
        optionName: { de: `Größe ${size}`, en: `Size ${size}` },
        parts: [{ product: 'pulli', variants: [`PULLI-${size}`] }],
      })),
    },
    {
      slug: 'stromausfall',
      artist: 'nachtwerk',
      productType: 'Bundle',
      name: { de: 'Karten und Platte', en: 'Tickets and record' },
      images: ['images/shirt.png'],
      commonItems: [{ product: 'platte' }],
      combinations: [
        { optionName: { de: 'Erste Nacht', en: 'First night' }, parts: [{ event: 'stromausfall-eins' }] },
        { optionName: { de: 'Zweite Nacht', en: 'Second night' }, parts: [{ event: 'stromausfall-zwei' }] },
      ],
    },
  ],
}

type Visit = {
  name: string
  options: BrowserContextOptions
  language: 'de' | 'en'
  words: Record<
    | 'title'
    | 'size'
    | 'record'
    | 'both'
    | 'cassette'
    | 'gone'
    | 'change'
    | 'poster'
    | 'none'
    | 'details'
    | 'hoodie'
    | 'chart'
    | 'merge'
    | 'add'
    | 'cart'
    | 'apart'
    | 'pick',
    string
  >
  price: (euros: string) => string
}

const VISITS: Visit[] = [
  {
    ...{ name: 'on a phone in German', options: PHONE, language: 'de' },
    words: {
      ...{ title: 'Das Kraftwerk', size: 'Umspannwerk: Größe', record: 'Mit Platte', cassette: 'Mit Kassette' },
      both: 'Mit Platte und Anstecker',
      ...{ gone: 'Ausverkauft', change: 'Auswahl ändern', poster: 'Freileitung: Ausführung', none: 'Nichts davon' },
      ...{ details: 'Details zu den einzelnen Artikeln', hoodie: 'Umspannwerk (Kapuzenpulli)', chart: 'Größentabelle' },
      ...{ merge: 'Schon bestellt?', add: 'In den Warenkorb', cart: 'Warenkorb', apart: 'Einzeln', pick: 'Blitz' },
    },
    price: (euros) => `${euros.replace('.', ',')} €`,
  },
  {
    ...{ name: 'on a desktop in English', options: DESKTOP, language: 'en' },
    words: {
      ...{ title: 'The Power Station', size: 'Umspannwerk: Size', record: 'With the record' },
      both: 'With the record and the badge',
      ...{ cassette: 'With the cassette', gone: 'Sold out', change: 'Change selection' },
      ...{ poster: 'Freileitung: option', none: 'None of these', details: 'Details of each item' },
      ...{ hoodie: 'Umspannwerk (Hoodie)', chart: 'Size chart', merge: 'Already ordered?', add: 'Add to cart' },
      ...{ cart: 'Cart', apart: 'Bought separately', pick: 'Blitz' },
    },
    price: (euros) => `€${euros}`,
  },
]

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop({ more: BUNDLE }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

describe('a bundle', () => {
  it.each(VISITS)(
    'BND-01, BND-02, BND-03 $name: offers only the parts that are left, moves the focus to the next step, changes a choice, and adds up the chosen parts',
    async ({ options, language, words, price }) => {
      const { page, faults } = await newVisitor(browser, options)
      const main = page.getByRole('main')
      const plain = async () => (await main.innerText()).replaceAll('\u00a0', ' ')
      await page.goto(`${shop.url}/${shop.band}/bundle/kraftwerk?lang=${language}`)
      await main.getByRole('heading', { level: 1, name: words.title }).waitFor()
      // The lowest total, and the sum of the separate prices.
      await expect.poll(plain).toContain(price('60.00'))
      expect(await plain()).toContain(price('75.00'))
      expect(await plain()).toContain(words.apart)
      expect(await plain()).toContain(words.merge)
      const cassette = main.getByRole('button', { name: words.cassette })
      expect([await cassette.isDisabled(), await cassette.innerText()]).toEqual([
        true,
        expect.stringContaining(words.gone),
      ])

      const sizes = main.getByRole('group', { name: words.size })
      const size = (name: string | RegExp) => sizes.getByRole('radio', { name })
      expect([await size(/^S/).isDisabled(), await size(/^M/).isDisabled()]).toEqual([true, false])
      expect((await sizes.innerText()).replaceAll('\u00a0', ' ')).toContain(`3XL (+ ${price('3.00')})`)
      // Nothing is chosen: the combination gets the focus, and then, once it is chosen, the first size that is left.
      const isFocused = (element: Element) => element === document.activeElement
      await main.getByRole('button', { name: words.add }).press('Enter')
      const combination = (name: string) => main.getByRole('button', { name: new RegExp(`^${name}(?! und| and)`) })
      const record = combination(words.record)
      await expect.poll(() => record.evaluate(isFocused)).toBe(true)
      await page.keyboard.press('Enter')
      const changing = main.getByRole('button', { name: words.change })
      await expect.poll(() => changing.evaluate(isFocused)).toBe(true)
      await main.getByRole('button', { name: words.add }).press('Enter')
      await expect.poll(() => size(/^M/).evaluate(isFocused)).toBe(true)
      expect(await accessibilityViolations(page)).toEqual([])
      await size(/^3XL/).press('Space')
      const total = async () => (await main.locator('form').innerText()).replaceAll('\u00a0', ' ')
      const choose = async (option: Locator, cents: string) => {
        await changing.press('Enter')
        await option.press('Enter')
        await expect.poll(total).toContain(price(cents))
        expect(await size(/^3XL/).isChecked()).toBe(true)
      }
      await choose(combination(words.both), '66.00')
      await choose(record, '63.00')

      const group = main.getByRole('radio', { name: words.pick })
      await group.press('Space')
      // An extra also raises the struck price, which is the sum of the separate prices.
      await expect.poll(total).toContain(price('67.00'))
      expect(await total()).toContain(price('79.00'))
      await main.getByRole('radio', { name: words.none }).press('Space')
      await expect.poll(total).toContain(price('63.00'))
      const poster = main.getByRole('combobox', { name: words.poster })
      await poster.selectOption({ index: 1 })
      await expect.poll(total).toContain(price('71.00'))
      await poster.selectOption({ label: words.none })
      await expect.poll(total).toContain(price('63.00'))

      await main.getByText(words.details).click()
      const part = main.locator('section', { has: page.getByRole('heading', { level: 3, name: words.hoodie }) })
      await part.getByText(words.chart).click()
      await part.getByText(language === 'de' ? 'Fällt weit aus.' : 'Runs large.').waitFor()
      expect(await accessibilityViolations(page)).toEqual([])

      await main.getByRole('button', { name: words.add }).press('Enter')
      const minicart = page.getByRole('region', { name: words.cart })
      await minicart.getByText(words.title).first().waitFor()
      await expect.poll(async () => (await minicart.innerText()).replaceAll('\u00a0', ' ')).toContain(price('63.00'))
      expect(faults).toEqual([])
      await page.context().close()
    },
  )

  it('BND-01, BND-02, PROD-03 whose combinations are the sizes of a hoodie offers them as radio buttons, which keep the focus', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    const main = page.getByRole('main')
    const plain = async (area: Locator) => (await area.innerText()).replaceAll('\u00a0', ' ')
    await page.goto(`${shop.url}/${shop.band}/bundle/schaltschrank?lang=de`)
    const sizes = main.getByRole('group', { name: 'Umspannwerk: Größe' })
    await sizes.waitFor()
    const radios = () =>
      sizes
        .getByRole('radio')
        .evaluateAll((all) => all.map((one) => [(one as HTMLInputElement).disabled, one.parentElement?.textContent]))
    expect(await radios()).toEqual([
      [true, 'S Ausverkauft'],
      [false, 'M'],
      [false, '3XL (+ 3,00\u00a0€)'],
    ])
    expect(await main.getByRole('button', { name: /^Größe/ }).count()).toBe(0)
    await expect.poll(() => plain(main.locator('form'))).toContain('ab 60,00 €')

    await main.getByRole('button', { name: 'In den Warenkorb' }).press('Enter')
    const size = (name: string | RegExp) => sizes.getByRole('radio', { name })
    const isFocused = (element: Element) => element === document.activeElement
    await expect.poll(() => size('M').evaluate(isFocused)).toBe(true)
    expect([await size('M').getAttribute('aria-invalid'), await size(/^S/).getAttribute('aria-invalid')]).toEqual([
      'true',
      null,
    ])
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Space')
    await expect.poll(() => size('M').isChecked()).toBe(true)
    expect(await size('M').evaluate(isFocused)).toBe(true)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => size(/^3XL/).isChecked()).toBe(true)
    expect(await size(/^3XL/).evaluate(isFocused)).toBe(true)
    await expect.poll(() => plain(main.locator('form'))).toContain('63,00 €')

    await main.getByRole('button', { name: 'In den Warenkorb' }).press('Enter')
    const minicart = page.getByRole('region', { name: 'Warenkorb' })
    await expect.poll(() => plain(minicart)).toContain('63,00 €')
    await minicart.getByText(/3XL/).first().waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('BND-01, BND-04 names date, times, venue and kind of ticket of each night, its promoters and the time of delivery, and takes as many tickets as the event allows', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    const main = page.getByRole('main')
    const plain = async () => (await main.innerText()).replaceAll('\u00a0', ' ')
    await page.goto(`${shop.url}/${shop.band}/bundle/stromausfall?lang=de`)
    const nightOf = (name: string) => main.getByRole('button', { name })
    await nightOf('Erste Nacht').waitFor()
    expect(await nightOf('Erste Nacht').innerText()).toMatch(
      /\d\d\.\d\d\.\d{4}\s*·\s*Einlass 19:00\s*·\s*Beginn 20:00\s*·\s*.*Kantine.*, Köln\s*·\s*Online-Ticket/s,
    )
    expect([await nightOf('Zweite Nacht').isDisabled(), await nightOf('Zweite Nacht').innerText()]).toEqual([
      true,
      expect.stringContaining('Ausverkauft'),
    ])
    await main.getByText('Konzertbüro Kiez GmbH').waitFor()
    expect(await main.innerText()).toContain('Nachtwerk Touring GmbH\nOranienstraße 190\n10999 Berlin')
    await main.getByText('Wir vermitteln diese Tickets im Namen des Veranstalters.').waitFor()
    await nightOf('Erste Nacht').press('Enter')
    await main.getByText('Online-Ticket: Kommt sofort nach der Zahlung per E-Mail').waitFor()
    await main.getByText('Lieferzeit in Deutschland: 3–6 Werktage').waitFor()
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    const tickets = main.getByRole('group', { name: /^Tickets: / })
    await tickets.getByRole('button', { name: 'Eins mehr' }).press('Enter')
    await expect.poll(plain).toContain('69,80 €')
    expect(await tickets.getByRole('button', { name: 'Eins mehr' }).isDisabled()).toBe(true)
    expect(await accessibilityViolations(page)).toEqual([])
    await main.getByRole('button', { name: 'In den Warenkorb' }).press('Enter')
    const minicart = page.getByRole('region', { name: 'Warenkorb' })
    await expect.poll(async () => (await minicart.innerText()).replaceAll('\u00a0', ' ')).toContain('69,80 €')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('BND-04 without a choice is taken twice at once, for twice the total, and the cart has two lines of it', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    const main = page.getByRole('main')
    const plain = async (area: Locator) => (await area.innerText()).replaceAll('\u00a0', ' ')
    await page.goto(`${shop.url}/${shop.band}/bundle/hausanschluss?lang=de`)
    // The header's cart button appears once the page is hydrated.
    await page.getByRole('banner').getByRole('button', { name: 'Warenkorb' }).waitFor()
    const amount = main.getByRole('group', { name: 'Menge' })
    await expect.poll(() => plain(main.locator('form'))).toContain('23,00 €')
    await amount.getByRole('button', { name: 'Eins mehr' }).press('Enter')
    await expect.poll(() => amount.getByRole('status').textContent()).toBe('2')
    await expect.poll(() => plain(main.locator('form'))).toContain('46,00 €')
    await main.getByRole('button', { name: 'In den Warenkorb' }).press('Enter')
    const minicart = page.getByRole('region', { name: 'Warenkorb' })
    await expect.poll(() => plain(minicart)).toContain('46,00 €')
    await minicart.getByRole('link', { name: 'Zum Warenkorb' }).click()
    await page.waitForURL('**/checkout')
    const remove = main.getByRole('button', { name: /Der Hausanschluss.*entfernen/ })
    await expect.poll(() => remove.count()).toBe(2)
    expect((await plain(main)).split('23,00 €').length - 1).toBeGreaterThanOrEqual(2)
    await expect.poll(() => plain(main)).toContain('46,00 €')
    await remove.first().press('Enter')
    await expect.poll(() => remove.count()).toBe(1)
    await expect.poll(() => plain(main)).not.toContain('46,00 €')
    expect(faults).toEqual([])
  })
})

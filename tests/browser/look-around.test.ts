/**
 * A fan looks around before buying: at pictures, at the page of a record with its sizes and delivery, at concerts that have
 * moved or are sold out, at the lists of the main shop, and in English.
 */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogueFileInput } from '../../schema/catalogue-file.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { DESKTOP, launchBrowser, newVisitor, PHONE } from '../support/browser.ts'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'

type Product = NonNullable<CatalogueFileInput['products']>[number]

const BAND = 'tonspur'

function shirt(slug: string, change: Partial<Product> = {}): Product {
  return {
    slug,
    artist: BAND,
    productType: 'T-Shirt',
    name: slug,
    price: '25.00',
    images: [{ file: 'images/shirt.png', focus: [80, 20] }, 'images/poster.png'],
    categories: ['tonspur-shirts'],
    variants: ['S', 'M'].map((size) => ({ sku: `${slug}-${size}`, options: { Size: size }, stock: 9 })),
    ...change,
  }
}

const concert = (slug: string, inDays: number, city: string, change: object = {}) => ({
  ...{
    slug,
    artist: BAND,
    name: { de: 'Rillentour', en: 'Groove tour' },
    description: 'Vier Abende.',
    venue: `haus-${city.toLowerCase()}`,
  },
  happeningFromAt: { inDays, at: '20:30' },
  doorAt: '19:30',
  cartLimit: 6,
  tours: ['rillentour'],
  categories: ['TOUR:tonspur-tour'],
  pricingCategories: [{ number: 1, name: 'Default', color: '#c8553d' }],
  variants: [
    { pricingCategory: 1, kind: 'online' as const, description: { de: 'Stehplatz', en: 'Standing' }, price: '24.00' },
    {
      ...{ pricingCategory: 1, kind: 'online' as const, sku: `${slug}-wheelchair`, price: '14.00' },
      description: { de: 'Rollstuhl', en: 'Wheelchair' },
    },
  ],
  allotments: [{ section: 'floor', name: 'Saal', pricingCategory: 1, capacity: 50 }],
  ...change,
})

const CATALOGUE: CatalogueFileInput = {
  shops: [{ slug: BAND, name: 'Tonspur', artist: BAND, meta: { delivery_days: { from: 2, to: 4 } } }],
  artists: [
    { slug: BAND, name: 'Tonspur', squareImage: 'images/poster.png', mainCategory: true },
    // The main shop's home page shows no row of fewer than three artists.
    { slug: 'tonarm', name: 'Tonarm', mainCategory: true },
    { slug: 'vorlauf', name: 'Vorlauf', mainCategory: true },
  ],
  categories: [
    { slug: 'tonspur-shirts', name: 'Hemden', artist: BAND, mainCategory: true },
    { slug: 'tonspur-tour', name: 'Rillentour', artist: BAND, type: 'TOUR', mainCategory: true },
  ],
  tours: [{ slug: 'rillentour', name: 'Rillentour', artists: [BAND] }],
  venues: ['Jena', 'Kiel', 'Ulm', 'Gera'].map((city) => ({
    slug: `haus-${city.toLowerCase()}`,
    ...{ name: `Haus ${city}`, address: 'Am Ring 1', city, postCode: '07743', countryCode: 'de' },
  })),
  events: [
    concert('rille-jena', 20, 'Jena', { image: 'images/poster.png', artists: ['vorlauf'] }),
    concert('rille-kiel', 21, 'Kiel', { status: 'postponed', meta: { former_date: { inDays: -10, at: '20:00' } } }),
    concert('rille-ulm', 22, 'Ulm', { soldOutMessage: { de: 'Alles weg.', en: 'All gone.' } }),
    concert('rille-gera', 23, 'Gera', {
      soldOutMessage: { de: 'Beim Partner ausverkauft.', en: 'Sold out at our partner’s.' },
      meta: { external_link: 'https://partner.example/gera' },
    }),
    concert('rille-ulm-zwei', 24, 'Ulm'),
  ],
  products: [
    ...['rille', 'nadel', 'lack', 'fader'].map((slug) => shirt(slug)),
    shirt('kante', { containerFormat: 'Jutebeutel', overlayListingImage: 'images/poster.png' }),
    shirt('arm', { artist: 'tonarm', categories: [] }),
    shirt('mass', {
      name: 'Maßarbeit',
      details: {
        title: { de: 'Größen', en: 'Sizes' },
        description: '<p>Liegend gemessen.</p>',
        table: {
          caption: { de: 'Maße in cm', en: 'Measurements in cm' },
          columns: [
            { de: 'Größe', en: 'Size' },
            { de: 'Breite', en: 'Width' },
          ],
          rows: [
            ['S', '48'],
            ['M', '51'],
          ],
        },
      },
    }),
  ],
  bundles: [
    {
      slug: 'rille-abend',
      artist: BAND,
      productType: 'Bundle',
      name: { de: 'Ein Abend in Ulm', en: 'A night in Ulm' },
      images: ['images/shirt.png'],
      categories: ['tonspur-shirts'],
      price: '45.00',
      commonItems: [{ event: 'rille-ulm' }, { product: 'rille' }],
    },
  ],
}

let shop: JourneyShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openJourneyShop({ more: CATALOGUE }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

const band = (path: string) => `${shop.url}/${BAND}${path}`

/** The width of the file that the browser has chosen for an image, and all widths that it could choose from. */
async function fileOf(image: Locator): Promise<{ width: number; widths: number[]; shown: number }> {
  await image.scrollIntoViewIfNeeded()
  await expect
    .poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.complete))
    .toBe(true)
  return image.evaluate((element) => {
    if (!(element instanceof HTMLImageElement)) throw new Error('this is no image')
    const widthOf = (url: string) => Number(/\/(\d+)\.\w+$/.exec(url)?.[1])
    const source = element.parentElement?.querySelector('source')?.srcset ?? ''
    return {
      width: widthOf(element.currentSrc),
      widths: source.split(', ').map((each) => widthOf(each.split(' ')[0] ?? '')),
      shown: element.clientWidth,
    }
  })
}

describe('pictures', () => {
  it.each([2, 3])('CAT-04 have two image pixels per CSS pixel on a phone with a pixel ratio of %i', async (ratio) => {
    const { page, faults } = await newVisitor(browser, { ...PHONE, deviceScaleFactor: ratio })
    await page.goto(band('/categories/tonspur-shirts'))
    const { width, widths, shown } = await fileOf(page.locator('.product-tile img').first())
    // The browser takes the next larger file, and no larger one.
    expect(width).toBe(widths.find((each) => each >= shown * 2 - 4) ?? widths.at(-1))
    expect(faults).toEqual([])
  })

  it.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ])('PROD-01 are whole and in the largest version in full screen on a %s', async (_kind, options) => {
    const { page, faults } = await newVisitor(browser, options)
    await page.goto(band('/products/rille'))
    await page
      .getByRole('button', { name: /^Groß ansehen/ })
      .first()
      .click()
    const image = page.getByRole('dialog').locator('img')
    const { width, widths } = await fileOf(image)
    expect(width).toBe(Math.max(...widths))
    const [box, size, fit] = await Promise.all([
      image.boundingBox(),
      page.evaluate(() => [innerWidth, innerHeight] as const),
      image.evaluate((element) => getComputedStyle(element).objectFit),
    ])
    expect(fit).toBe('contain')
    expect(box && box.x >= 0 && box.y >= 0).toBe(true)
    expect(box && box.x + box.width <= size[0] && box.y + box.height <= size[1]).toBe(true)
    expect(faults).toEqual([])
  })

  it('PIC-01 show a preview of their colours until they are painted, and their focus point where they are cropped', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/images\//, async (route) => {
      await released
      await route.continue()
    })
    await page.goto(band('/categories/tonspur-shirts'), { waitUntil: 'domcontentloaded' })
    const image = page.locator('.product-tile', { hasText: 'nadel' }).locator('img').first()
    const background = () => image.evaluate((element) => element.style.backgroundImage)
    await expect.poll(background).toMatch(/^url\(/)
    release()
    await expect.poll(background).toBe('')
    expect(await image.evaluate((element) => getComputedStyle(element).objectPosition)).toBe('80% 20%')
    expect(faults).toEqual([])
  })

  it('PIC-01 are replaced by artwork on the page of a concert without a picture', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    await page.goto(band('/events/rille-kiel'))
    const box = await page.locator('.event-head .artwork').boundingBox()
    expect(box?.width).toBeGreaterThan(300)
    expect(box?.height).toBeGreaterThan(100)
    expect(faults).toEqual([])
  })
})

describe('the page of a product', () => {
  it('PROD-13 calls sizes sizes, has a real size table, names delivery and shipping, and leads to the category and to more by the band', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.goto(band('/products/mass'))
    const main = page.getByRole('main')
    await main.getByRole('group', { name: 'Größe' }).getByRole('radio', { name: /^M/ }).waitFor()
    await main.getByText('Lieferzeit in Deutschland: 2–4 Werktage').waitFor()
    const table = main.getByRole('table', { name: 'Maße in cm' })
    await main.getByText('Größen', { exact: true }).click()
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Größe', 'Breite'])
    expect(await table.getByRole('rowheader').allTextContents()).toEqual(['S', 'M'])
    const more = main.getByRole('region', { name: 'Mehr von Tonspur' })
    expect(await more.locator('.product-tile').count()).toBeGreaterThanOrEqual(3)
    expect(await accessibilityViolations(page)).toEqual([])

    await main.getByRole('link', { name: /Versand/ }).click()
    await page.waitForURL(/\/faq\/4$/)
    await expect.poll(() => page.locator('details[open]').count()).toBe(1)
    await page.goBack()
    await main.getByRole('navigation').getByRole('link', { name: 'Hemden' }).click()
    await page.waitForURL(/\/categories\/tonspur-shirts$/)
    expect(faults).toEqual([])
  })
})

describe('a product with a format and an overlay', () => {
  it('CAT-04, PROD-02 shows the overlay above its picture in a list, and names the format on its page', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    await page.goto(band('/categories/tonspur-shirts'))
    const tile = page.locator('.product-tile', { hasText: 'kante' })
    const [picture, overlay] = [tile.locator('img').first(), tile.locator('img').last()]
    await tile.scrollIntoViewIfNeeded()
    await expect.poll(() => tile.locator('img').count()).toBe(2)
    const [below, above] = await Promise.all([picture.boundingBox(), overlay.boundingBox()])
    if (!below || !above) throw new Error('the tile shows no pictures')
    expect(above.width).toBeGreaterThan(40)
    expect(above.width).toBeLessThan(below.width / 2)
    expect([above.y >= below.y, above.x + above.width <= below.x + below.width]).toEqual([true, true])
    // A press on the overlay reaches the link of the tile.
    const pressesLink = () =>
      overlay.evaluate((image) => {
        image.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, top, width, height } = image.getBoundingClientRect()
        const link = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('a')
        return Boolean(link && image.closest('.product-tile')?.contains(link))
      })
    await expect.poll(pressesLink).toBe(true)
    await tile.getByRole('link').click()
    await page.getByRole('main').getByText('T-Shirt, Jutebeutel').waitFor()
    expect(faults).toEqual([])
  })
})

describe('the page of a concert', () => {
  /** Whether the first element stands above the second. */
  const isAbove = async (first: Locator, second: Locator) =>
    ((await first.boundingBox())?.y ?? Number.NaN) < ((await second.boundingBox())?.y ?? Number.NaN)

  it('EVT-02, EVT-14 names the cheapest ticket that can be bought, and the date before it was moved, and leads to the other dates before its description', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    await page.goto(band('/events/rille-kiel'))
    const main = page.getByRole('main')
    await main.getByText(/^Verlegt: ursprünglich am /).waitFor()
    await main
      .getByText(/14(,00)?\s€/)
      .first()
      .waitFor()
    const dates = main.getByRole('region', { name: /Weitere Termine/ })
    expect(await isAbove(dates, main.getByRole('heading', { name: 'Über das Konzert' }))).toBe(true)
    await page.goto(band('/events/rille-ulm'))
    // The page of a sold-out concert also shows its other dates first, and begins with the date in the same city.
    await dates.getByRole('link', { name: /Jena/ }).waitFor()
    expect(await isAbove(dates, main.getByRole('heading', { name: 'Über das Konzert' }))).toBe(true)
    const cities = await dates.locator('.event-row').getByRole('link').allTextContents()
    expect(cities.slice(0, 2)).toEqual(['Ulm', 'Jena'])
    expect(await main.getByText(/€/).count()).toBe(await dates.getByText(/€/).count())
    expect(faults).toEqual([])
  })

  it('EVT-01, ART-02 leads to the page of its supporting act, which lists the concert under the name of the main act', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    await page.goto(`${shop.url}/events/rille-jena`)
    const main = page.getByRole('main')
    await main.getByRole('link', { name: 'Vorlauf', exact: true }).click()
    await page.waitForURL('**/artists/vorlauf')
    await main.getByRole('heading', { level: 1, name: 'Vorlauf' }).waitFor()
    await main.getByRole('heading', { name: 'Als Support dabei' }).waitFor()
    await main.locator('.event-row').getByRole('link', { name: 'Tonspur', exact: true }).click()
    await page.waitForURL('**/events/rille-jena')
    expect(faults).toEqual([])
  })

  it('EVT-14 is shared by the device, or else its address is copied, or else shown', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    await page.addInitScript(() => {
      Object.assign(window, { shared: [] })
      navigator.share = async (data) => void (window as unknown as { shared: unknown[] }).shared.push(data)
    })
    const address = band('/events/rille-jena')
    await page.goto(address)
    const share = page.getByRole('button', { name: /^Teilen: / })
    await share.click()
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared))
      .toMatchObject([{ url: address }])
    await page.evaluate(() => {
      Object.assign(navigator, { share: undefined })
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await share.click()
    await page.getByRole('status').getByText(address).waitFor()
    expect(faults).toEqual([])
  })

  it('EVT-11, EVL-01 is sold out at a partner’s too, and then has no link to the partner', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.goto(band('/events/rille-gera'))
    await page.getByRole('main').getByText('Beim Partner ausverkauft.').waitFor()
    expect(await page.locator('a[href*="partner.example"]').count()).toBe(0)
    await page.goto(band('/categories/tonspur-tour'))
    const row = page.locator('.event-row', { hasText: 'Gera' })
    await row.getByText('Ausverkauft').waitFor()
    expect(await row.locator('a[target="_blank"]').count()).toBe(0)
    expect(faults).toEqual([])
  })
})

describe('lists', () => {
  it('HOME-01 shows products with prices within the first two screens of the main shop on a phone, and no picture three times', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    await page.goto(shop.url)
    const tiles = page.locator('.product-tile')
    await tiles.first().waitFor()
    const [last, height] = await Promise.all([tiles.nth(2).boundingBox(), page.evaluate(() => innerHeight)])
    expect((last?.y ?? Number.NaN) + (last?.height ?? 0)).toBeLessThanOrEqual(height * 2)
    expect(await tiles.nth(2).textContent()).toMatch(/\d\s€/)
    await expectAmpleShelves(page)
    expect(faults).toEqual([])
  })

  it('EVL-01 starts with concerts, and CAT-07 gives a TOUR category a page that sells its concerts', async () => {
    const { page, faults } = await newVisitor(browser, PHONE)
    await page.goto(`${shop.url}/events`)
    const [concerts, tour] = [page.locator('.event-row').first(), page.locator('a[href$="/tours/rillentour"]').first()]
    await concerts.waitFor()
    const top = async (element: Locator) => (await element.boundingBox())?.y ?? Number.POSITIVE_INFINITY
    expect(await top(concerts)).toBeLessThan(await top(tour))
    await page.goto(band('/categories/tonspur-tour'))
    await page.getByRole('heading', { level: 1, name: 'Rillentour' }).waitFor()
    expect(await page.locator('.event-row').count()).toBe(5)
    expect(faults).toEqual([])
  })

  it('SRCH-02 puts the artist first, and offers products and artists when nothing is found', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.goto(shop.url)
    const banner = page.getByRole('banner')
    // The cart button appears once the page runs. Before that, a letter opens no suggestions.
    await banner.getByRole('button', { name: /Warenkorb/ }).waitFor()
    await banner.getByRole('searchbox').fill('tonsp')
    await banner.getByRole('combobox').press('r')
    await page.getByRole('option').first().waitFor()
    expect(await page.getByRole('option').first().textContent()).toContain('Tonspur')
    await page.goto(`${shop.url}/search/xqzw`)
    const main = page.getByRole('main')
    await main.locator('.product-tile').first().waitFor()
    expect(await main.locator('.product-tile').count()).toBeGreaterThanOrEqual(3)
    expect(faults).toEqual([])
  })

  it('BND-05 marks a bundle as sold out in its category once its concert is sold out', async () => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    await page.goto(band('/categories/tonspur-shirts'))
    await page.locator('.product-tile', { hasText: 'Ein Abend in Ulm' }).getByText('Ausverkauft').waitFor()
    expect(faults).toEqual([])
  })
})

describe('English', () => {
  it('L10N-01, L10N-02 is spoken to an English browser with British dates and prices, and a link’s language survives the change of host', async () => {
    const { page, faults } = await newVisitor(browser, { ...DESKTOP, locale: 'en-GB' })
    await page.goto(band('/events/rille-jena'))
    const language = () => page.locator('html').getAttribute('lang')
    expect(await language()).toBe('en')
    const main = page.getByRole('main')
    await main
      .getByText(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun),? \d{1,2} \w+ \d{4}/)
      .first()
      .waitFor()
    await main
      .getByText(/€14(\.00)?/)
      .first()
      .waitFor()

    await page.goto(`${shop.url}/${shop.customBand}?lang=de`)
    await page.waitForURL((url) => url.hostname === shop.customDomain)
    expect(await language()).toBe('de')
    await expect.poll(() => new URL(page.url()).searchParams.has('lang')).toBe(false)
    await page.reload()
    expect(await language()).toBe('de')
    expect(faults).toEqual([])
  })

  it('L10N-06, EVT-03 distinguishes the presale from the general sale, and names the categories of a plan', async () => {
    const { page, faults } = await newVisitor(browser, { ...DESKTOP, locale: 'en-GB' })
    const main = page.getByRole('main')
    await page.goto(`${shop.url}/${shop.band}/events/soon`)
    await main.getByText(/^Tickets go on sale on /).waitFor()
    await main.getByLabel('Got a presale code?').fill('fanklub24')
    await page.keyboard.press('Enter')
    await main.getByText(/^Your code works: you can book before tickets go on general sale on /).waitFor()
    await page.goto(`${shop.url}/${shop.band}/events/${shop.seatedEvent}`)
    for (const name of [/^Stalls/, /^Balcony/]) await main.getByRole('button', { name }).first().waitFor()
    expect(await main.getByRole('button', { name: /^(Parkett|Rang)/ }).count()).toBe(0)
    expect(faults).toEqual([])
  })
})

/** A row of tiles has at least three, and no file is shown more than twice. All products of this shop have the same pictures. */
async function expectAmpleShelves(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += 700) await page.evaluate((at) => scrollTo(0, at), top)
  const counts = await page
    .locator('main :is(.scroller, .tile-grid)')
    .evaluateAll((lists) => lists.map((list) => list.querySelectorAll('li').length).filter((count) => count > 0))
  expect(counts.filter((count) => count < 3)).toEqual([])
  const sources = await page
    .locator('main :not(.product-tile *) > picture > source:first-child')
    .evaluateAll((all) => all.map((source) => source.getAttribute('srcset') ?? ''))
  const times = new Map<string, number>()
  for (const source of sources) times.set(source, (times.get(source) ?? 0) + 1)
  expect([...times.values()].filter((count) => count > 2)).toEqual([])
}

/** Tests the metadata that search engines and share previews read in the server-rendered HTML. */
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Image, ShopMeta } from '../../schema/catalogue-values.ts'
import { newId } from '../../schema/ids.ts'
import { DAY } from '../../schema/limits.ts'
import { ROUTES } from '../../schema/routes.ts'
import { productCategories, products, variants } from '../../schema/tables/catalogue.ts'
import { categories } from '../../schema/tables/category.ts'
import { events } from '../../schema/tables/event.ts'
import { news, shops } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { designColours } from '../../worker/generated/design-colours.ts'
import { Browser } from '../support/edge.ts'
import { both, buildWorld, Visitor, type World } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const ORIGIN = 'http://localhost:8787'
/** The worker's answer cache is off: it would not show rows that these tests change without an import. */
const fan = new Browser('http://localhost:8787', { ANSWER_CACHE: 'off' })
/** 1 July 2028, 20:00 in Berlin. */
const SUMMER_NIGHT = Date.UTC(2028, 6, 1, 18)
const picture = (key: string): Image => ({
  key,
  width: 500,
  height: 500,
  widths: [100, 500],
  thumbhash: '',
  alt: both('Bild'),
})

beforeAll(async () => {
  const world: World = await buildWorld(Date.now())
  const db = openDatabase(testEnv.DB)
  const meta: ShopMeta = {
    override_title: both('Nachtfalter: alles'),
    override_description: both('Von der Band, für die Nacht.'),
    social_img: picture('teilen'),
    favicon: picture('icon'),
    home_link: '/events',
    description: both('Musik für Motten.'),
    socials: [
      {
        title: 'Nachtfalter',
        website: 'https://nachtfalter.example',
        instagram: 'https://social.example/n',
        link: 'mailto:licht@nachtfalter.example',
      },
    ],
    faq_variant: 'package',
  }
  await db.update(shops).set({ meta }).where(eq(shops.slug, 'nachtfalter'))
  const [eisenwald] = await db.select().from(shops).where(eq(shops.slug, 'eisenwald'))
  const teaser = { category: 'feature' as const, url: '/events', title: both('Neu'), text: both('Neu.') }
  await db.insert(news).values({
    ...teaser,
    id: newId('news', Date.now()),
    shopId: eisenwald?.id ?? '',
    image: picture('tann'),
    publishedAt: 0,
  })
  await db
    .update(shops)
    .set({ meta: { description: both('Lärm im Tann.') } })
    .where(eq(shops.slug, 'eisenwald'))
  await db
    .update(events)
    .set({
      happeningFromAt: SUMMER_NIGHT,
      happeningUntilAt: SUMMER_NIGHT + 3 * 3_600_000,
      doorAt: SUMMER_NIGHT - 3_600_000,
      salesEndAt: SUMMER_NIGHT,
      presaleAt: Date.UTC(2026, 0, 10, 9),
      localOrganizer: 'Falter & Söhne GmbH',
      image: picture('buehne'),
      description: both('<p>Ein Abend &amp; eine Nacht.</p></script><script>alert(1)</script>'),
      descriptiveName: both('Nachtfalter – "Licht" <b>& Schatten</b>'),
    })
    .where(eq(events.id, world.seatedEvent))
  const [shirt] = await db.select().from(products).where(eq(products.slug, 'shirt'))
  if (!shirt) throw new Error('the world lacks a shirt')
  await db
    .update(products)
    .set({ gtin: '4006381333931', brand: 'Mottenkiste', images: [{ ...picture('hemd'), order: 0, tags: [] }] })
    .where(eq(products.id, shirt.id))
  await db.insert(products).values({
    ...shirt,
    id: newId('product', Date.now()),
    slug: 'paket',
    type: 'bundle',
    priceCents: 5900,
    images: [{ ...picture('paket'), order: 0, tags: [] }],
    bundle: { common_items: [], combinations: [], additional_products: [], additional_product_group: [] },
  })
})

type Json = Record<string, unknown>

/** Parses each JSON-LD element. Throws if an unescaped `</script>` in a text ends an element too early. */
async function dataOf(path: string): Promise<Json[]> {
  const { status, body } = await fan.open(path)
  expect(status).toBe(200)
  return [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = '']) => JSON.parse(json) as Json,
  )
}

function ofType(data: Json[], type: string): Json {
  const found = data.find((entry) => entry['@type'] === type)
  if (!found) throw new Error(`no ${type} among ${data.map((entry) => entry['@type'])}`)
  return found
}

const descriptionOf = (body: string) => /<meta name="description" content="([^"]*)"/.exec(body)?.[1]

describe('structured data', () => {
  it('SEO-01 describes an event with place, performers, times with UTC offset, and offers with price and start of sale', async () => {
    const data = await dataOf('/nachtfalter/events/seated')
    expect(ofType(data, 'MusicEvent')).toEqual({
      '@context': 'https://schema.org',
      '@type': 'MusicEvent',
      name: 'Nachtfalter – "Licht" <b>& Schatten</b>',
      description: 'Ein Abend & eine Nacht. alert(1)',
      url: `${ORIGIN}/nachtfalter/events/seated`,
      startDate: '2028-07-01T20:00:00+02:00',
      endDate: '2028-07-01T23:00:00+02:00',
      doorTime: '2028-07-01T19:00:00+02:00',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      image: [`${ORIGIN}/images/buehne/500.jpg`],
      location: {
        '@type': 'MusicVenue',
        name: 'Halle',
        address: {
          '@type': 'PostalAddress',
          streetAddress: 'Ufer 1',
          postalCode: '10115',
          addressLocality: 'Berlin',
          addressCountry: 'DE',
        },
      },
      performer: [{ '@type': 'MusicGroup', name: 'Nachtfalter' }],
      organizer: { '@type': 'Organization', name: 'Falter & Söhne GmbH' },
      offers: Array.from({ length: 2 }, () => ({
        '@type': 'Offer',
        name: 'Parkett, Normalpreis',
        price: '45.00',
        priceCurrency: 'EUR',
        url: `${ORIGIN}/nachtfalter/events/seated`,
        validFrom: '2026-01-10T10:00:00+01:00',
        availability: 'https://schema.org/InStock',
      })),
    })
    expect(ofType(data, 'BreadcrumbList').itemListElement).toMatchObject([
      { position: 1, name: 'Nachtfalter', item: `${ORIGIN}/nachtfalter` },
      { position: 2, name: 'Tickets & Touren', item: `${ORIGIN}/nachtfalter/events` },
      { position: 3 },
    ])
    const later = ofType(await dataOf('/nachtfalter/events/later'), 'MusicEvent')
    // Without an organiser and an end in the catalogue, the band organises an evening of three hours.
    expect(later.organizer).toEqual({ '@type': 'MusicGroup', name: 'Nachtfalter' })
    expect(Date.parse(String(later.endDate)) - Date.parse(String(later.startDate))).toBe(3 * 3_600_000)
    expect(later.offers).toMatchObject([{ availability: 'https://schema.org/PreOrder' }])
  })

  it('EVL-04, SEO-01 marks postponed and rescheduled events. The structured data, the title and the suggestion index omit a hidden date', async () => {
    const db = openDatabase(testEnv.DB)
    const change = (slug: string, values: Partial<typeof events.$inferInsert>) =>
      db.update(events).set(values).where(eq(events.slug, slug))
    await change('standing', { meta: { hideDate: true }, happeningFromAt: SUMMER_NIGHT, doorAt: SUMMER_NIGHT })
    const hidden = ofType(await dataOf('/events/standing'), 'MusicEvent')
    expect(Object.keys(hidden)).not.toEqual(expect.arrayContaining([expect.stringMatching(/Date|Time/)]))
    expect(JSON.stringify(hidden)).not.toContain('2028')
    expect((await fan.open('/events/standing')).body).toContain(
      '<title>Nachtfalter – standing, Berlin – Stagedoor</title>',
    )
    const index = await new Visitor().run<{ suggestionIndex: { href: string; detail: string }[] }>('SuggestionIndex')
    expect(index.data?.suggestionIndex.find(({ href }) => href === '/events/standing')?.detail).toBe('standing')

    await change('standing', { status: 'postponed' })
    expect((await fan.open('/nachtfalter/events')).body).toMatch(/standing.*Verschoben/)
    expect(ofType(await dataOf('/nachtfalter/events/standing'), 'MusicEvent').eventStatus).toMatch(/EventPostponed$/)
    await change('standing', { meta: {} })
    const postponed = ofType(await dataOf('/nachtfalter/events/standing?lang=en'), 'MusicEvent')
    expect(postponed).toMatchObject({
      eventStatus: 'https://schema.org/EventPostponed',
      startDate: '2028-07-01T20:00:00+02:00',
    })
    expect(postponed).not.toHaveProperty('previousStartDate')
  })

  it('EVT-14, SEO-01 names the former date of a moved event, also while the new date is hidden', async () => {
    const change = (values: Partial<typeof events.$inferInsert>) =>
      openDatabase(testEnv.DB).update(events).set(values).where(eq(events.slug, 'standing'))
    const former_date = SUMMER_NIGHT - 7 * 86_400_000
    const previousStartDate = '2028-06-24T20:00:00+02:00'
    await change({ status: 'active', meta: { former_date }, happeningFromAt: SUMMER_NIGHT })
    const data = async (path: string) => ofType(await dataOf(path), 'MusicEvent')
    expect(await data('/events/standing')).toMatchObject({
      eventStatus: 'https://schema.org/EventRescheduled',
      previousStartDate,
    })
    await change({ status: 'postponed', meta: { former_date, hideDate: true } })
    const undated = await data('/events/standing?lang=en')
    expect(undated).toMatchObject({ eventStatus: 'https://schema.org/EventPostponed', previousStartDate })
    expect(undated).not.toHaveProperty('startDate')
    await change({ status: 'cancelled', meta: { former_date } })
    expect(await data('/nachtfalter/events/standing')).not.toHaveProperty('previousStartDate')
    await change({ status: 'active', meta: {} })
  })

  it("EVT-11, PROD-07, SEO-01 has an offer with only the partner's URL for a partner's event, and no offer for a partner's product", async () => {
    const db = openDatabase(testEnv.DB)
    const partner = 'https://partner.example/x'
    await db
      .update(events)
      .set({ meta: { external_link: partner } })
      .where(eq(events.slug, 'later'))
    await db
      .update(products)
      .set({ meta: { external_url: partner } })
      .where(eq(products.slug, 'foreign'))
    expect(ofType(await dataOf('/events/later'), 'MusicEvent').offers).toEqual([{ '@type': 'Offer', url: partner }])
    await db
      .update(events)
      .set({ soldOutMessage: both('Alles weg') })
      .where(eq(events.slug, 'later'))
    expect(ofType(await dataOf('/events/later'), 'MusicEvent').offers).toEqual([
      { '@type': 'Offer', url: partner, availability: 'https://schema.org/SoldOut' },
    ])
    expect(ofType(await dataOf('/products/foreign'), 'Product')).not.toHaveProperty('offers')
  })

  it('SEO-01 describes a product with number, brand, image, availability, price, delivery and return policy, and a bundle with its price', async () => {
    const offers = {
      '@type': 'Offer',
      price: '24.90',
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
      shippingDetails: {
        shippingRate: { value: '5.90', currency: 'EUR' },
        shippingDestination: { addressCountry: 'DE' },
      },
      hasMerchantReturnPolicy: {
        applicableCountry: 'DE',
        merchantReturnDays: 14,
        returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
      },
    }
    expect(ofType(await dataOf('/nachtfalter/products/shirt'), 'Product')).toMatchObject({
      size: 'M',
      gtin: '4006381333931',
      sku: expect.stringMatching(/./),
      brand: { '@type': 'Brand', name: 'Mottenkiste' },
      image: [`${ORIGIN}/images/hemd/500.jpg`],
      offers,
    })
    const bundle = await dataOf('/nachtfalter/bundle/paket')
    expect(ofType(bundle, 'Product')).toMatchObject({ offers: { price: '59.00', priceCurrency: 'EUR' } })
    ofType(bundle, 'BreadcrumbList')
  })

  it('PROD-13, SEO-01 names in the breadcrumbs of a product the category that says what the product is, not its label, brand or tour', async () => {
    const db = openDatabase(testEnv.DB)
    const others = (['BRAND', 'LABEL', 'TOUR'] as const).map((type) => ({
      ...{ id: newId('category', Date.now()), type, slug: `a-${type.toLowerCase()}` },
      ...{ name: both(type), mainCategory: true },
    }))
    const [shirt] = await db.select().from(products).where(eq(products.slug, 'shirt'))
    const shirts = eq(categories.slug, 'shirts')
    await db.insert(categories).values(others)
    await db.update(categories).set({ mainCategory: false }).where(shirts)
    await db
      .insert(productCategories)
      .values(others.map(({ id }) => ({ productId: shirt?.id ?? '', categoryId: id, subcategoryOrder: -1 })))
    const crumbs = ofType(await dataOf('/products/shirt'), 'BreadcrumbList').itemListElement as { name: string }[]
    expect(crumbs[2]?.name).toBe('Shirts')
    await db.update(categories).set({ mainCategory: true }).where(shirts)
    for (const { id } of others) await db.delete(categories).where(eq(categories.id, id))
  })

  it('SEO-01 names the days until a parcel leaves and that it travels, but the latter only with `delivery_days` and goods in stock', async () => {
    const db = openDatabase(testEnv.DB)
    const shirt = eq(products.slug, 'shirt')
    const [before] = await db.select().from(products).where(shirt)
    const deliveryTime = async () => {
      const { offers } = ofType(await dataOf('/nachtfalter/products/shirt'), 'Product')
      return (offers as { shippingDetails: { deliveryTime: unknown } }).shippingDetails.deliveryTime
    }
    const days = (minValue: number, maxValue: number) => ({
      '@type': 'QuantitativeValue',
      minValue,
      maxValue,
      unitCode: 'DAY',
    })
    const usual = { '@type': 'ShippingDeliveryTime', handlingTime: days(0, 3) }
    expect(await deliveryTime()).toEqual(usual)
    await db
      .update(products)
      .set({ meta: { ...before?.meta, delivery_days: { from: 2, to: 6 } } })
      .where(shirt)
    expect(await deliveryTime()).toEqual({ ...usual, transitTime: days(2, 3) })
    await db
      .update(products)
      .set({ publicShippableFromAt: Date.now() + 30 * DAY })
      .where(shirt)
    expect(await deliveryTime()).toEqual(usual)
    await db
      .update(products)
      .set({ meta: before?.meta, publicShippableFromAt: before?.publicShippableFromAt ?? null })
      .where(shirt)
  })

  it('SEO-01 describes each size of a product with its number, price and availability', async () => {
    const db = openDatabase(testEnv.DB)
    const [shirt] = await db.select().from(products).where(eq(products.slug, 'shirt'))
    const [medium] = await db
      .select()
      .from(variants)
      .where(eq(variants.productId, shirt?.id ?? ''))
    if (!shirt || !medium) throw new Error('the world lacks a shirt')
    const productId = newId('product', Date.now())
    await db
      .insert(products)
      .values({ ...shirt, id: productId, slug: 'sizes', color: both('Creme'), meta: { personalised: true } })
    for (const [size, priceCents] of [
      ['S', 2490],
      ['XXL', 4490],
    ] as const) {
      const id = newId('variant', Date.now())
      const description = { de: `${size}|Unisex`, en: `${size}|Unisex` }
      await db.insert(variants).values({ ...medium, id, productId, sku: `SHIRT-${size}`, description, priceCents })
    }
    const group = ofType(await dataOf('/nachtfalter/products/sizes'), 'ProductGroup')
    const returns = { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' }
    expect(group).toMatchObject({
      color: 'Creme',
      variesBy: ['https://schema.org/size'],
      hasVariant: [
        { sku: 'SHIRT-S', size: 'S', color: 'Creme', offers: { price: '24.90', hasMerchantReturnPolicy: returns } },
        { sku: 'SHIRT-XXL', size: 'XXL', color: 'Creme', offers: { price: '44.90', hasMerchantReturnPolicy: returns } },
      ],
    })
    expect(group).not.toHaveProperty('offers')
  })

  it('PAGE-02, SEO-01 lists the questions and answers of the FAQ, beginning with the chapter that `faq_variant` selects', async () => {
    const names = async (path: string) =>
      (ofType(await dataOf(path), 'FAQPage').mainEntity as { name: string }[]).map(({ name }) => name)
    const main = await names('/faq/3')
    expect(main).toHaveLength(8)
    // The answers must say how long holds last and by how much they are extended (SEAT-10).
    const answers = JSON.stringify(ofType(await dataOf('/faq'), 'FAQPage'))
    expect(answers).toMatch(/in der Regel für 20 Minuten.* einmal 5 Minuten dazu/)
    expect(await names('/nachtfalter/faq')).toEqual([...(await names('/faq-package')), ...main])
    expect(await names('/nachtfalter/faq-kiox/0')).toHaveLength(10)
    expect(await names('/faq?lang=en')).toContain('How can I pay?')
  })

  it('SHOP-09, SEO-01 lists the web addresses of the band, and the head has the configured title, description, image and icon', async () => {
    const { body } = await fan.open('/nachtfalter')
    expect(body).toContain('<title>Nachtfalter: alles</title>')
    expect(body).toContain('<meta name="description" content="Von der Band, für die Nacht.">')
    expect(body).toContain(`<meta property="og:image" content="${ORIGIN}/images/teilen/500.jpg">`)
    expect(body).toContain('<link rel="icon" href="/images/icon/100.png" type="image/png">')
    await testEnv.BUCKET.put('images/icon/100.png', 'an icon')
    const icon = await fan.open('/images/icon/100.png')
    expect([icon.status, icon.body, icon.headers.get('content-type')]).toEqual([200, 'an icon', 'image/png'])
    expect(body).toContain(`<meta name="theme-color" content="${designColours.plain?.ground}">`)
    expect(ofType(await dataOf('/nachtfalter'), 'MusicGroup').sameAs).toEqual([
      'https://nachtfalter.example',
      'https://social.example/n',
    ])
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/nachtfalter">`)
    expect(ofType(await dataOf('/nachtfalter'), 'WebSite')).toMatchObject({
      url: `${ORIGIN}/nachtfalter`,
      potentialAction: { target: { urlTemplate: `${ORIGIN}/nachtfalter/search/{search_term_string}` } },
    })
    // Without `social_img`, the page uses the first image of its teasers.
    expect((await new Browser('http://merch.eisenwald.example').open('/')).body).toContain(
      '<meta property="og:image" content="http://merch.eisenwald.example/images/tann/500.jpg">',
    )
    // Without `override_description`, the page uses the shop's `description`.
    expect(descriptionOf((await new Browser('http://merch.eisenwald.example').open('/')).body)).toBe('Lärm im Tann.')
    const english = (await fan.open('/nachtfalter?lang=en')).body
    expect(english).toContain('<title>Nachtfalter: alles (en)</title>')
    expect(english).toContain('<meta property="og:locale" content="en_GB">')
  })
})

describe('a meta description', () => {
  it('SHOP-09, SEO-01 differs for each page and language', async () => {
    const paths = ROUTES.filter((route) => !route.private && !route.pattern.includes(':')).map(({ pattern }) => pattern)
    const subjects = ['/events/seated', '/products/scarce', '/artists/nachtfalter', '/categories/shirts', '/faq']
    const seen = new Map<string, string>()
    for (const language of ['de', 'en']) {
      // `/imprint` shows the same page as `/contact`, so both have the same description.
      for (const path of [...paths, ...subjects].filter((each) => each !== '/imprint')) {
        const description = descriptionOf((await fan.open(`${path}?lang=${language}`)).body) ?? ''
        expect(description.length, path).toBeGreaterThan(8)
        expect(description.length, path).toBeLessThanOrEqual(165)
        expect([path, seen.get(description)]).toEqual([path, undefined])
        seen.set(description, path)
      }
    }
  })
})

describe('the head of a page', () => {
  it('SEO-02 has a canonical URL for each language, and links to the other languages', async () => {
    const linksOf = (body: string) =>
      [...body.matchAll(/<link rel="(canonical|alternate)"(?: hreflang="([^"]+)")? href="([^"]+)">/g)].map(
        ([, rel, language, href]) => [language ?? rel, href],
      )
    const plain = `${ORIGIN}/nachtfalter/events/seated`
    const alternates = [
      ['de', plain],
      ['en', `${plain}?lang=en`],
      ['x-default', plain],
    ]
    // The canonical URL contains neither tracking parameters nor the segment `/parkett`, which only scrolls the page.
    const german = linksOf((await fan.open('/nachtfalter/events/seated/parkett?utm=x')).body)
    expect(german).toEqual([['canonical', plain], ...alternates])
    const english = linksOf((await fan.open('/nachtfalter/events/seated?lang=en')).body)
    expect(english).toEqual([['canonical', `${plain}?lang=en`], ...alternates])
    expect(linksOf((await fan.open('/imprint')).body)[0]).toEqual(['canonical', `${ORIGIN}/contact`])
    // A band's subdomain shows the same shop as its path on the main host.
    const aside = await new Browser('http://nachtfalter.localhost:8787').open('/events/seated')
    expect(linksOf(aside.body)).toEqual([['canonical', plain], ...alternates])
    expect(aside.body).toContain(`<meta property="og:url" content="${plain}">`)
  })

  it('SEO-01 escapes markup in the name and the texts of an event', async () => {
    const { body } = await fan.open('/nachtfalter/events/seated')
    expect(body).not.toMatch(/<script>alert|<b>& Schatten/)
    expect(body).toContain(
      'og:title" content="Nachtfalter – &quot;Licht&quot; &lt;b&gt;&amp; Schatten&lt;/b&gt;, Berlin, Sa, 01.07.2028 – Nachtfalter"',
    )
  })
})

/** Extends the catalogue of journey-catalogue.ts with news, and with a band whose shop configures its home page. */
import type { CatalogueFileInput } from '../../schema/catalogue-file.ts'

type News = NonNullable<CatalogueFileInput['news']>[number]

function news(shop: string, category: News['category'], count: number): News[] {
  return Array.from({ length: count }, (_, index) => ({
    slug: `${shop}-${category}-${index}`,
    shop,
    category,
    url: '/events',
    title: { de: `${category} ${index + 1}`, en: `${category} no. ${index + 1}` },
    text: { de: 'Kurz und wahr.', en: 'Short and true.' },
    image: 'images/poster.png',
    order: index,
  }))
}

export const SHELL_BAND = 'funkloch'

export const shellCatalogue: CatalogueFileInput = {
  shops: [
    {
      slug: SHELL_BAND,
      name: 'Funkloch',
      artist: SHELL_BAND,
      meta: {
        snow: true,
        embed_youtube: 'https://youtu.be/aMpElKaPuTt',
        show_event_filter: true,
        show_event_door_time: true,
        prefer_tickets: true,
        merch_tab_title: { de: 'Ausrüstung', en: 'Gear' },
        slides_custom_pager: true,
        tour_disclaimer: { de: '<p>Kein Einlass mit Glas.</p>', en: '<p>No glass inside.</p>' },
        account_link: 'https://konto.example/funkloch',
        newsletter_url: 'https://us1.rundbrief.example/subscribe/post-json?u=1&id=2',
        mailchimp_header: { de: 'Funkspruch', en: 'Radio message' },
        socials: [
          {
            title: 'Funkloch',
            website: 'https://funkloch.example',
            spotify: 'https://a.example/1',
            music: 'https://b.example/1',
            tiktok: 'https://c.example/1',
            twitch: 'https://d.example/1',
            telegram: 'https://e.example/1',
            youtube: 'https://f.example/1',
            instagram: 'https://g.example/1',
            apple: 'https://h.example/1',
            twitter: 'https://i.example/1',
            facebook: 'https://j.example/1',
            link: 'https://k.example/1',
          },
        ],
      },
    },
  ],
  artists: [{ slug: SHELL_BAND, name: 'Funkloch', mainCategory: true }],
  categories: [{ slug: 'funk-shirts', name: 'Hemden', artist: SHELL_BAND, mainCategory: true }],
  venues: [
    { slug: 'moritz', name: 'Moritz', address: 'Ring 1', city: 'Leipzig', postCode: '04109', countryCode: 'de' },
  ],
  tours: [
    {
      slug: 'sendepause',
      name: { de: 'Sendepause', en: 'Off air' },
      ticketImage: 'images/poster.png',
      sortOrder: { homepage: 1 },
      artists: [SHELL_BAND],
    },
  ],
  events: ['kantine', 'moritz'].map((venue, index) => ({
    slug: `funk-${venue}`,
    artist: SHELL_BAND,
    venue,
    name: { de: 'Sendepause', en: 'Off air' },
    tours: ['sendepause'],
    happeningFromAt: { inDays: 50 + index, at: '20:00' },
    doorAt: '19:00',
    pricingCategories: [{ number: 1, name: 'Default', color: '#c8553d' }],
    variants: [{ pricingCategory: 1, kind: 'online' as const, description: 'Stehplatz', price: '20.00' }],
    allotments: [{ section: 'floor', name: 'Innenraum', pricingCategory: 1, capacity: 400 }],
    ...(venue === 'moritz' && { soldOutMessage: { de: 'Ausverkauft', en: 'Sold out' } }),
    meta: { minicart_related_item_slugs: ['funk-hemd'] },
  })),
  products: [
    {
      slug: 'funk-hemd',
      artist: SHELL_BAND,
      productType: 'Hemd',
      name: 'Rauschen',
      price: '30.00',
      images: ['images/shirt.png'],
      categories: ['funk-shirts'],
      variants: [{ sku: 'FUNK-1', description: 'Einheitsgröße', stock: 20 }],
    },
  ],
  news: [
    ...news('stagedoor', 'feature', 4),
    ...news('stagedoor', 'regular', 2),
    ...news('stagedoor', 'hot', 5),
    // A long text makes the second slide higher than the first.
    ...news(SHELL_BAND, 'feature', 2).map((item) =>
      item.order === 0
        ? item
        : { ...item, text: { de: 'Lang und wahr. '.repeat(12), en: 'Long and true. '.repeat(12) } },
    ),
  ],
}

/**
 * A page's title, description, canonical address, language links, tags for share previews and structured data, from the
 * answer of the page's operation (SEO-01).
 */
import { canonicalAddress } from '../../schema/canonical-address.ts'
import type { EventMeta, ShopMeta } from '../../schema/catalogue-values.ts'
import type {
  ArtistPageQuery,
  BundlePageQuery,
  CategoryPageQuery,
  EventPageQuery,
  HomeQuery,
  ProductPageQuery,
  SearchQuery,
  TourPageQuery,
} from '../../schema/generated/operations.ts'
import { INTL_TAGS, LOCALES, type Locale, type Translated } from '../../schema/locale.ts'
import { logoKey } from '../../schema/logo-file.ts'
import type { PageData } from '../../schema/page-data.ts'
import { pageDescription } from '../../schema/page-description.ts'
import type { Route, RouteParams } from '../../schema/routes.ts'
import { formatDate } from '../../schema/rules/date-format.ts'
import { showsDate } from '../../schema/rules/event-sale.ts'
import { eventTitle, productTitle, tourTitle } from '../../schema/subject-title.ts'
import { FAQ, faqSets } from '../../schema/texts/faq.ts'
import { TITLES } from './head-text.ts'
import {
  artistData,
  breadcrumbs,
  eventData,
  faqData,
  imageUrl,
  type JsonLd,
  shopData,
  tourData,
} from './structured-data.ts'
import { productData } from './structured-product.ts'

export type Head = {
  title: string
  description: string
  canonical: string | null
  alternates: { hreflang: string; href: string }[]
  meta: { key: 'name' | 'property'; name: string; content: string }[]
  jsonLd: JsonLd[]
  /** The shop's own icon (SHOP-09). */
  favicon: string | null
}

export type HeadInput = {
  route: Route
  params: RouteParams
  answer: unknown
  shop: PageData['shop']
  locale: Locale
  canonicalOrigin: string
  basePath: string
  status: 200 | 404
  now: number
}

type Subject = {
  title: string | null
  image: string | null
  type: string
  jsonLd: JsonLd[]
}

export function headOf(input: HeadInput): Head {
  const { shop, locale, route, canonicalOrigin, basePath, status } = input
  const shopAddress = { origin: canonicalOrigin, basePath, defaultLocale: shop.defaultLocale }
  const addressIn = (language: Locale | null) => canonicalAddress(shopAddress, route, input.params, language)
  const canonical = addressIn(locale)
  const subject = status === 404 ? notFound(locale) : subjectOf(input, canonical)
  const meta = shop.meta as Translated<ShopMeta>
  const shopTitle = meta.override_title ?? shop.name
  const title = subject.title === null ? shopTitle : `${subject.title} – ${shop.name}`
  const description = pageDescription(
    route.name,
    status === 200 ? input.answer : null,
    { name: shop.name, meta },
    locale,
  )
  const image = subject.image ?? imageUrl(canonicalOrigin, meta.social_img)
  const indexed = status === 200 && !route.private && !shop.isLocked && !foundNothing(input)
  return {
    title,
    description,
    canonical: indexed ? canonical : null,
    alternates: indexed
      ? [
          ...LOCALES.map((language) => ({ hreflang: language, href: addressIn(language) })),
          { hreflang: 'x-default', href: addressIn(null) },
        ]
      : [],
    meta: [
      { key: 'name', name: 'description', content: description },
      ...(indexed ? [] : [{ key: 'name' as const, name: 'robots', content: 'noindex' }]),
      // SHOP-11: tells a prerendering service to answer crawlers with 404.
      ...(status === 404 ? [{ key: 'name' as const, name: 'prerender-status-code', content: '404' }] : []),
      { key: 'property', name: 'og:type', content: subject.type },
      { key: 'property', name: 'og:title', content: title },
      { key: 'property', name: 'og:description', content: description },
      { key: 'property', name: 'og:url', content: canonical },
      { key: 'property', name: 'og:site_name', content: shop.name },
      { key: 'property', name: 'og:locale', content: INTL_TAGS[locale].replace('-', '_') },
      ...(image ? [{ key: 'property' as const, name: 'og:image', content: image }] : []),
      { key: 'name', name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    ],
    jsonLd: subject.jsonLd,
    favicon: meta.favicon ? `/${logoKey(meta.favicon)}` : null,
  }
}

/**
 * A search without results is useful only to its visitor, so its page is not indexed, but crawlers may follow its links.
 */
function foundNothing({ route, answer }: HeadInput): boolean {
  if (route.name !== 'search') return false
  const { search } = (answer ?? {}) as Partial<SearchQuery>
  return !search || search.products.length + search.events.length + search.artists.length === 0
}

/** If a shop has no image for share previews, its home page uses the first image of its teasers. */
function homeImage({ answer, shop, canonicalOrigin }: HeadInput): string | null {
  if ((shop.meta as ShopMeta).social_img) return null
  const { home } = (answer ?? {}) as Partial<HomeQuery>
  const teaser = home && [...home.promo, ...home.hotNews, ...home.news].find(({ image }) => image !== null)
  return imageUrl(canonicalOrigin, teaser?.image)
}

function notFound(locale: Locale): Subject {
  return { title: TITLES[locale]['not-found'] ?? null, image: null, type: 'website', jsonLd: [] }
}

function subjectOf(input: HeadInput, url: string): Subject {
  const { route, answer, locale, canonicalOrigin: origin, basePath, shop } = input
  const home = { name: shop.name, url: basePath === '' ? `${origin}/` : `${origin}${basePath}` }
  const step = (name: Route['name'], path: string) => ({
    name: TITLES[locale][name] ?? '',
    url: `${origin}${basePath}${path}`,
  })
  const categorySteps = ({ categories }: { categories: { slug: string; name: string }[] }) =>
    categories.slice(0, 1).map(({ slug, name }) => ({ name, url: `${origin}${basePath}/categories/${slug}` }))
  const simple: Subject = {
    title: TITLES[locale][route.name] ?? null,
    image: null,
    type: 'website',
    jsonLd: [],
  }
  // If a page is behind a waiting room, its answer may be missing.
  if (answer === null && route.operation && route.name !== 'home') return simple
  switch (route.name) {
    case 'home':
      return { ...simple, image: homeImage(input), jsonLd: shopData(shop, { url: home.url, locale }) }
    case 'categories':
    case 'artists':
    case 'events':
      return { ...simple, jsonLd: [breadcrumbs([home, { name: TITLES[locale][route.name] ?? '', url }])] }
    case 'faq':
    case 'faq-kiox':
    case 'faq-package':
    case 'faq-pick-up': {
      const { faq_variant: variant } = shop.meta as ShopMeta
      const questions = faqSets(route.name, variant).flatMap((set) => FAQ[set][locale])
      return { ...simple, jsonLd: [faqData(questions)] }
    }
    case 'event': {
      const { event } = answer as EventPageQuery
      if (!event) return simple
      const { happeningFromAt: at, venue } = event
      const isDated = showsDate({ status: event.status, meta: event.meta as EventMeta })
      const day = isDated && at !== null ? formatDate(at, venue.timeZone, locale) : null
      const title = eventTitle({ ...event, day })
      return {
        title,
        image: imageUrl(origin, event.image),
        type: 'website',
        jsonLd: [
          eventData(event, { origin, url, now: input.now }),
          breadcrumbs([home, step('events', '/events'), { name: event.descriptiveName, url }]),
        ],
      }
    }
    case 'product':
    case 'bundle': {
      const { product } = answer as ProductPageQuery | BundlePageQuery
      if (!product) return simple
      const title = productTitle(product)
      return {
        title,
        image: imageUrl(origin, product.images[0]?.image),
        type: 'product',
        jsonLd: [
          productData(product, { origin, url, now: input.now, shopMeta: shop.meta as ShopMeta }),
          breadcrumbs([home, step('categories', '/categories'), ...categorySteps(product), { name: title, url }]),
        ],
      }
    }
    case 'artist': {
      const { artist } = answer as ArtistPageQuery
      if (!artist) return simple
      return {
        title: artist.displayName,
        image: imageUrl(origin, artist.landscapeImage ?? artist.squareImage),
        type: 'profile',
        jsonLd: [
          artistData(artist, { origin, url }),
          breadcrumbs([home, step('artists', '/artists'), { name: artist.displayName, url }]),
        ],
      }
    }
    case 'tour': {
      const { tour } = answer as TourPageQuery
      if (!tour) return simple
      const title = tourTitle(tour)
      return {
        title,
        image: imageUrl(origin, tour.ticketImage),
        type: 'website',
        jsonLd: [tourData(tour, { url }), breadcrumbs([home, step('events', '/events'), { name: tour.name, url }])],
      }
    }
    case 'category': {
      const { category } = (answer as CategoryPageQuery).categoryProducts
      if (!category) return simple
      return {
        title: category.name,
        image: imageUrl(origin, category.landscapeImage),
        type: 'website',
        jsonLd: [
          breadcrumbs([
            home,
            category.type === 'TOUR' ? step('events', '/events') : step('categories', '/categories'),
            { name: category.name, url },
          ]),
        ],
      }
    }
    case 'search':
      return { ...simple, title: `${TITLES[locale].search}: ${input.params.query ?? ''}` }
    default:
      return simple
  }
}

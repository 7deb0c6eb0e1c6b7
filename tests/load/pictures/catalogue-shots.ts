/** The pictures of the catalogue: lists, products and bundles. */
import { SHOPS } from './demo.ts'
import { plainShots, type Shot } from './shot.ts'
import type { Visit } from './visit.ts'

const PRODUCT_NAMES = [...new Set(Object.values(SHOPS).flatMap(({ products }) => Object.keys(products)))]

const LISTS: Shot[] = [
  ...plainShots({ home: '/', events: '/events' }),
  {
    name: 'events-of-a-city',
    isPlain: true,
    async take(visit) {
      await visit.open(`/events?q=${visit.shop.city}`)
      await visit.takePage()
    },
  },
  ...plainShots({ 'events-no-match': '/events?q=xyzzy' }),
  optionalShot('tour', ({ tour }) => tour && `/tours/${tour}`),
  optionalShot('tour-category', ({ tourCategory }) => tourCategory && `/categories/${tourCategory}`),
  ...plainShots({ artists: '/artists' }),
  optionalShot('artist', ({ artist }) => artist && `/artists/${artist}`),
  ...plainShots({ categories: '/categories' }),
  optionalShot('category-apparel', ({ categories }) => `/categories/${categories[0]}`),
  optionalShot('category-records', ({ categories }) => `/categories/${categories[1]}`),
  optionalShot('category-advent', ({ categories }) => categories[2] && `/categories/${categories[2]}`),
]

type ShopPages = Visit['shop']

/** A shot of a page that not every shop has. */
function optionalShot(name: string, pathOf: (shop: ShopPages) => string | undefined): Shot {
  return {
    name,
    isPlain: true,
    isIn: ({ shop }) => pathOf(SHOPS[shop]) !== undefined,
    async take(visit) {
      await visit.open(pathOf(visit.shop) ?? '')
      await visit.takePage()
    },
  }
}

const apparel = ({ shop }: Visit) => `/products/${shop.products.apparel}`

const PRODUCTS: Shot[] = [
  ...PRODUCT_NAMES.map((name) =>
    optionalShot(`product-${name}`, ({ products }) => products[name] && `/products/${products[name]}`),
  ),
  {
    name: 'product-error',
    isPlain: true,
    async take(visit) {
      await visit.open(apparel(visit))
      await visit.press('product_add', visit.main)
      await visit.takeWindow()
    },
  },
  {
    name: 'lightbox',
    isPlain: true,
    async take(visit) {
      await visit.open(apparel(visit))
      await visit.control('button', 'product_enlarge', visit.main).click()
      await visit.dialog().waitFor()
      await visit.takeWindow()
    },
  },
  {
    name: 'minicart',
    async take(visit) {
      await visit.open(apparel(visit))
      const sizes = visit.main.locator('form').first().getByRole('radio', { disabled: false })
      await sizes.first().check({ force: true })
      await visit.press('product_add', visit.main)
      await visit.page.getByRole('region', { name: visit.words('cart_title') }).waitFor()
      await visit.takeWindow()
    },
  },
]

async function chooseNight(visit: Visit): Promise<void> {
  await visit.open(`/bundle/${visit.shop.bundles[0]}`)
  await visit.main.locator('fieldset button:enabled').first().click()
}

const hasBundle: Shot['isIn'] = ({ shop }) => SHOPS[shop].bundles.length > 0

const BUNDLES: Shot[] = [
  optionalShot('bundle', ({ bundles }) => bundles[0] && `/bundle/${bundles[0]}`),
  {
    name: 'bundle-chosen',
    isPlain: true,
    isIn: hasBundle,
    async take(visit) {
      await chooseNight(visit)
      await visit.takePage()
    },
  },
  {
    name: 'bundle-error',
    isPlain: true,
    isIn: hasBundle,
    async take(visit) {
      await visit.open(`/bundle/${visit.shop.bundles[0]}`)
      await visit.press('product_add', visit.main)
      await visit.takePage()
    },
  },
  optionalShot('bundle-sizes', ({ bundles }) => bundles[1] && `/bundle/${bundles[1]}`),
]

export const CATALOGUE_SHOTS: readonly Shot[] = [...LISTS, ...PRODUCTS, ...BUNDLES]

import { expect, it } from 'vitest'
import { CategoryPageDocument, type CategoryPageQuery } from '../../../../schema/generated/operations.ts'
import { DAY } from '../../../../schema/limits.ts'
import CategoryPage from '../../../../web/routes/category/category.tsx'
import { NOW } from '../../../support/page-event.ts'
import { tileProduct } from '../../../support/product-tile.ts'
import { shopMarkup } from '../shop-markup.tsx'

type Category = NonNullable<CategoryPageQuery['categoryProducts']['category']>

it('CAT-02 the page of a category links to all categories, and marks the current one only', () => {
  const chip = (slug: string) => ({ id: slug, type: 'CATEGORY', slug, name: `Regal ${slug}` })
  const category: Category = {
    ...chip('shirts'),
    ...{ description: null, subtitle: null, special: null, changesAt: [], doors: [], events: [], landscapeImage: null },
  }
  const data: CategoryPageQuery = {
    categories: [chip('poster'), chip('shirts'), chip('taschen')],
    categoryProducts: { category, nodes: [tileProduct()], pageInfo: { endCursor: null, hasNextPage: false } },
  }
  const markup = shopMarkup(<CategoryPage />, {
    path: '/categories/shirts',
    answers: [{ hash: CategoryPageDocument.hash, variables: { slug: 'shirts', first: 18 }, data }],
  })
  const links = [...markup.matchAll(/<a ([^>]*)>Regal (\w+)</g)].map(([, attributes = '', name]) => ({
    name,
    href: /href="([^"]*)"/.exec(attributes)?.[1],
    current: /aria-current="(\w+)"/.exec(attributes)?.[1],
  }))
  expect(links).toEqual([
    { name: 'poster', href: '/categories/poster', current: undefined },
    { name: 'shirts', href: '/categories/shirts', current: 'page' },
    { name: 'taschen', href: '/categories/taschen', current: undefined },
  ])
})

it('CAT-05 the Advent sale shows the products of open doors, the latest first, and the number and day of the others', () => {
  // The fourth door opens at the moment of the rendering, and the server's answer is older.
  const dayOf = (day: number) => NOW + (day - 4) * DAY
  const door = (day: number, product: ReturnType<typeof tileProduct> | null) => ({
    opensAt: dayOf(day),
    isOpen: day < 4,
    product,
  })
  const named = (slug: string) => ({ ...tileProduct(), id: slug, slug, name: slug, href: `/products/${slug}` })
  const category: Category = {
    ...{ id: 'advent', type: 'CATEGORY', slug: 'dezember', name: 'Dezember', special: 'advent' },
    ...{ description: null, subtitle: null, events: [], landscapeImage: null },
    changesAt: [1, 2, 3, 4, 5].map(dayOf),
    doors: [door(1, named('kerze')), door(2, named('becher')), door(3, null), door(4, null), door(5, null)],
  }
  const data: CategoryPageQuery = {
    categories: [],
    categoryProducts: { category, nodes: [named('rest')], pageInfo: { endCursor: null, hasNextPage: false } },
  }
  const markup = shopMarkup(<CategoryPage />, {
    path: '/categories/dezember',
    answers: [{ hash: CategoryPageDocument.hash, variables: { slug: 'dezember', first: 18 }, data }],
  })
  const text = markup.replace(/<style.*?<\/style>/gs, '').replace(/<[^>]+>/g, '|')
  const found = [
    'Tür 3',
    'Schon leergeräumt',
    'Tür 2',
    'becher',
    'Tür 1',
    'kerze',
    'Noch zu',
    'Tür 4',
    'Geht gerade auf',
    'Tür 5',
    '16.01.',
    'Außerdem',
    'rest',
  ]
  let from = 0
  for (const word of found) {
    expect(text.slice(from)).toContain(word)
    from = text.indexOf(word, from) + word.length
  }
  expect(markup.match(/href="\/products\/[^"]*"/g)).toEqual(
    ['becher', 'kerze', 'rest'].map((slug) => `href="/products/${slug}"`),
  )
})

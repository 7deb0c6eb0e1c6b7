import { expect, it } from 'vitest'
import { CategoryPageDocument, type CategoryPageQuery } from '../../../../schema/generated/operations.ts'
import CategoryPage from '../../../../web/routes/category/category.tsx'
import { tileProduct } from '../../../support/product-tile.ts'
import { shopMarkup } from '../shop-markup.tsx'

type Category = NonNullable<CategoryPageQuery['categoryProducts']['category']>

it('CAT-02 the page of a category links to all categories, and marks the current one only', () => {
  const chip = (slug: string) => ({ id: slug, type: 'CATEGORY', slug, name: `Regal ${slug}` })
  const category: Category = {
    ...chip('shirts'),
    ...{ description: null, subtitle: null, special: null, changesAt: [], events: [], landscapeImage: null },
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

/** CAT-02, CAT-03: one category's products, loaded on as the fan goes down, and the way to the other categories. */
import { useParams } from 'react-router'
import type { CategoryPageQuery } from '../../../schema/generated/operations.ts'
import { productMeta } from '../../data/meta.ts'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { BackToTop } from '../../ui/back-to-top.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ProductTile } from '../../ui/product-tile.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ShopLink } from '../../ui/shop-link.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { useCategoryProducts } from './use-category-products.ts'

export default function CategoryPage() {
  const { slug = '' } = useParams()
  const query = useCategoryProducts(slug)
  return (
    <QueryView
      query={query}
      subject={({ pages }) => pages[0]?.categoryProducts.category ?? null}
      skeleton={<PageSkeleton />}
    >
      {(category, { pages }) => (
        <Category
          category={category}
          siblings={pages[0]?.categories ?? []}
          products={pages.flatMap(({ categoryProducts }) => categoryProducts.nodes)}
          more={query}
        />
      )}
    </QueryView>
  )
}

type Products = CategoryPageQuery['categoryProducts']

type CategoryProps = {
  category: NonNullable<Products['category']>
  siblings: CategoryPageQuery['categories']
  products: Products['nodes']
  more: ReturnType<typeof useCategoryProducts>
}

function Category({ category, siblings, products, more }: CategoryProps) {
  const { meta } = usePage()
  return (
    <div className="page pt-6 sm:pt-10">
      <PageTitle title={category.name} />
      <nav aria-label={m.categories_nav()}>
        <ul className="chip-row no-scrollbar">
          {siblings.map((each) => (
            <li key={each.id}>
              <ShopLink to={`/categories/${each.slug}`} isCurrent={each.slug === category.slug} className="chip">
                {each.name}
              </ShopLink>
            </li>
          ))}
        </ul>
      </nav>
      <header className="mt-8 mb-8 sm:mt-12">
        <h1 className="display-1">{category.name}</h1>
        {category.subtitle && <p className="mt-3 text-lg font-medium">{category.subtitle}</p>}
        {category.description && <p className="mt-3 max-w-prose text-muted">{category.description}</p>}
      </header>
      {products.length === 0 ? (
        <Notice title={m.category_empty_title()} text={m.category_empty_text()}>
          <ShopLink to="/categories" className="button-primary">
            {m.category_empty_link()}
          </ShopLink>
        </Notice>
      ) : (
        <ul className="tile-grid" data-columns={meta.item_grid_columns}>
          {products.map((product, index) => (
            <li key={product.id} className={productMeta(product).ks_wide_item ? 'sm:col-span-2' : ''}>
              <ProductTile product={product} heading="h2" isUrgent={index < 2} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore more={more} shown={products.length} />
      <BackToTop />
    </div>
  )
}

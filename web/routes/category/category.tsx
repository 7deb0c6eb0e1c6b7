/** CAT-02, CAT-03: the page of a category, with links to the other categories and with products that load in batches. */

import { useEffect, useRef } from 'react'
import type { CategoryPageQuery } from '../../../schema/generated/operations.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { DEFAULT_COLUMNS, ProductGrid } from '../../catalogue/product-grid.tsx'
import { QueryView } from '../../catalogue/query-view.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { usePage } from '../../data/page.tsx'
import { useRouteParams } from '../../data/route-params.ts'
import { m } from '../../i18n/messages.ts'
import { BackToTop } from '../../ui/back-to-top.tsx'
import { FittedTitle } from '../../ui/fitted-title.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Advent } from './advent.tsx'
import { CategorySkeleton } from './merch-skeletons.tsx'
import { TourConcerts, TourHead } from './tour-category.tsx'
import { useCategoryProducts } from './use-category-products.ts'
import { inRowsWithoutHoles } from './wide-products.ts'

export default function CategoryPage() {
  const { slug = '' } = useRouteParams()
  const query = useCategoryProducts(slug)
  const { meta, layout } = usePage()
  return (
    <QueryView
      query={query}
      subject={({ pages }) => pages[0]?.answer.categoryProducts.category ?? null}
      skeleton={<CategorySkeleton />}
    >
      {(category, { pages }) => {
        const products = inRowsWithoutHoles(
          pages.flatMap(({ nodes }) => nodes),
          { columns: meta.item_grid_columns ?? DEFAULT_COLUMNS, layout, isComplete: !query.hasNextPage },
        )
        // A list that grew must not change its first row.
        const isWhole = !query.hasNextPage && pages.length === 1
        const list = (
          <>
            <ProductGrid products={products} heading="h2" isUrgent allowsWide fillsRows={isWhole} />
            <LoadMore more={query} count={products.length} />
            <BackToTop />
          </>
        )
        return category.special === 'advent' ? (
          <Advent category={category} isEmpty={products.length === 0}>
            {list}
          </Advent>
        ) : (
          <div className="page pt-6 sm:pt-10">
            <CategoryHead category={category} siblings={pages[0]?.answer.categories ?? []} />
            {category.type === 'TOUR' && <TourConcerts category={category} />}
            {products.length > 0 ? list : category.type !== 'TOUR' && <EmptyCategory />}
          </div>
        )
      }}
    </QueryView>
  )
}

type CategoryHeadProps = {
  category: NonNullable<CategoryPageQuery['categoryProducts']['category']>
  siblings: CategoryPageQuery['categories']
}

function CategoryHead({ category, siblings }: CategoryHeadProps) {
  const row = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another category has another current chip
  useEffect(() => showCurrentChip(row.current), [category.id])
  return (
    <>
      <nav aria-label={m.categories_nav()}>
        <ul ref={row} className="chip-row no-scrollbar">
          {siblings.map((each) => (
            <li key={each.id}>
              <ShopLink to={`/categories/${each.slug}`} isCurrent={each.id === category.id} className="chip">
                {each.name}
              </ShopLink>
            </li>
          ))}
        </ul>
      </nav>
      {category.type === 'TOUR' ? (
        <TourHead category={category}>
          <CategoryTexts category={category} />
        </TourHead>
      ) : (
        <header className="mt-8 mb-8 sm:mt-12">
          <CategoryTexts category={category} />
        </header>
      )}
    </>
  )
}

/** On phones, the row is longer than the window, so the chip of a late category would be out of view. */
function showCurrentChip(row: HTMLElement | null): void {
  const chip = row?.querySelector('[aria-current]')?.getBoundingClientRect()
  if (!row || !chip) return
  row.scrollLeft += chip.left + chip.width / 2 - innerWidth / 2
}

function CategoryTexts({ category }: Pick<CategoryHeadProps, 'category'>) {
  return (
    <>
      <PageTitle title={category.name} />
      <FittedTitle text={category.name} size="display-1" />
      {category.subtitle && <p className="mt-3 text-lg font-medium">{category.subtitle}</p>}
      {category.description && <RichText html={category.description} className="mt-3 max-w-prose text-muted" />}
    </>
  )
}

function EmptyCategory() {
  return (
    <Notice title={m.category_empty_title()} text={m.category_empty_text()}>
      <ShopLink to="/categories" className="button-primary">
        {m.category_empty_link()}
      </ShopLink>
    </Notice>
  )
}

/**
 * CAT-01: the overview of merch: two large categories and up to nine small ones, each with up to two products, and links to
 * the other categories.
 */
import { CategoriesDocument, type CategoriesQuery } from '../../../schema/generated/operations.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { Picture } from '../../catalogue/picture.tsx'
import { ProductTile, TilePrice } from '../../catalogue/product-tile.tsx'
import { QueryView } from '../../catalogue/query-view.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { useOperation } from '../../data/query.ts'
import { m } from '../../i18n/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { arrangeCategories } from './merch-blocks.ts'
import { BlocksSkeleton } from './merch-skeletons.tsx'

type Category = CategoriesQuery['categories'][number]

export default function Categories() {
  const query = useOperation(CategoriesDocument, {})
  return (
    <>
      <PageTitle title={m.shell_merch()} />
      <PageHeader title={m.shell_merch()} text={m.categories_text()} />
      <div className="page">
        <QueryView query={query} subject={({ categories }) => categories} skeleton={<BlocksSkeleton />}>
          {(categories) =>
            categories.length === 0 ? (
              <Notice title={m.category_empty_title()} text={m.category_empty_text()} />
            ) : (
              <Overview categories={categories} />
            )
          }
        </QueryView>
      </div>
    </>
  )
}

function Overview({ categories }: { categories: Category[] }) {
  const { top, bottom, others } = arrangeCategories(categories)
  return (
    <>
      <ul className="grid gap-x-(--gap) gap-y-12 md:grid-cols-2">
        {top.map((category) => (
          <li key={category.id}>
            <Block category={category} isLarge />
          </li>
        ))}
      </ul>
      <ul
        className={`mt-(--section) grid gap-x-(--gap) gap-y-12 sm:grid-cols-2 ${bottom.length % 4 === 0 ? 'lg:grid-cols-4' : 'lg:grid-cols-3'}`}
      >
        {bottom.map((category) => (
          <li key={category.id}>
            <Block category={category} />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <nav aria-label={m.categories_others()} className="mt-(--section)">
          <ul className="flex flex-wrap gap-2">
            {others.map((category) => (
              <li key={category.id}>
                <ShopLink to={`/categories/${category.slug}`} className="chip">
                  {category.name}
                </ShopLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}

/** A square picture usually shows a product, whose neck or title a wide crop would cut off. */
function aspectOf(image: Category['squareImage'], isLarge: boolean): string {
  if (image && image.width < image.height * 1.25) return 'aspect-square'
  return isLarge ? 'aspect-video' : 'aspect-[3/2]'
}

/** A category with its image, its name and two of its products. The picture of a lone product would often repeat the image. */
function Block({ category, isLarge = false }: { category: Category; isLarge?: boolean }) {
  const { slug, name, landscapeImage, squareImage, teaser } = category
  const [first] = teaser
  const image = isLarge ? (landscapeImage ?? squareImage) : (squareImage ?? landscapeImage)
  const sizes = isLarge ? '(min-width: 768px) 46vw, 92vw' : '(min-width: 1024px) 30vw, (min-width: 640px) 46vw, 92vw'
  return (
    <section aria-label={name} className="category-card">
      <div className="group relative">
        <div className="tile-frame overflow-clip rounded-image">
          <Picture
            image={image}
            sizes={sizes}
            alt=""
            isUrgent={isLarge}
            className={`tile-picture w-full object-cover ${aspectOf(image, isLarge)}`}
          />
        </div>
        <h2 className="display-3 mt-5">
          <ShopLink
            to={`/categories/${slug}`}
            className="after:absolute after:inset-0 group-hover:underline decoration-2 underline-offset-4"
          >
            {name}
          </ShopLink>
        </h2>
      </div>
      {first && teaser.length === 1 && (
        <div className="product-tile mt-2">
          <ShopLink to={first.href} className="hover:underline">
            {[first.name, first.productType].filter(Boolean).join(', ')}
          </ShopLink>
          <TilePrice product={first} />
        </div>
      )}
      {teaser.length > 1 && (
        <ul className="mt-4 grid grid-cols-2 gap-(--gap)">
          {teaser.map((product) => (
            <li key={product.slug}>
              <ProductTile
                product={product}
                sizes={isLarge ? '(min-width: 768px) 22vw, 46vw' : '(min-width: 1024px) 15vw, 46vw'}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

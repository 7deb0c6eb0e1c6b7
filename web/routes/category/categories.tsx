/** CAT-01: the ways into merch, the first two large, the others (at most nine) below. */
import { CategoriesDocument, type CategoriesQuery } from '../../../schema/generated/operations.ts'
import { useOperation } from '../../data/query.ts'
import { m } from '../../i18n/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Picture } from '../../ui/picture.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ShopLink } from '../../ui/shop-link.tsx'
import { TileGridSkeleton } from '../../ui/skeletons.tsx'

const TOP_FEATURES = 2
const BOTTOM_FEATURES = 9

type CategoryCard = CategoriesQuery['categories'][number]

export default function Categories() {
  const query = useOperation(CategoriesDocument, {})
  return (
    <>
      <PageTitle title={m.shell_merch()} />
      <PageHead title={m.shell_merch()} text={m.categories_text()} />
      <div className="page">
        <QueryView query={query} subject={({ categories }) => categories} skeleton={<TileGridSkeleton count={8} />}>
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

function Overview({ categories }: { categories: CategoryCard[] }) {
  const top = categories.slice(0, TOP_FEATURES)
  const bottom = categories.slice(TOP_FEATURES, TOP_FEATURES + BOTTOM_FEATURES)
  const rest = categories.slice(TOP_FEATURES + BOTTOM_FEATURES)
  return (
    <>
      <ul className="grid gap-(--gap) md:grid-cols-2">
        {top.map((category) => (
          <li key={category.id}>
            <Card
              category={category}
              image={category.landscapeImage ?? category.squareImage}
              shape="aspect-video"
              sizes="(min-width: 768px) 46vw, 92vw"
              isUrgent
            />
          </li>
        ))}
      </ul>
      <ul className="mt-(--gap) grid grid-cols-2 gap-(--gap) md:grid-cols-3">
        {bottom.map((category) => (
          <li key={category.id}>
            <Card
              category={category}
              image={category.squareImage ?? category.landscapeImage}
              shape="aspect-square md:aspect-[4/3]"
              sizes="(min-width: 768px) 30vw, 46vw"
            />
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <ul className="mt-8 flex flex-wrap gap-2">
          {rest.map((category) => (
            <li key={category.id}>
              <ShopLink to={`/categories/${category.slug}`} className="chip">
                {category.name}
              </ShopLink>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type CardProps = {
  category: CategoryCard
  image: CategoryCard['squareImage']
  shape: string
  sizes: string
  isUrgent?: boolean
}

function Card({ category, image, shape, sizes, isUrgent = false }: CardProps) {
  return (
    <article className="category-card group relative">
      <div className="tile-frame overflow-clip rounded-image">
        <Picture
          image={image}
          sizes={sizes}
          alt=""
          isUrgent={isUrgent}
          className={`tile-picture w-full object-cover ${shape}`}
        />
      </div>
      <h2 className="display-3 mt-3">
        <ShopLink
          to={`/categories/${category.slug}`}
          className="after:absolute after:inset-0 group-hover:underline decoration-2 underline-offset-4"
        >
          {category.name}
        </ShopLink>
      </h2>
    </article>
  )
}

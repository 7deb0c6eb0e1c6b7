/**
 * HOME-01: the main shop's home page: promo teaser, products, news, tours, hot news, further promos, concerts and artists.
 */
import { HomeDocument, type HomeQuery } from '../../../schema/generated/operations.ts'
import { SHELF_MINIMUM } from '../../../schema/limits.ts'
import { NewsHero } from '../../catalogue/news-card.tsx'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { QueryView } from '../../catalogue/query-view.tsx'
import { usePage } from '../../data/page.tsx'
import { useOperation } from '../../data/query.ts'
import { latePart } from '../../ui/late-part.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { arrangeHome } from './home-parts.ts'
import { NewsSlider } from './news-slider.tsx'

const ProductShelf = latePart(() => import('./product-shelf.tsx'), <div className="min-h-screen" />)
const HomeLists = latePart(() => import('./home-lists.tsx'), <div className="min-h-screen" />)

export default function Home() {
  const query = useOperation(HomeDocument, {})
  return (
    <>
      <PageTitle title={null} />
      <QueryView query={query} subject={({ home }) => home} skeleton={<PageSkeleton />}>
        {(home) => <MainHome home={home} />}
      </QueryView>
    </>
  )
}

function MainHome({ home }: { home: HomeQuery['home'] }) {
  const { shop } = usePage()
  const { headline, slides } = arrangeHome(home)
  return (
    <>
      {headline ? <NewsHero item={headline} heading="h1" isUrgent /> : <h1 className="sr-only">{shop.name}</h1>}
      {home.products.length >= SHELF_MINIMUM && <ProductShelf products={home.products} />}
      {slides.length > 0 && (
        <div className="news-band">
          <div>
            <NewsSlider items={slides} />
          </div>
        </div>
      )}
      <HomeLists home={home} />
    </>
  )
}

/**
 * HOME-03, HOME-04: the home page of a band shop: news, merch by category, and concerts. On phones, merch and concerts are
 * two tabs. `prefer_tickets` puts the concerts first, and so does the layout `poster`, because a poster announces concerts.
 */
import { type ReactNode, useState } from 'react'
import { HomeDocument, type HomeQuery } from '../../../schema/generated/operations.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { ProductGrid } from '../../catalogue/product-grid.tsx'
import { QueryView } from '../../catalogue/query-view.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { listTours } from '../../catalogue/tour-list.ts'
import { usePage } from '../../data/page.tsx'
import { useOperation } from '../../data/query.ts'
import { m } from '../../i18n/messages.ts'
import { clientOnly } from '../../ui/client-only.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { PhoneTabs } from '../../ui/tabs.tsx'
import { BandTickets } from './band-tickets.tsx'
import { thinBandPictures } from './home-parts.ts'
import { arrangeSections } from './merch-sections.ts'
import { NewsSlider } from './news-slider.tsx'

const VideoTeaser = clientOnly(() => import('./video-teaser.tsx'))

type TabId = 'merch' | 'tickets'

export default function Home() {
  const query = useOperation(HomeDocument, {})
  return (
    <>
      <PageTitle title={null} />
      <QueryView query={query} subject={({ home }) => home} skeleton={<PageSkeleton />}>
        {(home) => <BandHome home={home} />}
      </QueryView>
    </>
  )
}

function BandHome({ home }: { home: HomeQuery['home'] }) {
  const { shop, meta, layout } = usePage()
  const ticketsFirst = meta.prefer_tickets === true || layout === 'poster'
  const order: TabId[] = ticketsFirst ? ['tickets', 'merch'] : ['merch', 'tickets']
  const [shown, setShown] = useState<TabId>(order[0] ?? 'merch')
  const labels: Record<TabId, string> = { merch: meta.merch_tab_title ?? m.shell_merch(), tickets: m.shell_tickets() }
  const { teasers, tours } = thinBandPictures({ ...home, tours: listTours(home) })
  const panels: Record<TabId, ReactNode> = {
    merch: (
      <BandMerch
        sections={home.sections}
        title={labels.merch}
        isFirst={teasers.length === 0 && !(ticketsFirst && home.events.length > 0)}
      />
    ),
    tickets: home.events.length > 0 && <BandTickets home={home} tours={tours} />,
  }
  return (
    <>
      <h1 className="sr-only">{shop.name}</h1>
      {teasers.length > 0 && <NewsSlider items={teasers} isFirst />}
      <PhoneTabs
        label={m.home_tabs()}
        hasTabs={home.sections.length > 0 && home.events.length > 0}
        tabs={order.map((id) => ({ id, label: labels[id] }))}
        selected={shown}
        onSelect={setShown}
        panels={order.map((id) => ({ id, content: panels[id] }))}
        className="mt-6"
      />
      {home.sections.length === 0 && home.events.length === 0 && (
        <div className="page mt-(--section)">
          <Notice title={m.home_empty_title()} text={m.home_empty_text()} />
        </div>
      )}
      {meta.embed_youtube && <VideoTeaser video={meta.embed_youtube} />}
    </>
  )
}

type BandMerchProps = { sections: HomeQuery['home']['sections']; title: string; isFirst: boolean }

/** Below the slider, the pictures must not delay its first one. */
function BandMerch({ sections, title, isFirst }: BandMerchProps) {
  const { meta } = usePage()
  return (
    <>
      <h2 className="sr-only">{title}</h2>
      {arrangeSections(sections, meta.item_grid_columns ?? null).map(
        ({ categories, products, columns, cut }, sectionIndex) => {
          const [first, ...others] = categories
          if (!first) return null
          return (
            <section key={first.id} aria-labelledby={`section-${first.slug}`} className="shelf page mt-(--section)">
              <div className="shelf-head mb-5 flex flex-wrap items-end gap-x-6">
                <h3
                  id={`section-${first.slug}`}
                  className="section-title display display-2 grow basis-full sm:basis-auto"
                >
                  <span>{others.length > 0 ? m.home_more_merch() : first.name}</span>
                </h3>
                {cut.map((category) => (
                  <ShopLink
                    key={category.id}
                    to={`/categories/${category.slug}`}
                    className="text-link inline-flex min-h-11 items-center font-semibold"
                  >
                    {m.home_all_of({ category: category.name })}
                  </ShopLink>
                ))}
              </div>
              <ProductGrid products={products} columns={columns} isUrgent={isFirst && sectionIndex === 0} fillsRows />
            </section>
          )
        },
      )}
    </>
  )
}

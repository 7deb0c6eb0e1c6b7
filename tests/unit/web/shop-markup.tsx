/** Renders components to HTML as in a page of the main shop, in German. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { ShopMeta } from '../../../schema/catalogue-values.ts'
import type { Translated } from '../../../schema/locale.ts'
import type { PageData } from '../../../schema/page-data.ts'
import { withPage } from '../../../web/boot/page-scope.ts'
import { createPageState } from '../../../web/boot/page-start.ts'
import { PagesContext } from '../../../web/catalogue/pages-context.ts'
import { LinkProvider } from '../../../web/catalogue/shop-link.tsx'
import { PageProvider } from '../../../web/data/page.tsx'
import { queryClient } from '../../../web/data/query.ts'
import { NOW } from '../../support/page-event.ts'

const PAGE: PageData = {
  locale: 'de',
  shop: {
    id: 'sh_1',
    slug: 'stagedoor',
    name: 'Stagedoor',
    domain: null,
    basePath: '',
    defaultLocale: 'de',
    isBand: false,
    isLocked: false,
    hasCustomDomain: false,
    orderMergingAllowed: false,
    meta: {},
    artist: null,
    bandShops: [],
  },
  layout: 'split',
  serverNow: NOW,
  status: 200,
  touch: false,
  answers: [],
  waiting: null,
  guardedEvent: null,
  trackers: { analyticsUrl: null, errorUrl: null },
  sandbox: null,
  paymentScripts: {},
}

const pages = { prefetch: () => {}, notFound: () => () => null }

type Place = {
  path?: string
  answers?: PageData['answers']
  meta?: Translated<ShopMeta>
  layout?: PageData['layout']
  /** The page is one of the shop of the band `artist`. */
  artist?: string
  isBand?: boolean
}

/** `answers` are those of the page's operations, and `meta` that of the shop. */
export function shopMarkup(content: ReactNode, place: Place = {}): string {
  const {
    path = '/events',
    answers = [],
    meta = {},
    layout = PAGE.layout,
    artist,
    isBand = artist !== undefined,
  } = place
  const own = artist === undefined ? null : { slug: 'band', displayName: artist, abstract: null }
  const page = { ...PAGE, shop: { ...PAGE.shop, meta, isBand, artist: own }, answers, layout }
  return withPage(createPageState(page, path), () =>
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient()}>
        <StaticRouter location={path}>
          <PageProvider page={page}>
            <PagesContext value={pages}>
              <LinkProvider>{content}</LinkProvider>
            </PagesContext>
          </PageProvider>
        </StaticRouter>
      </QueryClientProvider>,
    ),
  )
}

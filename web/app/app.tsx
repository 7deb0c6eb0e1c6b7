/** Everything on the page: data below, address below, and the shell with the route's page in it. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { PageData } from '../../schema/page-data.ts'
import { PagesContext } from '../catalogue/pages-context.ts'
import { LinkProvider } from '../catalogue/shop-link.tsx'
import { PageProvider } from '../data/page.tsx'
import { queryClient } from '../data/query.ts'
import { notFoundPage, prefetchPage } from './pages.ts'
import { Shell } from './shell.tsx'

const pages = { prefetch: prefetchPage, notFound: notFoundPage }

type AppProps = {
  page: PageData
  /** The address as state: the browser's, or at the edge that of the request. */
  Address: ComponentType<{ basePath: string; children: ReactNode }>
}

export function App({ page, Address }: AppProps) {
  return (
    <QueryClientProvider client={queryClient()}>
      <Address basePath={page.shop.basePath}>
        <PageProvider page={page}>
          <PagesContext value={pages}>
            <LinkProvider>
              <Shell />
            </LinkProvider>
          </PagesContext>
        </PageProvider>
      </Address>
    </QueryClientProvider>
  )
}

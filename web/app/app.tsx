/** The root component: the providers of cache, router and page around the shell, which renders the route's page. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { PageData } from '../../schema/page-data.ts'
import { PagesContext } from '../catalogue/pages-context.ts'
import { LinkProvider } from '../catalogue/shop-link.tsx'
import { PageProvider } from '../data/page.tsx'
import { queryClient } from '../data/query.ts'
import { notFoundComponent, prefetchPage } from './pages.ts'
import { Shell } from './shell.tsx'

const pages = { prefetch: prefetchPage, notFound: notFoundComponent }

type AppProps = {
  page: PageData
  /** The router: AddressRouter in the browser, StaticRouter on the server. */
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

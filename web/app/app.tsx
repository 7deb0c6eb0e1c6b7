/** Everything on the page: data below, address below, and the shell with the route's page in it. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { PageData } from '../../schema/page-data.ts'
import { PageProvider } from '../data/page.tsx'
import { queryClient } from '../data/query.ts'
import { AddressRouter } from './address-router.tsx'
import { Shell } from './shell.tsx'

export function App({ page }: { page: PageData }) {
  return (
    <QueryClientProvider client={queryClient}>
      <AddressRouter basePath={page.shop.basePath}>
        <PageProvider page={page}>
          <Shell />
        </PageProvider>
      </AddressRouter>
    </QueryClientProvider>
  )
}

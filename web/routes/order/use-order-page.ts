/** Fetches the order of the link in a mail. */
import { useQuery } from '@tanstack/react-query'
import { OrderPageDocument, type OrderPageQuery } from '../../../schema/generated/operations.ts'
import { runOperation } from '../../data/fetch.ts'
import { usePage } from '../../data/page.tsx'

export type OrderPage = NonNullable<OrderPageQuery['orderPage']>

export function useOrderPage(orderId: string, key: string) {
  const { locale } = usePage()
  return useQuery({
    queryKey: ['order-page', orderId, key, locale],
    queryFn: async () => (await runOperation(OrderPageDocument, { orderId, key })).orderPage ?? null,
    // Before hydration, the key in the address is not known yet.
    enabled: key !== '',
    retry: 2,
  })
}

/** What the shop would pay back for the chosen and typed tickets. Only the server knows it (SUP-01). */
import { useQuery } from '@tanstack/react-query'
import { RefundQuoteDocument, type RefundQuoteQuery } from '../../../schema/generated/operations.ts'
import { refundQuoteSchema } from '../../../schema/inputs/refund.ts'
import { runOperation } from '../../data/fetch.ts'
import type { RefundInfo } from './refund-info.ts'
import { codesToSend, type RefundValues } from './refund-problems.ts'

export type RefundQuote = RefundQuoteQuery['refundQuote']

/**
 * Returns null while the form is incomplete, while the answer is on its way, and if the server refuses the tickets, because the
 * form says why as soon as it is sent. `email` is the address that the fan has finished typing: wrong ones are limited.
 */
export function useRefundQuote(
  { order, product }: Pick<RefundInfo, 'order' | 'product'>,
  values: Pick<RefundValues, 'offered' | 'chosen' | 'codes'>,
  email: string,
): RefundQuote | null {
  const validationCodes = codesToSend(values).map(({ code }) => code)
  const input = { orderId: order.id, productId: product.id, email: email.trim(), validationCodes }
  const { data = null } = useQuery({
    queryKey: ['refund-quote', input],
    queryFn: async () => (await runOperation(RefundQuoteDocument, { input })).refundQuote,
    enabled: refundQuoteSchema.safeParse(input).success,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return data
}

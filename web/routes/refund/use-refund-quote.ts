/** Asks the server for the refund of the chosen and typed tickets (SUP-01). Only the server knows the amount. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RefundQuoteDocument, type RefundQuoteQuery } from '../../../schema/generated/operations.ts'
import { refundQuoteSchema } from '../../../schema/inputs/refund.ts'
import { runOperation, ShopError } from '../../data/fetch.ts'
import type { RefundInfo } from './refund-info.ts'
import { codesToSend, type RefundValues } from './refund-problems.ts'

export type RefundQuote = RefundQuoteQuery['refundQuote']

/**
 * Returns null while the form is incomplete, and until the answer arrives. Returns null too if the server refuses the tickets:
 * the form shows the reason once the fan sends it. `email` is the address that the fan has finished typing. The server limits
 * wrong addresses and numbers. After a refusal, the hook asks again only after the fan has changed the address or removed a
 * typed number.
 */
export function useRefundQuote(
  { order, product }: Pick<RefundInfo, 'order' | 'product'>,
  values: Pick<RefundValues, 'offered' | 'chosen' | 'codes'>,
  email: string,
): RefundQuote | null {
  const validationCodes = codesToSend(values).map(({ code }) => code)
  const input = { orderId: order.id, productId: product.id, email: email.trim(), validationCodes }
  const typed = codesToSend({ ...values, chosen: [] }).map(({ code }) => code)
  const [refused, setRefused] = useState<Refused | null>(null)
  const { data = null } = useQuery({
    queryKey: ['refund-quote', input],
    queryFn: async () => {
      try {
        return (await runOperation(RefundQuoteDocument, { input })).refundQuote
      } catch (error) {
        if (error instanceof ShopError) setRefused({ email: input.email, typed })
        throw error
      }
    },
    enabled: refundQuoteSchema.safeParse(input).success && !isRefusedAgain(refused, input.email, typed),
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return data
}

type Refused = { email: string; typed: string[] }

/** Whether the fan has neither changed the refused address nor removed one of the typed numbers that were refused with it. */
export function isRefusedAgain(refused: Refused | null, email: string, typed: string[]): boolean {
  return refused?.email === email && refused.typed.every((code) => typed.includes(code))
}

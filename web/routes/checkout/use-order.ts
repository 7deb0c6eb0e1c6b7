/**
 * A placed order by id and reference. After a payment the provider may be slower than the browser's way back: the order
 * is asked about a little while until it is settled (CHK-07).
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ConfirmOrderPaymentDocument } from '../../../schema/generated/mutations.ts'
import { OrderDocument, type OrderQuery } from '../../../schema/generated/operations.ts'
import { orderIsPayable } from '../../../schema/rules/order-payable.ts'
import { runOperation } from '../../data/fetch.ts'
import { usePage } from '../../data/page.tsx'

export type Order = NonNullable<OrderQuery['order']>

const ASK_MS = 1_500
const MOST_ASKS = 12

export function orderKey(orderId: string, reference: string, locale: string): readonly unknown[] {
  return ['order', orderId, reference, locale]
}

export function useOrder(orderId: string, reference: string) {
  const { locale } = usePage()
  return useQuery({
    queryKey: orderKey(orderId, reference, locale),
    queryFn: async () => (await runOperation(OrderDocument, { orderId, reference })).order ?? null,
    retry: 2,
  })
}

export type Confirmation = 'none' | 'asking' | 'received' | 'slow'

/** Confirms the payment that the provider sent the fan back from; `isWanted` is the flag in the address. */
export function usePaymentConfirmation(orderId: string, reference: string, isWanted: boolean): Confirmation {
  const client = useQueryClient()
  const { locale } = usePage()
  const [state, setState] = useState<Confirmation>(isWanted ? 'asking' : 'none')
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const ask = async (turn: number) => {
      try {
        const { confirmOrderPayment: order } = await runOperation(ConfirmOrderPaymentDocument, { orderId, reference })
        if (isOver) return
        client.setQueryData(orderKey(orderId, reference, locale), order)
        if (!orderIsPayable(order)) {
          setState('received')
          return
        }
      } catch {
        // Not confirmed yet, or no answer: the webhook and the sweep confirm it too.
      }
      if (isOver) return
      if (turn >= MOST_ASKS) setState('slow')
      else timer = setTimeout(() => void ask(turn + 1), ASK_MS)
    }
    void ask(1)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [client, orderId, reference, locale, isWanted])
  return state
}

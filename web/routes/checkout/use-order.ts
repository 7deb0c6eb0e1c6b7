/**
 * Fetches a placed order by id and reference. After a payment, the visitor may return before the provider has confirmed
 * the payment, so the last step of the checkout polls for a while (CHK-07).
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ConfirmOrderPaymentDocument } from '../../../schema/generated/mutations.ts'
import { OrderDocument, type OrderQuery } from '../../../schema/generated/operations.ts'
import { orderIsPayable } from '../../../schema/rules/order-payable.ts'
import { runOperation } from '../../data/fetch.ts'
import { usePage } from '../../data/page.tsx'

export type Order = NonNullable<OrderQuery['order']>

const POLL_MS = 1_500
const POLLS_MAXIMUM = 12

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

export type Confirmation = 'none' | 'checking' | 'finished' | 'slow'

/**
 * Returns `none` if `isWanted` is false. Otherwise, it polls and returns `checking` until the order is no longer payable,
 * because it is paid or cancelled. Then it returns `finished`. After POLLS_MAXIMUM polls, it stops and returns `slow`.
 */
export function usePaymentConfirmation(orderId: string, reference: string, isWanted: boolean): Confirmation {
  const client = useQueryClient()
  const { locale } = usePage()
  const [state, setState] = useState<Confirmation>(isWanted ? 'checking' : 'none')
  useEffect(() => {
    if (!isWanted) return
    let isCancelled = false
    let timer: ReturnType<typeof setTimeout>
    const poll = async (attempt: number) => {
      try {
        const { confirmOrderPayment: order } = await runOperation(ConfirmOrderPaymentDocument, { orderId, reference })
        if (isCancelled) return
        client.setQueryData(orderKey(orderId, reference, locale), order)
        if (!orderIsPayable(order)) {
          setState('finished')
          return
        }
      } catch {
        // The server could not ask the provider, or no answer came. A webhook or a job may still confirm the payment.
      }
      if (isCancelled) return
      if (attempt >= POLLS_MAXIMUM) setState('slow')
      else timer = setTimeout(() => void poll(attempt + 1), POLL_MS)
    }
    void poll(1)
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [client, orderId, reference, locale, isWanted])
  return state
}

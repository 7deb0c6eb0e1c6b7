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
import { payLaterState } from './order-state.ts'

export type Order = NonNullable<OrderQuery['order']>

const FIRST_PAUSE_MS = 1_500
const LONGEST_PAUSE_MS = 10_000
/** With the pauses above, the page asks for about two minutes. */
const POLLS_MAXIMUM = 18

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
 * Returns `none` if `isWanted` is false. Otherwise, it polls with growing pauses and returns `checking` until the order is
 * paid, cancelled or refunded. Then it returns `finished`. After POLLS_MAXIMUM polls, it stops and returns `slow`. `again`
 * starts over.
 */
export function usePaymentConfirmation(
  orderId: string,
  reference: string,
  isWanted: boolean,
): { confirmation: Confirmation; again: () => void } {
  const client = useQueryClient()
  const { locale } = usePage()
  const [round, setRound] = useState(0)
  const [result, setResult] = useState<{ round: number; state: 'finished' | 'slow' } | null>(null)
  useEffect(() => {
    if (!isWanted) return
    let isCancelled = false
    let timer: ReturnType<typeof setTimeout>
    const poll = async (attempt: number, pause: number) => {
      try {
        const { confirmOrderPayment: order } = await runOperation(ConfirmOrderPaymentDocument, { orderId, reference })
        if (isCancelled) return
        client.setQueryData(orderKey(orderId, reference, locale), order)
        if (!orderIsPayable(order) && payLaterState(order) !== 'allPaid') {
          setResult({ round, state: 'finished' })
          return
        }
      } catch {
        // The server could not ask the provider, or no answer came. A webhook or a job may still confirm the payment.
      }
      if (isCancelled) return
      if (attempt >= POLLS_MAXIMUM) setResult({ round, state: 'slow' })
      else timer = setTimeout(() => void poll(attempt + 1, Math.min(LONGEST_PAUSE_MS, pause * 1.4)), pause)
    }
    void poll(1, FIRST_PAUSE_MS)
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [client, orderId, reference, locale, isWanted, round])
  const state = result?.round === round ? result.state : 'checking'
  return { confirmation: isWanted ? state : 'none', again: () => setRound((former) => former + 1) }
}

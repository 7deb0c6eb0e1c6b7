/**
 * Places the order once. One key stands for one attempt: a double click, a lost answer or a press after an unclear
 * failure repeats it, and the server answers with the same order; only a refusal, which placed nothing, ends the attempt.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ErrorCode } from '../../../schema/errors.ts'
import { CreateStripePaymentDocument, PlaceOrderDocument } from '../../../schema/generated/mutations.ts'
import type { PlaceOrderInput } from '../../../schema/generated/operations.ts'
import { afterBotCheck } from '../../bot-check/after-bot-check.ts'
import { notifyOtherTabs } from '../../cart/cart-channel.ts'
import { isRetryable, useFetchCart } from '../../cart/use-cart.ts'
import { runOperation, ShopError } from '../../data/fetch.ts'
import { randomKey } from '../../data/visit.ts'

type Placed = { id: string; reference: string; totalCents: number }
type Attempt = Omit<PlaceOrderInput, 'clientMutationId'>

const REPEATS = 3
/** Answers after which the order may still be placed: the next press asks for the same one. */
const OUTCOME_UNKNOWN: ReadonlySet<string> = new Set<ErrorCode>(['INTERNAL', 'ORDER_PENDING'])

export function usePlaceOrder() {
  const key = useRef<string | null>(null)
  const isUnderWay = useRef(false)
  const [isPlacing, setIsPlacing] = useState(false)
  const fetchCart = useFetchCart()
  const client = useQueryClient()

  /** Null where an attempt is under way already. Rejects with a ShopError, or with what broke the connection. */
  async function placeOrder(input: Attempt): Promise<Placed | null> {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    setIsPlacing(true)
    key.current ??= randomKey()
    try {
      const { placeOrder: answer } = await repeated(() =>
        afterBotCheck(() =>
          runOperation(PlaceOrderDocument, { input: { ...input, clientMutationId: key.current ?? '' } }),
        ),
      )
      return answer.cart
    } catch (error) {
      if (error instanceof ShopError && !OUTCOME_UNKNOWN.has(error.code)) key.current = null
      isUnderWay.current = false
      setIsPlacing(false)
      throw error
    }
  }

  /** The cart is empty now, here and in the other tabs. */
  async function emptyCart(): Promise<void> {
    client.removeQueries({ queryKey: ['checkout-options'] })
    try {
      notifyOtherTabs(await fetchCart())
    } catch {
      // The next page asks again.
    }
  }

  return { isPlacing, placeOrder, emptyCart }
}

/** Repeats what got no answer or met a busy cart; a refusal is an answer. */
async function repeated<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let turn = 1; ; turn++) {
    try {
      return await send()
    } catch (error) {
      if (!isRetryable(error) || turn === REPEATS) throw error
      await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** turn))
    }
  }
}

/** The provider's page for this order; the browser goes there next. `base` is the shop's address without a slash at its end. */
export async function hostedPaymentUrl(orderId: string, reference: string, base: string): Promise<string> {
  const path = `${encodeURIComponent(orderId)}/${encodeURIComponent(reference)}`
  const { createStripePayment } = await repeated(() =>
    runOperation(CreateStripePaymentDocument, {
      orderId,
      reference,
      successUrl: `${base}/checkout/done/${path}?payment_received=1`,
      cancelUrl: `${base}/checkout/payment/${path}?payment_error=1`,
    }),
  )
  return createStripePayment.externalPaymentUrl
}

/** Leaves for the provider. The back button from there leads to `later`, not to a form that was sent. */
export function leaveFor(url: string, later: string): void {
  history.replaceState(null, '', later)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  location.assign(url)
}

/**
 * Places the order at most once. While a request is running, further presses of the order button are ignored. A retry sends
 * the same idempotency key again, and so does the next press if the outcome of a request is unknown. For the same key, the
 * server returns the same order. If the server has refused the order, the next press sends a new key.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CreateStripePaymentDocument, PlaceOrderDocument } from '../../../schema/generated/mutations.ts'
import type { PlaceOrderInput } from '../../../schema/generated/operations.ts'
import { orderPath } from '../../../schema/order-path.ts'
import { afterBotCheck } from '../../bot-check/after-bot-check.ts'
import { notifyOtherTabs } from '../../cart/cart-channel.ts'
import { outcomeIsUnknown, sendWithRetries } from '../../cart/send-with-retries.ts'
import { useFetchCart } from '../../cart/use-cart.ts'
import { inTurn, stayInDocument } from '../../data/command-queue.ts'
import { runOperation, ShopError } from '../../data/fetch.ts'
import { logActivity } from '../../data/reports.ts'
import { randomKey } from '../../data/visit.ts'

export type PlacedOrder = { id: string; reference: string; totalCents: number }
type OrderInput = Omit<PlaceOrderInput, 'clientMutationId' | 'cartId'> & { cartId: string }

export function usePlaceOrder() {
  const key = useRef<string | null>(null)
  const isRunning = useRef(false)
  const [isPlacing, setIsPlacing] = useState(false)
  const fetchCart = useFetchCart()
  const client = useQueryClient()

  /**
   * Resolves to null if a request is already running or has placed the order. Rejects with a ShopError or a
   * ConnectionError.
   */
  async function placeOrder(input: OrderInput): Promise<PlacedOrder | null> {
    if (isRunning.current) return null
    isRunning.current = true
    setIsPlacing(true)
    key.current ??= randomKey()
    try {
      // Commands of earlier clicks may still be waiting, and they change the cart that is ordered.
      const { placeOrder: answer } = await inTurn(() =>
        sendWithRetries(() =>
          afterBotCheck(() =>
            runOperation(PlaceOrderDocument, { input: { ...input, clientMutationId: key.current ?? '' } }),
          ),
        ),
      )
      logActivity('order_placed')
      // A link pressed meanwhile must not take the page away before the payment.
      stayInDocument()
      return answer.cart
    } catch (error) {
      if (error instanceof ShopError && !outcomeIsUnknown(error)) key.current = null
      isRunning.current = false
      setIsPlacing(false)
      throw error
    }
  }

  /** The order has emptied the cart, so this tab and the other tabs fetch it again. */
  async function refreshCart(): Promise<void> {
    client.removeQueries({ queryKey: ['checkout-options'] })
    try {
      notifyOtherTabs(await fetchCart())
    } catch {
      // The last step of the checkout fetches the cart, too.
    }
  }

  return { isPlacing, placeOrder, refreshCart }
}

/** Starts a payment and returns the URL of the provider's page. `base` is the shop's URL without a trailing slash. */
export async function requestPaymentUrl(orderId: string, reference: string, base: string): Promise<string> {
  const { createStripePayment } = await sendWithRetries(() =>
    runOperation(CreateStripePaymentDocument, {
      orderId,
      reference,
      successUrl: `${base}${orderPath('done', orderId, reference)}?payment_received=1`,
      cancelUrl: `${base}${orderPath('payment', orderId, reference)}?payment_error=1`,
    }),
  )
  return createStripePayment.externalPaymentUrl
}

/**
 * Opens the provider's page. The browser's back button then leads to `returnPath` and not to the form that placed the
 * order. If the browser restores this page from its back/forward cache, the reload renders `returnPath`.
 */
export function openProviderPage(url: string, returnPath: string): void {
  history.replaceState(null, '', returnPath)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  location.assign(url)
}

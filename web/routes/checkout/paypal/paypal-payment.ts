/**
 * Pays an order in PayPal's window: opens the window, creates PayPal's order in it, and asks the shop to capture the money
 * after the buyer's approval.
 */
import { CaptureOrderPaymentDocument, CreatePayPalPaymentDocument } from '../../../../schema/generated/mutations.ts'
import { sendWithRetries } from '../../../cart/send-with-retries.ts'
import { runOperation } from '../../../data/fetch.ts'
import { type PayPal, WINDOW } from './paypal-script.ts'

export type PlacedOrder = { id: string; reference: string }

/** `declined`: the buyer may try another card or bank account. `pending`: PayPal confirms the payment later. */
export type PayPalOutcome = 'paid' | 'pending' | 'declined' | 'failed'

const CAPTURE_ATTEMPTS = 3
/** The shop asks PayPal about a payment at most once in this time. */
const CAPTURE_PAUSE_MS = 3_200

export type WindowPayment = {
  /** Returns the order to pay, and places it if necessary. Null if it could not be placed; the page then says why. */
  order: () => Promise<PlacedOrder | null>
  /** Called when the buyer has approved the payment, while the shop captures it. */
  onApproved: () => void
  onEnd: (outcome: PayPalOutcome, order: PlacedOrder) => void
}

/**
 * Must be called while the browser handles a press, because it opens a window. Resolves when the window is closed and the
 * outcome is known. Never rejects.
 */
export function payInWindow(paypal: PayPal, { order, onApproved, onEnd }: WindowPayment): Promise<void> {
  let placed: PlacedOrder | null = null
  let hasEnded = false
  const end = (outcome: PayPalOutcome) => {
    if (placed === null || hasEnded) return
    hasEnded = true
    onEnd(outcome, placed)
  }
  const session = paypal.createPayPalOneTimePaymentSession({
    onApprove: async () => {
      onApproved()
      end(placed === null ? 'failed' : await capture(placed))
    },
    onCancel: () => end('failed'),
    onError: () => end('failed'),
  })
  const created = (async () => {
    placed = await order()
    if (placed === null) throw new Error('The order was not placed')
    const { id: orderId, reference } = placed
    const { createPayPalPayment } = await sendWithRetries(() =>
      runOperation(CreatePayPalPaymentDocument, { orderId, reference, approvedId: null }),
    )
    return { orderId: createPayPalPayment.externalPaymentId }
  })()
  // The window may be blocked while the order is being placed. Only then is it known where the buyer can go on.
  const failed = () =>
    created.then(
      () => end('failed'),
      () => end('failed'),
    )
  return session.start(WINDOW, created).then(() => undefined, failed)
}

/** Pays a placed order with the payment that the buyer approved on the cart step. */
export async function payApproved(order: PlacedOrder, approvedId: string): Promise<PayPalOutcome> {
  const { id: orderId, reference } = order
  // If the answer is lost, a repeated request may find the order paid. The capture then says so.
  await sendWithRetries(() => runOperation(CreatePayPalPaymentDocument, { orderId, reference, approvedId })).catch(
    () => undefined,
  )
  return capture(order)
}

async function capture({ id: orderId, reference }: PlacedOrder): Promise<PayPalOutcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { captureOrderPayment } = await sendWithRetries(() =>
        runOperation(CaptureOrderPaymentDocument, { orderId, reference }),
      )
      const { outcome } = captureOrderPayment
      if (outcome === 'PAID') return 'paid'
      if (outcome === 'PENDING') return 'pending'
      if (outcome !== 'OPEN') return outcome === 'DECLINED' ? 'declined' : 'failed'
      // The webhook or the cron will capture the payment. The last step of the checkout shows when it is paid.
      if (attempt === CAPTURE_ATTEMPTS) return 'pending'
    } catch {
      return 'failed'
    }
    await new Promise((resolve) => setTimeout(resolve, CAPTURE_PAUSE_MS))
  }
}

/** The texts about an order that is neither paid nor payable: the last step and the page to pay later show them. */
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { payLaterState } from './order-state.ts'
import type { Order } from './use-order.ts'

/** Returns null if the order is paid or can be paid. */
export function orderEnding(order: Order): { title: string; text: string } | null {
  const { reference } = order
  switch (payLaterState(order)) {
    case 'calledOff':
      return { title: m.checkout_called_off_title(), text: m.checkout_called_off_text({ reference }) }
    case 'cancelled':
      return { title: m.checkout_cancelled_title(), text: cancelledText(order) }
    case 'deadEnd':
      if (order.status === 'refunded')
        return {
          title: m.done_refunded_title(),
          text: [
            m.done_refunded_text({ reference, amount: formatPrice(order.refundedCents) }),
            ...(order.events.length > 0 ? [m.done_refunded_tickets()] : []),
          ].join(' '),
        }
      return { title: m.checkout_dead_end_title(), text: m.checkout_dead_end_text({ reference }) }
    default:
      return null
  }
}

function cancelledText({ reference, cancelReason }: Order): string {
  if (cancelReason === 'unpaid') return m.done_cancelled_unpaid({ reference })
  if (cancelReason === 'buyer') return m.done_cancelled_buyer({ reference })
  return cancelReason === 'operator'
    ? m.done_cancelled_operator({ reference })
    : m.checkout_cancelled_text({ reference })
}

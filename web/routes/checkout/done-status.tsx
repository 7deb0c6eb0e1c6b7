/** Shows the state of the order's payment (CHK-07), and offers the next step if there is one. */
import type { ReactNode } from 'react'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import type { DoneState } from './order-state.ts'
import type { Order } from './use-order.ts'

type DoneStatusProps = {
  order: Order
  state: DoneState
  /** The text about an order that is neither paid nor payable. */
  ending: string | null
  payLater: string
  onCheck: () => void
}

export function DoneStatus({ order, state, ending, payLater, onCheck }: DoneStatusProps) {
  const money = refundText(order)
  return (
    <div className="space-y-4">
      {/* Screen readers announce changes of this element, so it is on the page in every state. */}
      <div role="status" className="space-y-4 empty:hidden">
        {ending !== null ? <Box>{ending}</Box> : <PaymentState order={order} state={state} />}
        {money !== null && <Box>{money}</Box>}
      </div>
      {state === 'slow' && (
        <p className="flex flex-wrap gap-3">
          <button type="button" className="button-primary" onClick={onCheck}>
            {m.done_check_again()}
          </button>
          <ShopLink to={payLater} className="button-secondary">
            {m.checkout_pay_now()}
          </ShopLink>
        </p>
      )}
      {state === 'open' && (
        <p>
          <ShopLink to={payLater} className="button-primary">
            {m.checkout_pay_now()}
          </ShopLink>
        </p>
      )}
    </div>
  )
}

function PaymentState({ order, state }: { order: Order; state: DoneState }) {
  const hasTickets = order.items.some(({ type }) => type === 'ticket')
  switch (state) {
    case 'checking':
      return <Box>{m.checkout_payment_checking()}</Box>
    case 'slow':
      return <Box>{m.checkout_payment_slow()}</Box>
    case 'pending':
      return (
        <Box>
          <strong className="block">{m.done_pending_title()}</strong>
          {m.done_pending_text()}
        </Box>
      )
    case 'settling':
      return <Box isGood>{m.done_settling()}</Box>
    case 'free':
      return <Box isGood>{m.done_free()}</Box>
    case 'paid':
      return (
        <Box isGood>
          <strong>{m.checkout_payment_received()}</strong> {hasTickets && m.checkout_payment_received_tickets()}
        </Box>
      )
    case 'open':
      return (
        <Box>
          {order.balanceCents < order.totalCents
            ? m.done_part_paid({ amount: formatPrice(order.balanceCents) })
            : m.checkout_still_open()}
        </Box>
      )
    default:
      return null
  }
}

/**
 * Names the money that went back, or is on its way back; null if there is none. The text of a complete refund already contains
 * its amount.
 */
export function refundText({ status, refundedCents, refundingCents }: Order): string | null {
  const texts = [
    ...(refundedCents > 0 && status !== 'refunded'
      ? [m.done_part_refunded({ amount: formatPrice(refundedCents) })]
      : []),
    ...(refundingCents > 0 ? [m.done_refunding({ amount: formatPrice(refundingCents) })] : []),
  ]
  return texts.length > 0 ? texts.join(' ') : null
}

function Box({ isGood = false, children }: { isGood?: boolean; children: ReactNode }) {
  return (
    <div className={`flex gap-3 rounded-xl px-4 py-3 ${isGood ? 'bg-good/12' : 'bg-surface'}`}>
      {isGood && <Icon name="check" className="mt-0.5 size-5 text-good" />}
      <p>{children}</p>
    </div>
  )
}

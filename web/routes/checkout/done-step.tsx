/** Step 5 of the checkout: the order's number, the state of its payment, and how to pay an open balance. */
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { orderPath } from '../../../schema/order-path.ts'
import { orderIsPayable } from '../../../schema/rules/order-payable.ts'
import { useFetchCart } from '../../cart/use-cart.ts'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { usePage } from '../../data/page.tsx'
import { useRouteParams } from '../../data/route-params.ts'
import { useSearchParams } from '../../data/search-params.ts'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { BankDetails } from './bank-details.tsx'
import { CheckoutShell } from './checkout-shell.tsx'
import { OrderNotFound } from './dead-end.tsx'
import { orderEnding } from './order-ending.ts'
import { OrderItems } from './order-items.tsx'
import { isPaid } from './order-state.ts'
import { type Confirmation, type Order, useOrder, usePaymentConfirmation } from './use-order.ts'

export default function DoneStep() {
  const { order: orderId = '', reference = '' } = useRouteParams()
  const [flags] = useSearchParams()
  const { sandbox } = usePage()
  const navigate = useNavigate()
  const hasFailed = flags.get('redirect_status') === 'failed'
  const { data: order, isPending, isError } = useOrder(orderId, reference)
  const confirmation = usePaymentConfirmation(orderId, reference, flags.has('payment_received') && !hasFailed)
  const payLater = orderPath('payment', orderId, reference)

  useEffect(() => {
    if (hasFailed) void navigate(`${payLater}?payment_error=1`, { replace: true })
  }, [hasFailed, navigate, payLater])
  useRefetchedCart()

  if (isPending || hasFailed) {
    return (
      <CheckoutShell step="done">
        <p role="status" className="text-muted">
          {m.checkout_loading()}
        </p>
      </CheckoutShell>
    )
  }
  if (isError || order === null) return <OrderNotFound />

  // While the provider is being asked, a late payment may still revive a cancelled order.
  const ending = confirmation === 'checking' ? null : orderEnding(order)
  const isOpen = orderIsPayable(order) && ending === null
  return (
    <CheckoutShell step="done" title={ending?.title ?? m.checkout_thanks()}>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-16">
        <div className="space-y-8">
          <div className="space-y-2 text-lg">
            <p>
              {m.checkout_order_number()}: <strong className="tabular-nums">{order.reference}</strong>
            </p>
            {!ending && <p className="text-muted">{m.checkout_done_mail({ email: order.email })}</p>}
          </div>
          {ending ? (
            <p role="status" className="rounded-xl bg-surface px-4 py-3">
              {ending.text}
            </p>
          ) : (
            <PaymentStatus confirmation={confirmation} order={order} />
          )}
          {isOpen && order.bankTransfer && confirmation === 'none' && (
            <BankDetails transfer={order.bankTransfer} dueAt={order.dueAt} />
          )}
          {isOpen && !order.bankTransfer && (confirmation === 'none' || confirmation === 'slow') && (
            <p className="flex flex-wrap items-center gap-4">
              {confirmation === 'none' && <span className="font-medium">{m.checkout_still_open()}</span>}
              <ShopLink to={payLater} className="button-primary">
                {m.checkout_pay_now()}
              </ShopLink>
            </p>
          )}
          <p className="flex flex-wrap gap-3">
            <ShopLink to="/" className="button-secondary">
              {m.checkout_back_home()}
            </ShopLink>
            {sandbox && (
              <a href={sandbox.mailboxUrl} className="button-secondary">
                {m.checkout_sandbox_mailbox()}
              </a>
            )}
          </p>
        </div>
        <OrderItems order={order} />
      </div>
    </CheckoutShell>
  )
}

/** The order has emptied the cart, and the cached cart may be from before the order. So this hook fetches the cart. */
function useRefetchedCart(): void {
  const fetchCart = useFetchCart()
  useEffect(() => {
    fetchCart().catch(() => undefined)
  }, [fetchCart])
}

function PaymentStatus({ confirmation, order }: { confirmation: Confirmation; order: Order }) {
  const showsPaid = isPaid(order) && (confirmation === 'finished' || order.paidAt !== null)
  const hasTickets = order.items.some((item) => item.type === 'ticket')
  return (
    <div role="status">
      {showsPaid ? (
        <p className="flex gap-3 rounded-xl bg-good/12 px-4 py-3">
          <Icon name="check" className="mt-0.5 size-5 text-good" />
          <span>
            <strong>{m.checkout_payment_received()}</strong> {hasTickets && m.checkout_payment_received_tickets()}
          </span>
        </p>
      ) : confirmation === 'checking' ? (
        <p className="rounded-xl bg-surface px-4 py-3">{m.checkout_payment_checking()}</p>
      ) : confirmation === 'slow' ? (
        <p className="rounded-xl bg-surface px-4 py-3">{m.checkout_payment_slow()}</p>
      ) : null}
    </div>
  )
}

/** Step 5 of the checkout: the order's number, items and payment state, and how to pay an open balance. */
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { orderLink, orderPath } from '../../../schema/order-path.ts'
import { useFetchCart } from '../../cart/use-cart.ts'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { usePage } from '../../data/page.tsx'
import { useRouteParams } from '../../data/route-params.ts'
import { useSearchParams } from '../../data/search-params.ts'
import { m } from '../../i18n/messages.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { BankDetails } from './bank-details.tsx'
import { CheckoutShell } from './checkout-shell.tsx'
import { OrderNotFound, OrderUnavailable } from './dead-end.tsx'
import { DoneStatus } from './done-status.tsx'
import { GiftVouchers } from './gift-vouchers.tsx'
import { nameEnding } from './name-ending.ts'
import { OrderEmail } from './order-email.tsx'
import { orderEnding } from './order-ending.ts'
import { OrderEvents } from './order-events.tsx'
import { OrderItems } from './order-items.tsx'
import { doneState, mayProgress, methodInstead } from './order-state.ts'
import { useOrder, usePaymentConfirmation } from './use-order.ts'

export default function DoneStep() {
  const { order: orderId = '', reference = '' } = useRouteParams()
  const [flags] = useSearchParams()
  const { sandbox } = usePage()
  const navigate = useNavigate()
  const hasFailed = flags.get('redirect_status') === 'failed'
  const { data: order, isPending, error, refetch } = useOrder(orderId, reference)
  const isReturning = flags.has('payment_received') || (order ? mayProgress(order) : false)
  const { confirmation, again } = usePaymentConfirmation(orderId, reference, isReturning && !hasFailed)
  const payLater = orderPath('payment', orderId, reference)

  useEffect(() => {
    if (hasFailed) void navigate(`${payLater}?payment_error=1`, { replace: true })
    else if (order?.isReserved) void navigate(payLater, { replace: true })
  }, [hasFailed, order?.isReserved, navigate, payLater])
  useRefetchedCart()

  if (isPending || hasFailed || order?.isReserved) {
    return (
      <CheckoutShell step="done">
        <LoadingText />
      </CheckoutShell>
    )
  }
  // If a later request fails, the page keeps showing the order that it has.
  if (order === undefined)
    return <OrderUnavailable reference={reference} error={error} onRetry={() => void refetch()} />
  if (order === null) return <OrderNotFound />

  const state = doneState(order, confirmation)
  const instead = methodInstead(order)
  const ending = state === 'checking' ? null : (nameEnding(order) ?? orderEnding(order))
  const title = ending?.title ?? (state === 'open' ? m.done_open_title() : m.checkout_thanks())
  return (
    <CheckoutShell step="done" title={title} isFree={order.totalCents === 0} isShipped={order.shippingName !== ''}>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-16">
        <div className="min-w-0 space-y-8">
          <div className="space-y-2 text-lg">
            <p>
              {m.checkout_order_number()}: <strong className="tabular-nums">{order.reference}</strong>
            </p>
            {!ending && <OrderEmail order={order} state={state} />}
          </div>
          <DoneStatus order={order} state={state} ending={ending?.text ?? null} payLater={payLater} onCheck={again} />
          {state === 'transfer' && order.bankTransfer && (
            <div className="space-y-4">
              <BankDetails transfer={order.bankTransfer} dueAt={order.dueAt} />
              {instead && (
                <p>
                  <ShopLink to={`${payLater}?method=${instead.id}`} className="button-secondary">
                    {m.later_instead()}
                  </ShopLink>
                </p>
              )}
            </div>
          )}
          <GiftVouchers gifts={order.giftVouchers} />
          {!ending && <OrderEvents order={order} secret={{ reference }} />}
          <p className="flex flex-wrap gap-3">
            {order.pageKey && (
              <ShopLink to={orderLink(order.id, order.pageKey)} className="button-secondary">
                {m.done_order_page()}
              </ShopLink>
            )}
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
  const { isLocked } = usePage().shop
  useEffect(() => {
    if (!isLocked) fetchCart().catch(() => undefined)
  }, [fetchCart, isLocked])
}

/** The page of an order after the sale, which every mail about the order links to. */
import { PageTitle } from '../../catalogue/page-title.tsx'
import { useIsHydrated } from '../../data/hydration.ts'
import { useRouteParams } from '../../data/route-params.ts'
import { useSearchParams } from '../../data/search-params.ts'
import { faultText } from '../../i18n/fault-text.ts'
import { m } from '../../i18n/messages.ts'
import { DeadEnd } from '../checkout/dead-end.tsx'
import { GiftVouchers } from '../checkout/gift-vouchers.tsx'
import { OrderEvents } from '../checkout/order-events.tsx'
import { OrderItems } from '../checkout/order-items.tsx'
import { OrderActions } from './order-actions.tsx'
import { statusText } from './order-status.ts'
import { type OrderPage as Page, useOrderPage } from './use-order-page.ts'

export default function OrderPage() {
  const { order: orderId = '' } = useRouteParams()
  const [query] = useSearchParams()
  const isHydrated = useIsHydrated()
  const key = query.get('key') ?? ''
  const { data, error, isFetching, refetch } = useOrderPage(orderId, key)
  if (data === null || (isHydrated && key === '')) return <UnknownLink />
  if (data !== undefined) return <LoadedOrder page={data} orderKey={key} />
  return (
    <div className="page py-16">
      <PageTitle title={m.order_page_title()} />
      <h1 className="display-2">{m.order_page_title()}</h1>
      {error === null || isFetching ? (
        <p role="status" className="mt-3 text-muted">
          {m.checkout_loading()}
        </p>
      ) : (
        <div role="alert" className="mt-3 max-w-prose space-y-4">
          <p className="font-medium">{faultText(error)}</p>
          <p>
            <button type="button" className="button-primary" onClick={() => void refetch()}>
              {m.done_retry()}
            </button>
          </p>
        </div>
      )}
    </div>
  )
}

function UnknownLink() {
  return <DeadEnd title={m.order_page_unknown_title()} text={m.order_page_unknown_text()} />
}

function LoadedOrder({ page: { order, actions }, orderKey }: { page: Page; orderKey: string }) {
  const { title, text } = statusText(order)
  return (
    <div className="page pt-6 pb-16 sm:pt-10">
      <PageTitle title={m.order_page_title()} />
      <meta name="referrer" content="no-referrer" />
      <header className="mb-8 max-w-prose space-y-3">
        <p className="text-muted">
          {m.checkout_order_number()} <strong className="tabular-nums">{order.reference}</strong>
        </p>
        <h1 className="display-2">{title}</h1>
        <p className="text-lg">{text}</p>
      </header>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-16">
        <div className="min-w-0 space-y-8">
          <OrderActions order={order} actions={actions} orderKey={orderKey} />
          <GiftVouchers gifts={order.giftVouchers} />
          <OrderEvents order={order} />
        </div>
        <OrderItems order={order} withBalance />
      </div>
    </div>
  )
}

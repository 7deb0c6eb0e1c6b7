/** The page of an order after the sale, which every mail about the order links to. */
import { PageTitle } from '../../catalogue/page-title.tsx'
import { WaysOn } from '../../catalogue/ways-on.tsx'
import { useIsHydrated, useViewTime } from '../../data/hydration.ts'
import { useRouteParams } from '../../data/route-params.ts'
import { useSearchParams } from '../../data/search-params.ts'
import { faultText } from '../../i18n/fault-text.ts'
import { m } from '../../i18n/messages.ts'
import { clientOnly } from '../../ui/client-only.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { BankDetails } from '../checkout/bank-details.tsx'
import { refundText } from '../checkout/done-status.tsx'
import { GiftVouchers } from '../checkout/gift-vouchers.tsx'
import { OrderEvents } from '../checkout/order-events.tsx'
import { OrderItems } from '../checkout/order-items.tsx'
import { doneState } from '../checkout/order-state.ts'
import { FirstAction, OrderActions } from './order-actions.tsx'
import { OrderAddresses } from './order-addresses.tsx'
import { OrderDocuments } from './order-documents.tsx'
import { statusText } from './order-status.ts'
import { OrderTimeline } from './order-timeline.tsx'
import { type OrderPage as Page, useOrderPage } from './use-order-page.ts'

/** Few orders have this form. It needs the check of bank accounts, which is large. */
const RefundAccount = clientOnly(
  () => import('./refund-account.tsx'),
  <div className="mt-6 min-h-128 max-w-2xl rounded-xl border border-line bg-surface" />,
)

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
        <LoadingText className="mt-3" />
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
  return (
    <div className="page py-16">
      <PageTitle title={m.order_page_unknown_title()} />
      <h1 className="display-2">{m.order_page_unknown_title()}</h1>
      <p className="mt-3 max-w-prose text-muted">{m.order_page_unknown_text()}</p>
      <WaysOn to="/order" label={m.order_lookup_send()} />
    </div>
  )
}

function LoadedOrder({ page, orderKey }: { page: Page; orderKey: string }) {
  const { order, actions, showsPersonalData } = page
  const { title, text } = statusText(page, useViewTime())
  const money = refundText(order)
  const transfer = doneState(order, 'none') === 'transfer' ? order.bankTransfer : null
  const ofOrder = { order, actions, orderKey }
  return (
    <div className="page pt-8 pb-16 sm:pt-14">
      <PageTitle title={m.order_page_title()} />
      <meta name="referrer" content="no-referrer" />
      <header className="max-w-prose space-y-3">
        <p className="text-muted">
          {m.checkout_order_number()} <strong className="tabular-nums">{order.reference}</strong>
        </p>
        <h1 className="display-2">{title}</h1>
        <p className="text-lg">{text}</p>
        {money !== null && <p className="text-lg">{money}</p>}
      </header>
      {page.refundAccountCents > 0 && <RefundAccount orderId={order.id} orderKey={orderKey} page={page} />}
      {transfer && (
        <div className="mt-6 max-w-4xl">
          <BankDetails transfer={transfer} dueAt={order.dueAt} />
        </div>
      )}
      <div className="mt-6 empty:hidden">
        <FirstAction {...ofOrder} />
      </div>
      <div className="mt-8 grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:gap-x-16">
        <div className="min-w-0 lg:col-start-2">
          <OrderTimeline page={page} />
        </div>
        <div className="min-w-0 space-y-10 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <OrderEvents order={order} secret={{ key: orderKey }} />
          <GiftVouchers gifts={order.giftVouchers} />
          <OrderItems order={order} withBalance={order.balanceCents > 0} />
        </div>
        <div className="min-w-0 space-y-10 lg:col-start-2">
          <OrderActions {...ofOrder} />
          <OrderDocuments page={page} orderKey={orderKey} />
          <OrderAddresses order={order} isShown={showsPersonalData} />
        </div>
      </div>
    </div>
  )
}

/**
 * SUP-01: the form with which fans give tickets of a cancelled or moved event back. The link in a mail names the order, the
 * event and the buyer's address.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { RefundRequestDocument } from '../../../schema/generated/operations.ts'
import { DAY, REFUND_RELEASED_WITHIN } from '../../../schema/limits.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { WaysOn } from '../../catalogue/ways-on.tsx'
import { runOperation, ShopError } from '../../data/fetch.ts'
import { useIsHydrated } from '../../data/hydration.ts'
import { usePage } from '../../data/page.tsx'
import { faults } from '../../data/reports.ts'
import { useSearchParams } from '../../data/search-params.ts'
import { formatDate, formatDateTime, formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { LoadError, Notice } from '../../ui/notice.tsx'
import { handedTickets } from './handed-tickets.ts'
import { refundErrorText } from './refund-error-text.ts'
import { RefundForm } from './refund-form.tsx'
import type { RefundInfo, RefundResult } from './refund-info.ts'

export default function Refund() {
  const [params] = useSearchParams()
  const isHydrated = useIsHydrated()
  const orderId = params.get('order_id') ?? ''
  const productId = params.get('product_id') ?? ''
  if (isHydrated && (orderId === '' || productId === '')) return <Navigate to="/" replace />
  return (
    <div className="page max-w-2xl pt-8 pb-16 sm:pt-14">
      <PageTitle title={m.refund_title()} />
      <h1 className="display-2">{m.refund_title()}</h1>
      {orderId !== '' && <Request orderId={orderId} productId={productId} email={params.get('email') ?? ''} />}
    </div>
  )
}

type RequestProps = { orderId: string; productId: string; email: string }

function Request({ orderId, productId, email }: RequestProps) {
  const { locale } = usePage()
  const [result, setResult] = useState<RefundResult | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['refund', orderId, productId, locale],
    queryFn: async () => (await runOperation(RefundRequestDocument, { orderId, productId })).refundRequest,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  useEffect(() => {
    if (error) faults.send(error)
  }, [error])
  if (result) return <Completed result={result} info={data ?? null} />
  if (data)
    return (
      <>
        <Summary info={data} />
        <Step info={data} email={email} onDone={setResult} />
      </>
    )
  if (error)
    return (
      <div className="mt-6">
        {error instanceof ShopError ? (
          <div role="alert">
            <Notice title={m.refund_error_title()} text={notFoundText(error)} />
            <WaysOn />
          </div>
        ) : (
          <LoadError error={error} onRetry={() => void refetch()} />
        )}
      </div>
    )
  return <LoadingText className="mt-6" text={m.refund_loading()} />
}

/** A broken link contains ids that the server does not even look up. */
function notFoundText(error: ShopError): string {
  return error.code === 'BAD_INPUT' ? m.form_refund_notfounderror() : refundErrorText(error)
}

function Summary({ info }: { info: RefundInfo }) {
  const { order, product, hardticketCount } = info
  // While returns are paused, an amount would look like a promise.
  const count = info.massRefundPaused ? 0 : info.refundableTicketCount
  const amount = formatPrice(info.paymentAmount)
  return (
    <section className="mt-6 rounded-xl border border-line bg-surface p-5">
      <h2 className="display-4">{product.name}</h2>
      <p className="text-muted">
        {product.happeningFromAt !== null && `${formatDateTime(product.happeningFromAt, product.timeZone)} · `}
        {product.venueName}, {product.city}
      </p>
      <p className="mt-3">{m.refund_order({ date: formatDateTime(order.orderedAt, SHOP_ZONE) })}</p>
      {count > 0 && (
        <p className="font-bold">{count === 1 ? m.refund_count_one({ amount }) : m.refund_count({ count, amount })}</p>
      )}
      {count > 0 && info.keptFeeAmount > 0 && (
        <p className="mt-2 text-muted">{m.refund_fee({ fee: formatPrice(info.keptFeeAmount) })}</p>
      )}
      {count > 0 && info.needsRelease && (
        <p className="mt-2 text-muted">{m.refund_release({ days: REFUND_RELEASED_WITHIN / DAY })}</p>
      )}
      {count > 0 && info.voucherAmount > 0 && (
        <p className="mt-2 text-muted">{m.refund_voucher({ amount: formatPrice(info.voucherAmount) })}</p>
      )}
      {hardticketCount > 0 && <p className="mt-2 text-muted">{m.refund_hard()}</p>}
    </section>
  )
}

type StepProps = { info: RefundInfo; email: string; onDone: (result: RefundResult) => void }

function Step({ info, email, onDone }: StepProps) {
  const { state } = useLocation()
  if (info.massRefundPaused) return <StatusText title={m.refund_paused_title()} text={m.refund_paused()} />
  if (!info.isMassRefundable) return <StatusText text={m.refund_error_text()} />
  if (info.refundableTicketCount === 0) return <StatusText text={m.refund_count_none()} />
  return <RefundForm info={info} email={email} handed={handedTickets(state)} onDone={onDone} />
}

function StatusText({ title, text }: { title?: string; text: string }) {
  return (
    <>
      <div role="status" className="mt-6 max-w-prose">
        {title && <p className="font-bold">{title}</p>}
        <p>{text}</p>
      </div>
      <WaysOn />
    </>
  )
}

/** Says why no money goes back: the organiser keeps it, a voucher had paid, or the tickets were free. */
function unpaidText(info: RefundInfo | null): string {
  const texts = [
    ...(info !== null && info.keptFeeAmount > 0 ? [m.refund_done_kept()] : []),
    ...(info !== null && info.voucherAmount > 0 ? [m.refund_done_voucher()] : []),
  ]
  return texts.length > 0 ? texts.join(' ') : m.refund_done_free()
}

function Completed({ result, info }: { result: RefundResult; info: RefundInfo | null }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form with the focus has left the page.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [])
  const { paymentAmount, paymentReference, isConfirmed, releaseDueAt } = result
  return (
    <>
      <section className="mt-6 space-y-3 rounded-xl border border-line bg-surface p-5">
        <h2 ref={heading} tabIndex={-1} className="display-4 outline-none">
          {m.refund_done_title()}
        </h2>
        {paymentAmount > 0 ? (
          <>
            <p className="text-lg font-bold">{m.refund_done_amount({ amount: formatPrice(paymentAmount) })}</p>
            {releaseDueAt !== null && <p>{m.refund_done_release({ date: formatDate(releaseDueAt, SHOP_ZONE) })}</p>}
            <p>{isConfirmed ? m.refund_done_confirmed() : m.refund_done_checked()}</p>
          </>
        ) : (
          <p>{unpaidText(info)}</p>
        )}
        <p className="text-muted">{m.refund_done_reference({ reference: paymentReference })}</p>
        <p className="text-muted">{m.refund_done_mail()}</p>
      </section>
      <WaysOn />
    </>
  )
}

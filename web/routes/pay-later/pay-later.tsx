/**
 * LATER-01: the page to pay a placed order. Depending on `payLaterState`, it offers payment, redirects to the last step of
 * the checkout, or says why nothing can be paid.
 */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { UpdatePreferredPaymentMethodDocument } from '../../../schema/generated/mutations.ts'
import { orderPath } from '../../../schema/order-path.ts'
import type { ProviderScript } from '../../../schema/page-data.ts'
import { orderIsPayable } from '../../../schema/rules/order-payable.ts'
import { paymentFlow, paymentNeedsCard, paymentUsesWindow } from '../../../schema/rules/payment-methods.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { afterBotCheck } from '../../bot-check/after-bot-check.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { runOperation } from '../../data/fetch.ts'
import { usePage } from '../../data/page.tsx'
import { useRouteParams } from '../../data/route-params.ts'
import { useSearchParams } from '../../data/search-params.ts'
import { errorText } from '../../i18n/error-text.ts'
import { formatDateTime, formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { useProblem } from '../../ui/problem.ts'
import { ReservedOrder } from '../add-to-order/reserved-order.tsx'
import { UndoAddOn } from '../add-to-order/undo-add-on.tsx'
import { BankDetails } from '../checkout/bank-details.tsx'
import { ChoiceList } from '../checkout/choice-list.tsx'
import { DeadEnd, OrderNotFound, OrderUnavailable } from '../checkout/dead-end.tsx'
import { orderEnding } from '../checkout/order-ending.ts'
import { OrderItems } from '../checkout/order-items.tsx'
import { methodAtFirst, payLaterState } from '../checkout/order-state.ts'
import { DECLINED, payPalEnding } from '../checkout/paypal/paypal-ending.ts'
import type { PayPalOutcome } from '../checkout/paypal/paypal-payment.ts'
import { CardEntry } from '../checkout/stripe/card-choice.tsx'
import type { CardInput } from '../checkout/stripe/card-fields.tsx'
import { type Order, orderKey, useOrder } from '../checkout/use-order.ts'
import { openProviderPage, requestPaymentUrl } from '../checkout/use-place-order.ts'

const PayPalButton = lazy(() => import('../checkout/paypal/paypal-button.tsx'))

export default function PayLater() {
  const { order: orderId = '', reference = '' } = useRouteParams()
  const navigate = useNavigate()
  const { data: order, isPending, error, refetch } = useOrder(orderId, reference)
  const state = order ? payLaterState(order) : null
  const done = orderPath('done', orderId, reference)

  useEffect(() => {
    if (state === 'done') void navigate(done, { replace: true })
  }, [state, navigate, done])

  if (isPending || state === 'done') {
    return <LoadingText className="mx-auto max-w-5xl px-4 py-16" />
  }
  // If a later request fails, the page keeps showing the order that it has.
  if (order === undefined)
    return <OrderUnavailable reference={reference} error={error} onRetry={() => void refetch()} />
  if (order === null) return <OrderNotFound />
  if (order.isReserved) return <ReservedOrder order={order} />
  if (state === 'allPaid') return <DeadEnd title={m.checkout_all_paid_title()} text={m.checkout_all_paid_text()} />
  const ending = orderEnding(order)
  if (ending) return <DeadEnd {...ending} />
  if (order.isPaymentPending) return <DeadEnd title={m.done_pending_title()} text={m.done_pending_text()} />
  return <OpenOrder order={order} />
}

function OpenOrder({ order }: { order: Order }) {
  const { shop, locale, paymentScripts } = usePage()
  const navigate = useNavigate()
  const card = useRef<CardInput>(null)
  const client = useQueryClient()
  const [flags] = useSearchParams()
  const [chosen, setChosen] = useState(() => methodAtFirst(order, flags.get('method')))
  const [isPaying, setIsPaying] = useState(false)
  const [problem, setProblem] = useProblem()
  const isTransfer = paymentFlow(chosen) === 'transfer'
  const payPalScript = paymentUsesWindow(chosen) ? paymentScripts.paypal : undefined
  const cardScript = paymentNeedsCard(chosen) ? paymentScripts.stripe : undefined

  /** Stores the payment method if it has changed. The returned order has the method's surcharge and payment details. */
  async function saveMethod(method: string): Promise<Order> {
    if (method === order.paymentMethod) return order
    const { updatePreferredPaymentMethod: changed } = await afterBotCheck(() =>
      runOperation(UpdatePreferredPaymentMethodDocument, {
        orderId: order.id,
        reference: order.reference,
        preferredPaymentMethod: method,
      }),
    )
    client.setQueryData(orderKey(order.id, order.reference, locale), changed)
    return changed
  }

  /** Returns null if the method could not be stored. The page then says why. */
  async function saveForWindow(): Promise<Order | null> {
    try {
      return await saveMethod(chosen)
    } catch (error) {
      setProblem(() => errorText(error))
      return null
    }
  }

  function endWindow(outcome: PayPalOutcome): void {
    if (outcome === 'declined') setProblem(m.paypal_declined)
    else if (outcome === 'failed') setProblem(m.checkout_payment_failed_text)
    else void navigate(payPalEnding(outcome, order), { replace: true })
  }

  async function pay(method: string): Promise<void> {
    if (isPaying) return
    setIsPaying(true)
    setProblem(null)
    try {
      if (cardScript && paymentNeedsCard(method)) {
        await payByCard(cardScript, method)
        return
      }
      const current = await saveMethod(method)
      if (paymentFlow(current.paymentMethod) === 'hosted_page' && orderIsPayable(current)) {
        openProviderPage(
          await requestPaymentUrl(order.id, order.reference, location.origin + shop.basePath),
          location.pathname,
        )
        return
      }
    } catch (error) {
      setProblem(() => errorText(error))
    }
    setIsPaying(false)
  }

  async function payByCard(script: ProviderScript, method: string): Promise<void> {
    const taken = await card.current?.tokenize({ email: order.email })
    if (taken) {
      await saveMethod(method)
      const { confirmInPage } = await import('../checkout/stripe/confirm-payment.ts')
      const isPaid = await confirmInPage(script, order, taken.id, location.origin + shop.basePath)
      if (isPaid) {
        await navigate(`${orderPath('done', order.id, order.reference)}?payment_received=1`, { replace: true })
        return
      }
      setProblem(m.checkout_payment_failed_text)
    }
    setIsPaying(false)
  }

  return (
    <div className="page pt-8 pb-16">
      <PageTitle title={m.checkout_later_title()} />
      <h1 className="display-2">{m.checkout_later_title()}</h1>
      <p className="mt-2 text-muted">{m.checkout_later_text()}</p>
      {flags.has('payment_error') && problem === null && (
        <div role="alert" className="mt-6 rounded-xl border border-danger px-4 py-3">
          <p className="font-bold text-danger">{m.checkout_payment_failed_title()}</p>
          <p>{flags.get('payment_error') === DECLINED ? m.paypal_declined() : m.checkout_payment_failed_text()}</p>
        </div>
      )}
      {problem !== null && (
        <p role="alert" className="mt-6 rounded-xl border border-danger px-4 py-3 font-medium text-danger">
          {problem}
        </p>
      )}
      <div className="mt-8 grid gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-16">
        <div className="space-y-8">
          <dl className="flex flex-wrap gap-x-12 gap-y-4">
            <div>
              <dt className="text-muted">{m.checkout_order_number()}</dt>
              <dd className="text-xl font-bold tabular-nums">{order.reference}</dd>
            </div>
            <div>
              <dt className="text-muted">{m.checkout_balance()}</dt>
              <dd className="text-xl font-bold tabular-nums">{formatPrice(order.balanceCents)}</dd>
            </div>
          </dl>
          <p className="text-muted">{m.checkout_later_until({ date: formatDateTime(order.dueAt, SHOP_ZONE) })}</p>
          <ChoiceList
            name="payment"
            legend={m.checkout_payment_method()}
            choices={order.paymentMethods.map(({ extraChargeCents, ...method }) => ({
              ...method,
              priceCents: extraChargeCents,
            }))}
            chosen={chosen}
            onChoose={setChosen}
            priceText={(price) => m.checkout_surcharge({ price })}
          />
          {cardScript && <CardEntry ref={card} script={cardScript} amountCents={order.balanceCents} />}
          {payPalScript ? (
            <Suspense fallback={<div className="min-h-14" />}>
              <PayPalButton
                script={payPalScript}
                label={m.paypal_pay({ amount: formatPrice(order.balanceCents) })}
                mayStart={() => {
                  setProblem(null)
                  return true
                }}
                order={saveForWindow}
                onApproved={() => setProblem(null)}
                onEnd={endWindow}
              />
            </Suspense>
          ) : isTransfer && chosen === order.paymentMethod && order.bankTransfer ? (
            <BankDetails transfer={order.bankTransfer} dueAt={order.dueAt} />
          ) : (
            <button
              type="button"
              className="button-primary min-h-14 w-full text-lg sm:w-auto"
              aria-disabled={isPaying}
              onClick={() => void pay(chosen)}
            >
              {isPaying
                ? m.checkout_paying()
                : isTransfer
                  ? m.checkout_pay_bank()
                  : m.checkout_pay({ amount: formatPrice(order.balanceCents) })}
            </button>
          )}
        </div>
        <div className="space-y-6">
          <OrderItems order={order} withBalance />
          {!shop.isLocked && order.isAddOn && order.balanceCents === order.totalCents && (
            <UndoAddOn order={order} onProblem={setProblem} />
          )}
        </div>
      </div>
    </div>
  )
}

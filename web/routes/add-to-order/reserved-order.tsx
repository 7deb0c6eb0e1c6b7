/**
 * MERGE-01: an add-on that is only reserved. Its buyer chooses the payment method, accepts the terms and orders it, or undoes
 * it. The review step of the checkout was skipped, so this page contains what the law requires next to the order button.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmMergedOrderDocument } from '../../../schema/generated/mutations.ts'
import { orderPath } from '../../../schema/order-path.ts'
import { paymentFlow } from '../../../schema/rules/payment-methods.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { afterBotCheck } from '../../bot-check/after-bot-check.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { runOperation } from '../../data/fetch.ts'
import { usePage } from '../../data/page.tsx'
import { errorText } from '../../i18n/error-text.ts'
import { formatDateTime, formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { useProblem } from '../../ui/problem.ts'
import { AddressBlock } from '../checkout/address-block.tsx'
import { StepNotice } from '../checkout/checkout-shell.tsx'
import { ChoiceList } from '../checkout/choice-list.tsx'
import { useCountries } from '../checkout/countries.ts'
import { AgeConsent, TermsConsent } from '../checkout/order-consent.tsx'
import { OrderItems } from '../checkout/order-items.tsx'
import { shownAddress } from '../checkout/shown-address.ts'
import { type Order, orderKey } from '../checkout/use-order.ts'
import { openProviderPage, requestPaymentUrl } from '../checkout/use-place-order.ts'
import { UndoAddOn } from './undo-add-on.tsx'

export function ReservedOrder({ order }: { order: Order }) {
  const { isLocked } = usePage().shop
  const [problem, setProblem] = useProblem()
  const hasExpired = order.status !== 'payment_pending'
  const title = hasExpired ? m.merge_expired_title() : m.merge_reserved_title()
  return (
    <div className="page pt-8 pb-16">
      <PageTitle title={title} />
      <h1 className="display-2">{title}</h1>
      <p className="mt-2 mb-6 max-w-prose text-muted">
        {hasExpired ? m.merge_expired_text() : m.merge_reserved_text({ date: formatDateTime(order.dueAt, SHOP_ZONE) })}
      </p>
      <StepNotice text={problem} />
      <div className="mt-8 grid gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-16">
        <div className="space-y-8">
          {!hasExpired && <OrderForm order={order} onProblem={setProblem} />}
          {/* Without the code of a protected shop, there is no cart that could get the items back. */}
          {!isLocked && <UndoAddOn order={order} onProblem={setProblem} />}
        </div>
        {/* The law requires the items and the total before the order button, also on a phone. */}
        <div className="max-lg:order-first">
          <OrderItems order={order} />
          <DeliveryAddress order={order} />
        </div>
      </div>
    </div>
  )
}

/** The buyer did not type the address again, so it is shown before the order. */
function DeliveryAddress({ order }: { order: Order }) {
  const countries = useCountries()
  const address = shownAddress(order.shippingAddress)
  if (!address) return null
  const country = countries.find(({ countryCode }) => countryCode === address.countryCode)
  return (
    <section className="mt-6">
      <h2 className="mb-1 font-bold">{m.checkout_shipping_address()}</h2>
      <AddressBlock address={address} country={country?.name ?? address.countryCode.toUpperCase()} />
    </section>
  )
}

type OrderFormProps = { order: Order; onProblem: ReturnType<typeof useProblem>[1] }

function OrderForm({ order, onProblem }: OrderFormProps) {
  const { shop, locale } = usePage()
  const client = useQueryClient()
  const navigate = useNavigate()
  const offered = order.paymentMethods.map(({ id }) => id)
  const [chosen, setChosen] = useState(
    offered.includes(order.paymentMethod) ? order.paymentMethod : (offered[0] ?? order.paymentMethod),
  )
  const [consents, setConsents] = useState({ terms: false, age: false })
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [isOrdering, setIsOrdering] = useState(false)
  const terms = useRef<HTMLInputElement>(null)
  const age = useRef<HTMLInputElement>(null)
  const lacksAge = order.needsAgeConfirmation && !consents.age

  async function placeOrder(): Promise<void> {
    if (isOrdering) return
    setWasSubmitted(true)
    onProblem(null)
    if (!consents.terms || lacksAge) {
      const missing = consents.terms ? age.current : terms.current
      missing?.focus()
      missing?.scrollIntoView({ block: 'center' })
      return
    }
    setIsOrdering(true)
    try {
      const input = {
        orderId: order.id,
        reference: order.reference,
        paymentMethod: chosen,
        termsAccepted: consents.terms,
        ageConfirmed: order.needsAgeConfirmation ? consents.age : null,
      }
      const { confirmMergedOrder: ordered } = await afterBotCheck(() =>
        runOperation(ConfirmMergedOrderDocument, { input }),
      )
      if (paymentFlow(ordered.paymentMethod) === 'hosted_page') {
        const url = await requestPaymentUrl(order.id, order.reference, location.origin + shop.basePath)
        openProviderPage(url, location.pathname)
        return
      }
      // The page to pay later now shows the bank details, or the form of the chosen method.
      client.setQueryData(orderKey(order.id, order.reference, locale), ordered)
      if (paymentFlow(ordered.paymentMethod) === 'none')
        await navigate(orderPath('done', order.id, order.reference), { replace: true })
    } catch (error) {
      onProblem(() => errorText(error))
      await client.invalidateQueries({ queryKey: orderKey(order.id, order.reference, locale) })
      setIsOrdering(false)
    }
  }

  return (
    <>
      {order.paymentMethods.length > 0 && (
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
      )}
      <div className="space-y-1">
        <TermsConsent
          id="merge-terms"
          box={terms}
          isChecked={consents.terms}
          onChange={(isChecked) => setConsents({ ...consents, terms: isChecked })}
          isMissing={wasSubmitted && !consents.terms}
        />
        {order.needsAgeConfirmation && (
          <AgeConsent
            id="merge-age"
            box={age}
            isChecked={consents.age}
            onChange={(isChecked) => setConsents({ ...consents, age: isChecked })}
            isMissing={wasSubmitted && lacksAge}
          />
        )}
      </div>
      <div className="space-y-2">
        <p className="flex items-baseline gap-4 text-lg font-bold">
          {m.checkout_total()} <span className="tabular-nums">{formatPrice(order.totalCents)}</span>
        </p>
        <button
          type="button"
          className="button-primary min-h-14 w-full text-lg sm:w-auto"
          aria-disabled={isOrdering}
          onClick={() => void placeOrder()}
        >
          {isOrdering ? m.checkout_placing() : m.merge_order()}
        </button>
      </div>
    </>
  )
}

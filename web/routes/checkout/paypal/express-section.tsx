/** The part of the cart step with PayPal's button. It is not shown if nothing is to be paid or PayPal is not offered. */
import { lazy, Suspense } from 'react'
import { paymentIsApprovedFirst } from '../../../../schema/rules/payment-methods.ts'
import { usePage } from '../../../data/page.tsx'
import { m } from '../../../i18n/messages.ts'
import { useProblem } from '../../../ui/problem.ts'
import { countryName } from '../countries.ts'
import { lacksNames } from '../ticket-names/named-tickets.ts'
import type { LoadedCheckout } from '../use-checkout.ts'

const ExpressButton = lazy(() => import('./express-button.tsx'))

export function PayPalExpress({ checkout }: { checkout: LoadedCheckout }) {
  const { paymentScripts, locale } = usePage()
  const [problem, setProblem] = useProblem()
  const { cart, carrier, offers, payableCents } = checkout
  const method = offers.find(({ id }) => paymentIsApprovedFirst(id))
  const script = paymentScripts.paypal
  if (!method || !script || payableCents <= 0 || lacksNames(cart) || (cart.physical && carrier === null)) return null
  return (
    <section aria-label={m.paypal_express()} className="mb-8 max-w-xl">
      <Suspense fallback={<div className="min-h-22" />}>
        <ExpressButton
          checkout={checkout}
          script={script}
          method={method.id}
          countryName={(code) => countryName(code, locale)}
          onProblem={setProblem}
        />
      </Suspense>
      <div role="alert">{problem !== null && <p className="mt-2 font-medium text-danger">{problem}</p>}</div>
    </section>
  )
}

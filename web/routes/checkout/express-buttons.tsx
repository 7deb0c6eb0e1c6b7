/**
 * The buttons of the payment methods that are chosen on the cart step and skip the other steps, such as wallets. They are the
 * first content of the step. Without such a method, nothing is shown. Until it is known whether the browser has a wallet, the
 * buttons keep their space. Without a wallet, the same space names the payment methods of the later step. What holds for the
 * contract stands below in both cases, so nothing moves.
 */
import { lazy, Suspense, useState } from 'react'
import { paymentIsWallet } from '../../../schema/rules/payment-methods.ts'
import { usePage } from '../../data/page.tsx'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { useProblem } from '../../ui/problem.ts'
import { countryName } from './countries.ts'
import { ContractNote, TermsLink } from './order-consent.tsx'
import { walletMayOrder } from './stripe/wallet-order.ts'
import type { LoadedCheckout } from './use-checkout.ts'

const WalletButtons = lazy(() => import('./stripe/wallet-buttons.tsx'))

export function ExpressButtons({ checkout }: { checkout: LoadedCheckout }) {
  const { paymentScripts, locale } = usePage()
  const [isAvailable, setIsAvailable] = useState<boolean | null>(null)
  const [isOrdering, setIsOrdering] = useState(false)
  const [problem, setProblem] = useProblem()
  const method = checkout.offers.find(({ id }) => paymentIsWallet(id))
  const script = paymentScripts.stripe
  if (!method || !script || !walletMayOrder(checkout)) return null
  return (
    <section
      aria-label={isAvailable === false ? m.express_methods_title() : m.express_title()}
      className="mb-8 space-y-3 rounded-xl border border-line bg-surface p-4"
    >
      <div className="min-h-36 lg:min-h-28">
        {isAvailable === false ? (
          <>
            <h2 className="mb-3 text-lg font-bold">{m.express_methods_title()}</h2>
            <p>{m.express_methods({ methods: checkout.methods.map(({ name }) => name).join(', ') })}</p>
          </>
        ) : (
          <>
            <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 className="text-lg font-bold">{m.express_title()}</h2>
              <p>
                {m.checkout_total()} <strong className="tabular-nums">{formatPrice(checkout.sums.totalCents)}</strong>
              </p>
            </div>
            <div inert={isOrdering} className="max-w-xl inert:opacity-60">
              <Suspense fallback={<div className="min-h-12" />}>
                <WalletButtons
                  checkout={checkout}
                  script={script}
                  method={method.id}
                  countryName={countryName(checkout.cart.countryCode, locale)}
                  onProblem={setProblem}
                  onOrdering={(isBegun, isUnknown = false) => {
                    setIsOrdering(isBegun)
                    if (!isUnknown) checkout.hold(isBegun)
                  }}
                  onAvailability={setIsAvailable}
                />
              </Suspense>
            </div>
            {isOrdering && (
              <p role="status" className="mt-3 font-medium">
                {m.express_paying()}
              </p>
            )}
            {problem !== null && (
              <p role="alert" className="mt-3 font-medium text-danger">
                {problem}
              </p>
            )}
            <p className="mt-3 text-sm text-muted">
              {m.express_binding()} <TermsLink to="/terms">{m.express_terms()}</TermsLink>. {m.express_privacy()}{' '}
              <TermsLink to="/datapolicy">{m.express_privacy_link()}</TermsLink>.
            </p>
          </>
        )}
      </div>
      <ContractNote cart={checkout.cart} />
    </section>
  )
}

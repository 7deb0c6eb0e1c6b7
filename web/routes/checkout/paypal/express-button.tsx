/**
 * PayPal on the cart step: the buyer approves an order for the cart in PayPal's window. The address and the email from PayPal
 * become the details of the checkout, and the buyer orders on the review step. If the address is in another country than the
 * cart's, the buyer first decides about the cart's country, because carriers and prices depend on it.
 */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CreatePayPalExpressDocument, ReadPayPalExpressDocument } from '../../../../schema/generated/mutations.ts'
import type { ProviderScript } from '../../../../schema/page-data.ts'
import { sendWithRetries } from '../../../cart/send-with-retries.ts'
import { useChangeCountry } from '../../../cart/use-cart.ts'
import { inTurn } from '../../../data/command-queue.ts'
import { runOperation } from '../../../data/fetch.ts'
import { errorText } from '../../../i18n/error-text.ts'
import { m } from '../../../i18n/messages.ts'
import type { Message } from '../../../ui/problem.ts'
import { detailsAreComplete, stepPath } from '../steps.ts'
import type { LoadedCheckout } from '../use-checkout.ts'
import { holdApproved } from './approved-payment.ts'
import { detailsFromPayPal, type ExpressBuyer } from './express-details.ts'
import { PayPalPress } from './paypal-press.tsx'
import { type PayPal, WINDOW } from './paypal-script.ts'

type Approval = { id: string; buyer: ExpressBuyer }

type ExpressButtonProps = {
  checkout: LoadedCheckout
  script: ProviderScript
  /** The id of the payment method. */
  method: string
  countryName: (code: string) => string
  onProblem: (problem: Message | null) => void
}

export default function ExpressButton({ checkout, script, method, countryName, onProblem }: ExpressButtonProps) {
  const { cart, carrier, save } = checkout
  const navigate = useNavigate()
  const { changeCountry } = useChangeCountry()
  /** An approval with an address in another country. */
  const [foreign, setForeign] = useState<Approval | null>(null)

  async function open(paypal: PayPal): Promise<void> {
    onProblem(null)
    setForeign(null)
    const session = paypal.createPayPalOneTimePaymentSession({
      onApprove: ({ orderId }) => approve(orderId),
      onError: () => onProblem(m.paypal_failed),
    })
    const shippingMethod = cart.physical ? (carrier?.id ?? null) : null
    // PayPal shows the total of the cart, which earlier clicks may still change.
    const created = inTurn(() =>
      sendWithRetries(() => runOperation(CreatePayPalExpressDocument, { shippingMethod })),
    ).then(({ createPayPalExpress }) => ({ orderId: createPayPalExpress.externalPaymentId }))
    try {
      await session.start(WINDOW, created)
    } catch {
      await created.then(
        () => onProblem(m.paypal_failed),
        (error: unknown) => onProblem(() => errorText(error)),
      )
    }
  }

  async function approve(id: string): Promise<void> {
    try {
      const { readPayPalExpress: buyer } = await sendWithRetries(() =>
        runOperation(ReadPayPalExpressDocument, { externalPaymentId: id }),
      )
      if (buyer.countryCode !== null && buyer.countryCode !== cart.countryCode) setForeign({ id, buyer })
      else goOn({ id, buyer }, cart.countryCode)
    } catch (error) {
      onProblem(() => errorText(error))
    }
  }

  async function moveCart(approval: Approval, countryCode: string): Promise<void> {
    try {
      await changeCountry(countryCode)
      save({ shippingMethod: null })
      setForeign(null)
      goOn(approval, countryCode)
    } catch (error) {
      onProblem(() => errorText(error))
    }
  }

  /** Without a delivery address, the buyer completes the details before the review. */
  function goOn({ id, buyer }: Approval, countryCode: string): void {
    const details = detailsFromPayPal(buyer, checkout.preferences, countryCode)
    holdApproved({ id, cartId: cart.id, email: details.email })
    save({ ...details, paymentMethod: method })
    void navigate(stepPath(detailsAreComplete(details, countryCode) ? 'confirm' : 'details'))
  }

  const country = foreign?.buyer.countryCode ?? null
  return (
    <div className="space-y-2">
      <PayPalPress script={script} label={m.paypal_express()} onPress={open} />
      <p className="text-sm text-muted">{m.paypal_express_hint()}</p>
      <div role="alert">
        {foreign !== null && country !== null && (
          <div className="space-y-3 rounded-lg border border-danger px-4 py-3">
            <p className="font-medium text-danger">{m.paypal_country({ country: countryName(country) })}</p>
            <button type="button" className="button-secondary w-full" onClick={() => void moveCart(foreign, country)}>
              {m.paypal_change_country({ country: countryName(country) })}
            </button>
          </div>
        )}
      </div>
    </div>
  )
}

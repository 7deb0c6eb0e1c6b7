/**
 * The buttons of the payment methods that are chosen on the cart step and skip the other steps, such as wallets. They are the
 * first content of the step. Without such a method, nothing is shown.
 */
import type { LoadedCheckout } from './use-checkout.ts'

export function ExpressButtons(_props: { checkout: LoadedCheckout }) {
  return null
}

/**
 * Changes the delivery country, which the cart stores. The carriers and payment methods may be others then, so both choices
 * are cleared (CHK-04).
 */
import { useRef } from 'react'
import { useChangeCountry } from '../../cart/use-cart.ts'
import { errorText } from '../../i18n/error-text.ts'
import { useProblem } from '../../ui/problem.ts'
import type { useCheckout } from './use-checkout.ts'

export function useDeliveryCountry({
  preferences,
  save,
}: Pick<ReturnType<typeof useCheckout>, 'preferences' | 'save'>) {
  const { requested, changeCountry } = useChangeCountry()
  const [problem, setProblem] = useProblem()
  // The buyer may type an address while the request is running.
  const latest = useRef(preferences)
  latest.current = preferences
  return {
    /** The country that was requested last, until the answer arrives; otherwise null. */
    requested,
    problem,
    /** Never rejects. An error is in `problem`. */
    change: async (countryCode: string): Promise<void> => {
      setProblem(null)
      try {
        await changeCountry(countryCode)
        const shippingAddress = { ...latest.current.shippingAddress, countryCode }
        save({ shippingAddress, shippingMethod: null, paymentMethod: null })
      } catch (error) {
        setProblem(() => errorText(error))
      }
    },
  }
}

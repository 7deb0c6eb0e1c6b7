/** PROD-05: adds items to the cart, and returns the button's state and the error below it. */
import { useEffect, useState } from 'react'
import type { AddItemRequest } from '../../../schema/generated/operations.ts'
import { openMinicart } from '../../cart/minicart-state.ts'
import { useAddItems } from '../../cart/use-cart.ts'
import { isWait } from '../../data/fetch.ts'
import { errorText } from '../../i18n/error-text.ts'
import { useProblem } from '../../ui/problem.ts'
import type { AddState } from './add-button.tsx'

/** `checkedMs` is how long the button shows that the items were added; null means until `reset` is called. */
export function useAddToCart(checkedMs: number | null) {
  const { addItems, isPending } = useAddItems()
  const [problem, setProblem] = useProblem()
  const [outcome, setOutcome] = useState<'checked' | 'failed' | null>(null)

  useEffect(() => {
    if (outcome !== 'checked' || checkedMs === null) return
    const timer = setTimeout(() => setOutcome(null), checkedMs)
    return () => clearTimeout(timer)
  }, [outcome, checkedMs])

  const state: AddState = isPending ? 'loading' : (outcome ?? 'ready')
  return {
    state,
    problem,
    setProblem,
    /** The form calls this when the visitor chooses something. */
    reset: () => {
      setProblem(null)
      setOutcome((current) => (current === 'checked' && checkedMs !== null ? current : null))
    },
    /** Returns whether the items were added. */
    add: async (requests: AddItemRequest[]): Promise<boolean> => {
      setProblem(null)
      setOutcome(null)
      try {
        await addItems(requests)
        setOutcome('checked')
        openMinicart(requests.map(({ productVariantId }) => productVariantId))
        return true
      } catch (error) {
        // The waiting room has its own dialog. After it, the visitor presses the button again.
        if (isWait(error)) return false
        setOutcome('failed')
        setProblem(() => errorText(error))
        return false
      }
    },
  }
}

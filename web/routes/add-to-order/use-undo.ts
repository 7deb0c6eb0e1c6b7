/** Cancels an unpaid add-on and puts its items back into the cart (MERGE-01). */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { UndoMergedOrderDocument } from '../../../schema/generated/mutations.ts'
import { notifyOtherTabs } from '../../cart/cart-channel.ts'
import { useFetchCart } from '../../cart/use-cart.ts'
import { runOperation } from '../../data/fetch.ts'
import { errorText } from '../../i18n/error-text.ts'
import type { Message } from '../../ui/problem.ts'
import { stepPath } from '../checkout/steps.ts'

export function useUndo(
  { id: orderId, reference }: { id: string; reference: string },
  onProblem: (problem: Message | null) => void,
): { isUndoing: boolean; undo: () => Promise<void> } {
  const client = useQueryClient()
  const navigate = useNavigate()
  const fetchCart = useFetchCart()
  const [isUndoing, setIsUndoing] = useState(false)

  async function undo(): Promise<void> {
    if (isUndoing) return
    setIsUndoing(true)
    onProblem(null)
    try {
      await runOperation(UndoMergedOrderDocument, { orderId, reference })
      notifyOtherTabs(await fetchCart())
      client.removeQueries({ queryKey: ['order', orderId] })
      await navigate(stepPath('cart'), { replace: true })
    } catch (error) {
      onProblem(() => errorText(error))
      setIsUndoing(false)
    }
  }
  return { isUndoing, undo }
}

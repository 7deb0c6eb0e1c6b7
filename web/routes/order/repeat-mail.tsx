/** Sends the mail about the order to the buyer again. */
import { useState } from 'react'
import { RepeatOrderMailDocument } from '../../../schema/generated/mutations.ts'
import { runOperation } from '../../data/fetch.ts'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'
import { useProblem } from '../../ui/problem.ts'
import type { Order } from '../checkout/use-order.ts'

export function RepeatMail({ order, orderKey }: { order: Order; orderKey: string }) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  const [problem, setProblem] = useProblem()

  async function send(): Promise<void> {
    if (state !== 'idle') return
    setState('sending')
    setProblem(null)
    try {
      await runOperation(RepeatOrderMailDocument, { orderId: order.id, key: orderKey })
      setState('sent')
    } catch (error) {
      setProblem(() => errorText(error))
      setState('idle')
    }
  }

  return (
    <>
      <button
        type="button"
        className="button-secondary max-sm:w-full"
        aria-disabled={state !== 'idle'}
        onClick={() => void send()}
      >
        {state === 'sending' ? m.order_mail_sending() : m.order_mail_again()}
      </button>
      <p role="status" className="mt-2 font-medium empty:hidden [overflow-wrap:anywhere]">
        {state === 'sent' && m.order_mail_sent({ email: order.email })}
      </p>
      <p role="alert" className="mt-2 font-medium text-danger empty:hidden">
        {problem}
      </p>
    </>
  )
}

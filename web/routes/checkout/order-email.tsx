/** Where the mails of the order go. The browser that placed the order can correct the address for a while (DONE-03). */
import { useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { optionalPart } from '../../ui/client-only.tsx'
import type { DoneState } from './order-state.ts'
import type { Order } from './use-order.ts'

const EmailCorrection = optionalPart(() => import('./email-correction.tsx'))

export function OrderEmail({ order, state }: { order: Order; state: DoneState }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { email } = order

  function close(hasSaved: boolean): void {
    setIsOpen(false)
    setIsSaved(hasSaved)
    // The button is rendered again after this event.
    requestAnimationFrame(() => opener.current?.focus())
  }

  return (
    <div>
      <p className="text-muted [overflow-wrap:anywhere]">
        {mailText(state, email)}{' '}
        {order.mayCorrectEmail && !isOpen && (
          <button ref={opener} type="button" className="text-link min-h-8" onClick={() => setIsOpen(true)}>
            {m.done_email_wrong()}
          </button>
        )}
      </p>
      <p role="status" className="mt-2 font-medium empty:hidden [overflow-wrap:anywhere]">
        {isSaved && m.done_email_saved({ email })}
      </p>
      {isOpen && <EmailCorrection order={order} onClose={close} />}
    </div>
  )
}

function mailText(state: DoneState, email: string): string {
  if (state === 'paid' || state === 'free' || state === 'settling') return m.done_mail_sent({ email })
  return state === 'transfer' ? m.done_mail_bank({ email }) : m.done_mail_later({ email })
}

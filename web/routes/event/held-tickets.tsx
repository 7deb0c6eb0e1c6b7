/**
 * The tickets of a category or an area that the visitor holds. If they have no seats, a stepper changes their number in place,
 * so that nobody has to release tickets to take one more. Other tickets can only be released.
 */
import { useState } from 'react'
import { type CartPart, useChangeAmount } from '../../cart/use-cart.ts'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'
import type { Notice } from '../../seatmap/use-seat-choice.ts'
import { TicketStepper } from './ticket-stepper.tsx'

type HeldTicketsProps = {
  /** The name of the category or area, for the labels of the stepper. */
  ticket: string
  /** Which tickets they are, if the page shows tickets of several prices. */
  detail?: string
  items: CartPart[]
  /** How many more tickets of the event the visitor may hold. */
  moreAllowed: number
  onRelease: () => Promise<void>
  onNotice: (notice: Notice | null) => void
  onMaximum: () => void
  /** Called after a change, when the availability has changed. */
  onChanged: () => void
}

export function HeldTickets({
  ticket,
  detail,
  items,
  moreAllowed,
  onRelease,
  onNotice,
  onMaximum,
  onChanged,
}: HeldTicketsProps) {
  const { requested, changeAmount } = useChangeAmount()
  const [isReleasing, setIsReleasing] = useState(false)
  const [only, ...others] = items
  if (!only) return null
  const isResizable = others.length === 0 && !only.fixedAmount
  const amount = requested?.amount ?? items.reduce((sum, item) => sum + item.amount, 0)

  async function change(item: CartPart, next: number): Promise<void> {
    onNotice(null)
    try {
      await changeAmount(item, next)
    } catch (error) {
      onNotice({ tone: 'problem', text: () => errorText(error) })
    }
    onChanged()
  }

  async function release(): Promise<void> {
    if (isReleasing) return
    setIsReleasing(true)
    await onRelease()
    setIsReleasing(false)
  }

  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 rounded-lg bg-surface px-3 py-1.5 text-sm">
      <p className="grow">
        <span className="font-semibold">{m.event_held({ count: amount })}</span>{' '}
        {detail && <span className="block tabular-nums">{detail}</span>}
        {!isResizable && <span className="text-muted">{m.event_release_first()}</span>}
      </p>
      {isResizable && (
        <TicketStepper
          ticket={ticket}
          amount={amount}
          rule={{ step: 1, minimum: 0, maximum: only.amount + moreAllowed }}
          onChange={(next) => void (next === 0 ? release() : change(only, next))}
          onMaximum={onMaximum}
        />
      )}
      <button type="button" className="min-h-11 font-semibold underline" onClick={() => void release()}>
        {m.event_release()}
      </button>
    </div>
  )
}

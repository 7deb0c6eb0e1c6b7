/** A stepper for an amount of tickets. */
import { m } from '../../i18n/messages.ts'
import { CompactStepper } from '../../ui/compact-stepper.tsx'
import type { AmountRule } from './event.ts'

type TicketStepperProps = {
  ticket: string
  amount: number
  rule: AmountRule
  onChange: (amount: number) => void
  /** Called when the amount reaches the maximum, and on each press that would exceed it. */
  onMaximum: () => void
}

export function TicketStepper({ ticket, amount, rule, onChange, onMaximum }: TicketStepperProps) {
  function increment(): void {
    const next = amount + rule.step
    if (next > rule.maximum) onMaximum()
    else {
      onChange(next)
      if (next === rule.maximum) onMaximum()
    }
  }
  return (
    <CompactStepper
      label={m.event_amount_of({ ticket })}
      fewerLabel={m.event_fewer({ ticket })}
      moreLabel={m.event_more({ ticket })}
      amount={amount}
      canDecrease={amount > 0}
      onDecrease={() => onChange(Math.max(0, amount - rule.step))}
      onIncrease={increment}
    />
  )
}

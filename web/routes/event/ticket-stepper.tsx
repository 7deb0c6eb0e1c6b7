/** A stepper for an amount of tickets. Reaching the maximum shows a notice. */
import { m } from '../../i18n/messages.ts'
import type { AmountRule } from './event.ts'

type TicketStepperProps = {
  ticket: string
  amount: number
  rule: AmountRule
  isDisabled: boolean
  onChange: (amount: number) => void
  /** Called when the amount reaches the maximum, and on each press beyond it. */
  onMaximum: () => void
}

export function TicketStepper({ ticket, amount, rule, isDisabled, onChange, onMaximum }: TicketStepperProps) {
  function increment(): void {
    const next = amount + rule.step
    if (next > rule.maximum) onMaximum()
    else {
      onChange(next)
      if (next === rule.maximum) onMaximum()
    }
  }
  return (
    <fieldset
      aria-label={m.event_amount_of({ ticket })}
      className="flex items-center rounded-lg border border-line bg-surface"
    >
      <button
        type="button"
        aria-label={m.event_fewer({ ticket })}
        disabled={isDisabled || amount === 0}
        onClick={() => onChange(Math.max(0, amount - rule.step))}
        className="grid size-11 place-items-center rounded-l-lg text-xl not-disabled:hover:bg-ink not-disabled:hover:text-surface disabled:opacity-40"
      >
        −
      </button>
      <output aria-live="polite" className="w-8 text-center font-semibold tabular-nums">
        {amount}
      </output>
      <button
        type="button"
        aria-label={m.event_more({ ticket })}
        disabled={isDisabled}
        onClick={increment}
        className="grid size-11 place-items-center rounded-r-lg text-xl not-disabled:hover:bg-ink not-disabled:hover:text-surface disabled:opacity-40"
      >
        +
      </button>
    </fieldset>
  )
}

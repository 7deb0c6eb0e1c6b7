/** An amount between two limits, with two buttons that change it by one. Screen readers announce each change. */
import { m } from '../i18n/messages.ts'
import { Icon } from './icon.tsx'

type StepperProps = {
  /** The accessible name of the control. */
  label: string
  amount: number
  minimum: number
  maximum: number
  onChange: (amount: number) => void
}

export function Stepper({ label, amount, minimum, maximum, onChange }: StepperProps) {
  return (
    <fieldset
      className="stepper inline-flex items-center rounded-button border-(length:--rule) border-ink/45"
      aria-label={label}
    >
      <button
        type="button"
        className="icon-button"
        aria-label={m.stepper_fewer()}
        disabled={amount <= minimum}
        onClick={() => onChange(amount - 1)}
      >
        <Icon name="minus" className="size-5" />
      </button>
      <output className="min-w-8 text-center text-lg font-semibold tabular-nums">{amount}</output>
      <button
        type="button"
        className="icon-button"
        aria-label={m.stepper_more()}
        disabled={amount >= maximum}
        onClick={() => onChange(amount + 1)}
      >
        <Icon name="plus" className="size-5" />
      </button>
    </fieldset>
  )
}

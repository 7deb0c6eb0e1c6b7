/** Changes the amount of a line of merch, from 1 to the product's limit (CART-05). */
import { m } from '../i18n/messages.ts'

type AmountStepperProps = {
  item: string
  amount: number
  maximum: number
  onChange: (amount: number) => void
  onMaximum: () => void
}

export function AmountStepper({ item, amount, maximum, onChange, onMaximum }: AmountStepperProps) {
  return (
    <fieldset
      aria-label={m.cart_quantity_of({ item })}
      className="flex items-center rounded-lg border border-line bg-surface"
    >
      <button
        type="button"
        aria-label={m.cart_fewer({ item })}
        disabled={amount <= 1}
        onClick={() => onChange(amount - 1)}
        className="grid size-11 place-items-center rounded-l-lg text-xl not-disabled:hover:bg-ink not-disabled:hover:text-surface disabled:opacity-40"
      >
        −
      </button>
      <output aria-live="polite" className="w-8 text-center font-semibold tabular-nums">
        {amount}
      </output>
      <button
        type="button"
        aria-label={m.cart_more({ item })}
        onClick={() => (amount >= maximum ? onMaximum() : onChange(amount + 1))}
        className="grid size-11 place-items-center rounded-r-lg text-xl not-disabled:hover:bg-ink not-disabled:hover:text-surface"
      >
        +
      </button>
    </fieldset>
  )
}

/** Changes the amount of a line of merch or of tickets without seats, from 1 to the line's limit (CART-05). */
import { m } from '../i18n/messages.ts'
import { CompactStepper } from '../ui/compact-stepper.tsx'

type AmountStepperProps = {
  item: string
  amount: number
  maximum: number
  onChange: (amount: number) => void
  onMaximum: () => void
}

export function AmountStepper({ item, amount, maximum, onChange, onMaximum }: AmountStepperProps) {
  return (
    <CompactStepper
      label={m.cart_quantity_of({ item })}
      fewerLabel={m.cart_fewer({ item })}
      moreLabel={m.cart_more({ item })}
      amount={amount}
      canDecrease={amount > 1}
      onDecrease={() => onChange(amount - 1)}
      onIncrease={() => (amount >= maximum ? onMaximum() : onChange(amount + 1))}
    />
  )
}

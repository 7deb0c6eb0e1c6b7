/** The button with which the buyer orders or pays in PayPal's window. */
import type { ProviderScript } from '../../../../schema/page-data.ts'
import { payInWindow, type WindowPayment } from './paypal-payment.ts'
import { PayPalPress } from './paypal-press.tsx'

type PayPalButtonProps = WindowPayment & {
  script: ProviderScript
  label: string
  /** Called when the button is pressed. If it returns false, nothing happens. */
  mayStart: () => boolean
}

export default function PayPalButton({ script, label, mayStart, ...payment }: PayPalButtonProps) {
  return (
    <PayPalPress
      script={script}
      label={label}
      onPress={async (paypal) => {
        if (mayStart()) await payInWindow(paypal, payment)
      }}
    />
  )
}

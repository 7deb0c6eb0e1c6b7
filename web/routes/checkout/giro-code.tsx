/** The transfer as an EPC QR code, from which banking apps fill in their form. */
import { m } from '../../i18n/messages.ts'
import { QrCode } from '../../ui/qr-code.tsx'

export default function GiroCode({ text }: { text: string }) {
  return (
    <figure className="w-44">
      <QrCode text={text} label={m.checkout_bank_qr()} />
      <figcaption className="mt-2 text-center text-sm text-muted">{m.checkout_bank_qr()}</figcaption>
    </figure>
  )
}

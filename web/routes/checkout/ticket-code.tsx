/** The code of a ticket as the QR code that the entrance scans. Its chunk contains the encoder. */
import { QrCode } from '../../ui/qr-code.tsx'

export default function TicketCode({ code, label }: { code: string; label: string }) {
  return (
    <div className="size-40 flex-none">
      <QrCode text={code} label={label} />
    </div>
  )
}

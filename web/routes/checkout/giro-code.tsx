/**
 * The transfer as an EPC QR code, from which banking apps fill in their form. Scanners need a white background, even in dark
 * designs. The background is part of the image, because browsers with forced colours replace CSS backgrounds.
 */
import { encode } from 'uqr'
import { m } from '../../i18n/messages.ts'

export default function GiroCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <figure className="w-44">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={m.checkout_bank_qr()}
        className="w-full rounded-lg"
      >
        <rect width={size} height={size} fill="#ffffff" />
        <path d={path} fill="#000000" />
      </svg>
      <figcaption className="mt-2 text-center text-sm text-muted">{m.checkout_bank_qr()}</figcaption>
    </figure>
  )
}

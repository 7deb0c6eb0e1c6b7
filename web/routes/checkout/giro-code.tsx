/**
 * The transfer as an EPC QR code, from which banking apps fill in their form. A phone cannot scan its own screen, so the code
 * can be saved as a picture, which banking apps can open.
 */
import { encode } from 'uqr'
import { m } from '../../i18n/messages.ts'
import { QrCode } from '../../ui/qr-code.tsx'

/** The size of a module in the picture, in pixels. */
const MODULE = 8

export default function GiroCode({ text, name }: { text: string; name: string }) {
  return (
    <figure className="w-full sm:w-44">
      <div className="size-44">
        <QrCode text={text} label={m.checkout_bank_qr()} />
      </div>
      <figcaption className="mt-2 text-sm text-muted sm:text-center">{m.checkout_bank_qr()}</figcaption>
      <div className="mt-3 pointer-fine:hidden">
        <p className="text-sm text-muted">{m.done_qr_hint()}</p>
        <button type="button" className="button-secondary mt-2" onClick={() => void savePicture(text, `${name}.png`)}>
          {m.done_qr_save()}
        </button>
      </div>
    </figure>
  )
}

async function savePicture(text: string, filename: string): Promise<void> {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const canvas = new OffscreenCanvas(size * MODULE, size * MODULE)
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000000'
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x * MODULE, y * MODULE, MODULE, MODULE)
  const url = URL.createObjectURL(await canvas.convertToBlob({ type: 'image/png' }))
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

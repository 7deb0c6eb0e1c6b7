/** PROD-02: the price per litre of a drink, which must stand beside its price (§ 4 PAngV). */
import { formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'

export function LitrePrice({ cents, contentMl }: { cents: number; contentMl: number | undefined }) {
  if (contentMl === undefined) return null
  return (
    <p className="text-sm text-muted tabular-nums">
      {m.product_per_litre({ price: formatPrice(Math.round((cents * 1000) / contentMl)) })}
    </p>
  )
}

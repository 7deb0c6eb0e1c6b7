/**
 * A price, optionally with a struck one. A former price is shown only together with the lowest price of the 30 days before
 * the reduction (PAngV § 11). For bundles, the struck price may be the sum of the parts' separate prices; it is a
 * comparison and labelled as such. Screen readers read out which number is which.
 */
import { formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'

type PriceProps = {
  cents: number
  originalCents?: number | null
  lowestCents?: number | null
  /** `originalCents` is the sum of the separate prices of a bundle's parts, and not a former price. */
  isSumOfParts?: boolean
  /** A text before the price, such as "from". */
  prefix?: string | undefined
  className?: string
}

export function Price({
  cents,
  originalCents = null,
  lowestCents = null,
  isSumOfParts = false,
  prefix,
  className = '',
}: PriceProps) {
  const isStruck = originalCents !== null && originalCents > cents && (isSumOfParts || lowestCents !== null)
  return (
    <span className={`price tabular-nums ${className}`}>
      {isStruck && (
        <>
          <span className="sr-only">{isSumOfParts ? m.price_apart() : m.price_before()} </span>
          <s className="price-before mr-1.5 font-normal text-muted">{formatPrice(originalCents)}</s>
          <span className="sr-only">{m.price_now()} </span>
        </>
      )}
      {prefix && <>{prefix} </>}
      <span className={isStruck ? 'text-accent' : ''}>{formatPrice(cents)}</span>
      {isStruck && (
        <small className="mt-0.5 block text-xs font-normal text-muted">
          {isSumOfParts || lowestCents === null
            ? m.price_saved({ price: formatPrice(originalCents - cents) })
            : m.price_lowest({ price: formatPrice(lowestCents) })}
        </small>
      )}
    </span>
  )
}

/**
 * A price, and what it was before. A former price is struck only together with the lowest of the 30 days before
 * (PAngV § 11): without that it is not shown. What a bundle's parts cost apart is a comparison and is called so. Screen readers
 * hear which number is which.
 */
import { formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'

type PriceProps = {
  cents: number
  originalCents?: number | null
  lowestCents?: number | null
  /** The other price is that of the same things bought one by one. */
  isApart?: boolean
  /** Words before it, such as "from". */
  prefix?: string | undefined
  className?: string
}

export function Price({
  cents,
  originalCents = null,
  lowestCents = null,
  isApart = false,
  prefix,
  className = '',
}: PriceProps) {
  const isStruck = originalCents !== null && originalCents > cents && (isApart || lowestCents !== null)
  return (
    <span className={`price tabular-nums ${className}`}>
      {isStruck && (
        <>
          <span className="sr-only">{isApart ? m.price_apart() : m.price_before()} </span>
          <s className="price-before mr-1.5 font-normal text-muted">{formatPrice(originalCents)}</s>
          <span className="sr-only">{m.price_now()} </span>
        </>
      )}
      {prefix && <>{prefix} </>}
      <span className={isStruck ? 'text-accent' : ''}>{formatPrice(cents)}</span>
      {isStruck && (
        <small className="mt-0.5 block text-xs font-normal text-muted">
          {isApart || lowestCents === null
            ? m.price_saved({ price: formatPrice(originalCents - cents) })
            : m.price_lowest({ price: formatPrice(lowestCents) })}
        </small>
      )}
    </span>
  )
}

/**
 * A price, and what it was before. A struck price says the lowest of the last 30 days (PAngV § 11); screen readers hear
 * which number is which.
 */
import { formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'

type PriceProps = {
  cents: number
  originalCents?: number | null
  lowestCents?: number | null
  /** Words before it, such as "from". */
  prefix?: string | undefined
  className?: string
}

export function Price({ cents, originalCents = null, lowestCents = null, prefix, className = '' }: PriceProps) {
  const isStruck = originalCents !== null && originalCents > cents
  return (
    <span className={`price tabular-nums ${className}`}>
      {isStruck && (
        <>
          <span className="sr-only">{m.price_before()} </span>
          <s className="price-before mr-1.5 font-normal text-muted">{formatPrice(originalCents)}</s>
          <span className="sr-only">{m.price_now()} </span>
        </>
      )}
      {prefix && <>{prefix} </>}
      <span className={isStruck ? 'text-accent' : ''}>{formatPrice(cents)}</span>
      {isStruck && lowestCents !== null && (
        <small className="mt-0.5 block text-xs font-normal text-muted">
          {m.price_lowest({ price: formatPrice(lowestCents) })}
        </small>
      )}
    </span>
  )
}

/**
 * A price beside a crossed-out one. A former price is crossed out only together with the lowest price of the 30 days before
 * the reduction (PAngV § 11). For a bundle, the crossed-out price may be the sum of the parts' separate prices. It is then
 * labelled as a comparison. Screen readers read out which number is which.
 */
import { formatLonePrice, formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'

/** The lowest price of the 30 days before the reduction, in cents; null if it is unknown; `parts` for a sum of parts. */
type Reference = number | null | 'parts'

export function isStruck(originalCents: number | null, cents: number, reference: Reference): originalCents is number {
  return originalCents !== null && originalCents > cents && reference !== null
}

type StruckPriceProps = { cents: number; originalCents: number; reference: Reference; prefix: string | undefined }

export function StruckPrice({ cents, originalCents, reference, prefix }: StruckPriceProps) {
  const shown = typeof reference === 'number' ? [cents, originalCents, reference] : [cents, originalCents]
  // Prices that are compared have the same number of decimals.
  const format = shown.every((each) => each % 100 === 0) ? formatLonePrice : formatPrice
  return (
    <>
      <span className="sr-only">{reference === 'parts' ? m.price_apart() : m.price_before()} </span>
      <s className="price-before mr-1.5 font-normal text-muted">{format(originalCents)}</s>
      <span className="sr-only">{m.price_now()} </span>
      {prefix && <>{prefix} </>}
      <span className="text-accent">{format(cents)}</span>
      <small className="mt-0.5 block text-xs font-normal text-muted">
        {typeof reference === 'number'
          ? m.price_lowest({ price: format(reference) })
          : m.price_saved({ price: format(originalCents - cents) })}
      </small>
    </>
  )
}

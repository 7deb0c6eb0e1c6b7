/** A price, optionally beside a higher, crossed-out price. */
import { formatLonePrice } from '../i18n/format.ts'
import { isStruck, StruckPrice } from './struck-price.tsx'

type PriceProps = {
  cents: number
  originalCents?: number | null
  lowestCents?: number | null
  /** `originalCents` is the sum of the separate prices of a bundle's parts, and not a former price. */
  isSumOfParts?: boolean
  /** A text before the price, such as "from". */
  prefix?: string | undefined
}

export function Price({ cents, originalCents = null, lowestCents = null, isSumOfParts = false, prefix }: PriceProps) {
  const reference = isSumOfParts ? 'parts' : lowestCents
  return (
    <span className="price tabular-nums">
      {isStruck(originalCents, cents, reference) ? (
        <StruckPrice cents={cents} originalCents={originalCents} reference={reference} prefix={prefix} />
      ) : (
        <>
          {prefix && <>{prefix} </>}
          <span>{formatLonePrice(cents)}</span>
        </>
      )}
    </span>
  )
}

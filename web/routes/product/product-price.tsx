/**
 * The price with the notes that the PAngV requires. One note says that the price includes VAT and excludes shipping (§ 6). A
 * crossed-out price has a note with the lowest price of the 30 days before (§ 11). `cents` is the price of the chosen
 * variant. Until a variant is chosen, the component shows the product's price. `list_price` may replace or hide that price.
 */
import type { ProductTileFragment } from '../../../schema/generated/operations.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { Price } from '../../catalogue/price.tsx'
import { useViewTime } from '../../data/hydration.ts'
import { productMeta } from '../../data/meta.ts'
import { formatDate } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'

export function ProductPrice({ product, cents }: { product: ProductTileFragment; cents?: number }) {
  const list = cents === undefined ? productMeta(product).list_price : undefined
  const isBase = cents === undefined || cents === product.priceCents
  const shippable = product.publicShippableFromAt
  const now = useViewTime()
  return (
    <div className="mt-5">
      {!list?.hide && (
        <p className="text-2xl font-bold" aria-live="polite">
          <Price
            cents={cents ?? list?.value ?? product.priceCents}
            originalCents={isBase ? product.originalPriceCents : null}
            lowestCents={product.lowestPriceCents}
            prefix={list?.prefix}
          />
        </p>
      )}
      <p className="mt-1 text-sm text-muted">{m.product_tax_note()}</p>
      {shippable !== null && shippable > now && (
        <p className="mt-3 font-medium">{m.product_shippable({ date: formatDate(shippable, SHOP_ZONE) })}</p>
      )}
    </div>
  )
}

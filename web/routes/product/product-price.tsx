/**
 * The price with the notes that the PAngV requires. One note says that the price includes VAT and excludes shipping (§ 6). A
 * crossed-out price has a note with the lowest price of the 30 days before (§ 11). `cents` is the price of the chosen
 * variant. Until a variant is chosen, the component shows the product's price. `list_price` may replace or hide that price.
 */
import type { ProductTileFragment } from '../../../schema/generated/operations.ts'
import { deliveryDaysOf } from '../../../schema/rules/delivery-days.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { LitrePrice } from '../../catalogue/litre-price.tsx'
import { Price } from '../../catalogue/price.tsx'
import { ShippingNote } from '../../catalogue/shipping-note.tsx'
import { useViewTime } from '../../data/hydration.ts'
import { productMeta } from '../../data/meta.ts'
import { usePage } from '../../data/page.tsx'
import { formatDate } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'

type ProductPriceProps = {
  /** `shippingFromCents` is null if the product is not shipped. */
  product: ProductTileFragment & { shippingFromCents: number | null }
  cents?: number
}

export function ProductPrice({ product, cents }: ProductPriceProps) {
  const { meta } = usePage()
  const own = productMeta(product)
  const list = cents === undefined ? own.list_price : undefined
  const shown = cents ?? list?.value ?? product.priceCents
  const isBase = cents === undefined || cents === product.priceCents
  const shippable = product.publicShippableFromAt
  const now = useViewTime()
  const shipsLater = shippable !== null && shippable > now
  const days = deliveryDaysOf(own, meta)
  return (
    <div className="mt-5">
      {!list?.hide && (
        <p className="text-2xl font-bold" aria-live="polite">
          <Price
            cents={shown}
            originalCents={isBase ? product.originalPriceCents : null}
            lowestCents={product.lowestPriceCents}
            prefix={list?.prefix}
          />
        </p>
      )}
      {!list?.hide && <LitrePrice cents={shown} contentMl={own.content_ml} />}
      {/* A gift voucher is a means of payment, so its price contains no VAT (§ 3 Abs. 15 UStG). */}
      {!own.gift_voucher && <ShippingNote isShipped={product.shippingFromCents !== null} />}
      {days && product.shippingFromCents !== null && product.available && !shipsLater && (
        <p className="mt-1 text-sm text-muted">
          {m.product_delivery({ days: days.from === days.to ? String(days.to) : `${days.from}–${days.to}` })}
        </p>
      )}
      {shipsLater && (
        <p className="mt-3 font-medium">{m.product_shippable({ date: formatDate(shippable, SHOP_ZONE) })}</p>
      )}
    </div>
  )
}

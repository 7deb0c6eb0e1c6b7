/**
 * The price with the notes that the PAngV requires. One note says that the price includes VAT and excludes shipping (§ 6). A
 * crossed-out price has a note with the lowest price of the 30 days before (§ 11). `cents` is the price of the chosen
 * variant. Until a variant is chosen, the component shows the product's price. `list_price` may replace or hide that price.
 */
import type { ProductTileFragment } from '../../../schema/generated/operations.ts'
import { DeliveryTime } from '../../catalogue/delivery-time.tsx'
import { LitrePrice } from '../../catalogue/litre-price.tsx'
import { Price } from '../../catalogue/price.tsx'
import { ShippingNote } from '../../catalogue/shipping-note.tsx'
import { productMeta } from '../../data/meta.ts'

type ProductPriceProps = {
  /** `shippingFromCents` is null if the product is not shipped. */
  product: ProductTileFragment & { meta: unknown; shippingFromCents: number | null }
  cents?: number
}

export function ProductPrice({ product, cents }: ProductPriceProps) {
  const own = productMeta(product)
  const list = cents === undefined ? own.list_price : undefined
  const shown = cents ?? list?.value ?? product.priceCents
  const isBase = cents === undefined || cents === product.priceCents
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
      <DeliveryTime parcels={[[{ ...product, isShipped: product.shippingFromCents !== null }]]} />
    </div>
  )
}

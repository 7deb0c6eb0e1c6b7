/** The time of delivery below a price, or the date from which a pre-order ships (PROD-13). */
import type { ProductTileFragment } from '../../schema/generated/operations.ts'
import { daysText, deliveryDaysOf, slowestDelivery } from '../../schema/rules/delivery-days.ts'
import { SHOP_ZONE } from '../../schema/rules/shop-zone.ts'
import { useViewTime } from '../data/hydration.ts'
import { productMeta } from '../data/meta.ts'
import { usePage } from '../data/page.tsx'
import { formatDate } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'

export type Goods = Pick<ProductTileFragment, 'publicShippableFromAt' | 'available'> & {
  meta: unknown
  isShipped: boolean
}

type DeliveryTimeProps = {
  /** The goods of one parcel, for each choice that the fan still has. Shows nothing while the choices differ. */
  parcels: Goods[][]
}

export function DeliveryTime({ parcels }: DeliveryTimeProps) {
  const { meta } = usePage()
  const now = useViewTime()
  const deliveries = parcels.map((goods) => deliveryOf(goods, meta, now))
  const [first] = deliveries
  if (!first || deliveries.some((each) => each?.text !== first.text)) return null
  return <p className={first.isLater ? 'mt-3 font-medium' : 'mt-1 text-sm text-muted'}>{first.text}</p>
}

/**
 * The slowest shipped product determines the time. If nothing is shipped, the slowest product with a time of its own does, such as a
 * song.
 */
function deliveryOf(goods: Goods[], shop: Parameters<typeof deliveryDaysOf>[1], now: number) {
  const shipsFromAt = Math.max(...goods.map(({ publicShippableFromAt }) => publicShippableFromAt ?? 0))
  if (shipsFromAt > now)
    return { isLater: true, text: m.product_shippable({ date: formatDate(shipsFromAt, SHOP_ZONE) }) }
  const isShipped = goods.some((each) => each.isShipped)
  const counted = goods.filter((each) => each.isShipped === isShipped && each.available)
  const times = slowestDelivery(counted.map((each) => deliveryDaysOf(productMeta(each), isShipped ? shop : {})))
  if (times === null) return null
  const days = daysText(times)
  return { isLater: false, text: isShipped ? m.product_delivery({ days }) : m.product_delivery_unshipped({ days }) }
}

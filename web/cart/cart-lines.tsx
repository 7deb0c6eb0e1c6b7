/** The items of a cart, in the minicart and in the checkout. Tickets of one event stand together below its name and date. */

import { itemGroups } from '../../schema/rules/item-groups.ts'
import { CartLine } from './cart-line.tsx'
import { EventLine } from './event-line.tsx'
import type { LineOptions } from './line-parts.tsx'
import type { CartItem } from './use-cart.ts'

export function CartLines({ items, ...options }: { items: readonly CartItem[] } & LineOptions) {
  return itemGroups(items).map(([item, ...others]) =>
    others.length === 0 ? (
      <CartLine key={item.id} item={item} {...options} />
    ) : (
      <EventLine key={item.id} tickets={[item, ...others]} {...options} />
    ),
  )
}

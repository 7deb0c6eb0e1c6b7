/**
 * What a fan can do with an order. `worker/graphql/order-actions` decides which actions apply. To add one, add a member to
 * the GraphQL enum `OrderAction`, its rule there, and its text and link here.
 */
import type { OrderAction } from '../../../schema/generated/operation-types.ts'
import { orderPath } from '../../../schema/order-path.ts'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import type { Order } from '../checkout/use-order.ts'

type Link = {
  label: (order: Order) => string
  /** A path of the shop, without its base path. */
  path: (order: Order, key: string) => string
}

const LINKS: Record<OrderAction, Link> = {
  PAY: {
    label: ({ isReserved, balanceCents }) =>
      isReserved ? m.order_page_finish() : m.order_page_pay({ amount: formatPrice(balanceCents) }),
    path: ({ id, reference }) => orderPath('payment', id, reference),
  },
}

type OrderActionsProps = { order: Order; actions: readonly OrderAction[]; orderKey: string }

export function OrderActions({ order, actions, orderKey }: OrderActionsProps) {
  if (actions.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-3">
      {actions.map((action, index) => (
        <li key={action} className="max-sm:w-full">
          <ShopLink
            to={LINKS[action].path(order, orderKey)}
            className={`${index === 0 && action === 'PAY' ? 'button-primary' : 'button-secondary'} max-sm:w-full`}
          >
            {LINKS[action].label(order)}
          </ShopLink>
        </li>
      ))}
    </ul>
  )
}

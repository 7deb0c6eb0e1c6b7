/**
 * The buttons that add a ticket to a wallet. Both companies prescribe the wording and a black button. The buttons have no logos,
 * because the companies allow only their own files of them, and a sign on one button alone would look like a mistake.
 */
import { type OrderSecret, orderPassPath } from '../../../schema/order-path.ts'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import type { Order } from './use-order.ts'

type OrderTicket = Order['tickets'][number]

const LABELS = { APPLE: m.wallet_apple, GOOGLE: m.wallet_google } as const
const NAMES = { APPLE: 'apple', GOOGLE: 'google' } as const

/** `name` distinguishes the ticket from the others for screen readers. */
export function TicketWallets({
  order,
  secret,
  ticket,
  name,
}: {
  order: Order
  secret: OrderSecret
  ticket: OrderTicket
  name: string
}) {
  const { shop } = usePage()
  if (ticket.wallets.length === 0) return null
  return (
    <p className="flex flex-wrap gap-3 sm:basis-full">
      {ticket.wallets.map((wallet) => (
        <a
          key={wallet}
          href={orderPassPath(shop.slug, order.id, secret, ticket.id, NAMES[wallet])}
          aria-label={m.wallet_of({ button: LABELS[wallet](), ticket: name })}
          className="wallet-button max-sm:w-full"
          {...(wallet === 'GOOGLE' ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
        >
          {LABELS[wallet]()}
        </a>
      ))}
    </p>
  )
}

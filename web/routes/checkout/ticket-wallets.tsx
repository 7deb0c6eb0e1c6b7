/** The buttons that add a ticket to a wallet. Both companies prescribe the wording and a black button. */
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
          {wallet === 'APPLE' && <TicketIcon />}
          {LABELS[wallet]()}
        </a>
      ))}
    </p>
  )
}

/** A ticket with a tear-off line. The buttons have no logos: the companies allow only their own files of them. */
function TicketIcon() {
  return (
    <svg viewBox="0 0 24 24" className="size-6 flex-none fill-none stroke-current" aria-hidden="true">
      <path
        d="M4 7h16v3a2 2 0 0 0 0 4v3H4v-3a2 2 0 0 0 0-4ZM14 8.5v1.5m0 1.25v1.5m0 1.25v1.5"
        strokeWidth="1.75"
        strokeLinejoin="round"
      />
    </svg>
  )
}

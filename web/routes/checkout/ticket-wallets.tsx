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
          <WalletIcon />
          {LABELS[wallet]()}
        </a>
      ))}
    </p>
  )
}

function WalletIcon() {
  return (
    <svg viewBox="0 0 24 24" className="size-6 flex-none" aria-hidden="true">
      <rect x="3" y="5" width="18" height="5" rx="1.5" className="fill-[#5ac8fa]" />
      <rect x="3" y="7.5" width="18" height="5" rx="1.5" className="fill-[#ffcc00]" />
      <rect x="3" y="10" width="18" height="5" rx="1.5" className="fill-[#ff6b5e]" />
      <path
        d="M3 12.5h5.2a3.9 3.9 0 0 0 7.6 0H21v5A1.5 1.5 0 0 1 19.5 19h-15A1.5 1.5 0 0 1 3 17.5Z"
        className="fill-current"
      />
    </svg>
  )
}

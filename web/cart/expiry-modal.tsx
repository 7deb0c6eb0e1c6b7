/** The message that the tickets are no longer held, with a link to each lost concert or bundle (CART-04, SES-01). */
import { hrefInShop, pathInShop } from '../data/address.ts'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'
import { Modal } from '../ui/modal.tsx'
import { itemName } from './item-text.ts'
import type { CartItem } from './use-cart.ts'

/** `lost` contains the items of the cart while it was held. */
export default function ExpiryModal({ isSession, lost }: { isSession: boolean; lost: CartItem[] }) {
  const { shop } = usePage()
  const isTicket = ({ eventId }: Pick<CartItem, 'eventId'>) => eventId !== null
  const tickets = lost.filter((item) => isTicket(item) || item.bundled.some(isTicket))
  const names = new Map(tickets.map((item) => [item.href, itemName(item)]))
  return (
    <Modal title={isSession ? m.cart_session_over_title() : m.cart_expired_title()} onCancel={null}>
      <p className="mt-2 mb-6 text-muted">{isSession ? m.cart_session_over_text() : m.cart_expired_text()}</p>
      {[...names].map(([to, name]) => {
        const path = pathInShop(to, shop.basePath)
        return (
          // An ordinary link, because the page must load again even if it is the current one.
          <a
            key={to}
            href={path === null ? to : hrefInShop(path, shop.basePath)}
            className="button-primary mb-3 w-full"
          >
            {m.cart_expired_again({ name })}
          </a>
        )
      })}
      <button
        type="button"
        className={names.size > 0 ? 'button-secondary w-full' : 'button-primary w-full'}
        onClick={() => location.reload()}
      >
        {m.cart_expired_reload()}
      </button>
    </Modal>
  )
}

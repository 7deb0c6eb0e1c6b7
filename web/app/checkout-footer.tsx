/**
 * The footer of the checkout: only the links that the law requires on every page, and the language. The links open new
 * windows, so that the checkout stays open. Without the code of a protected shop, all pages have this footer, whose links then
 * also lead to orders and questions. The component also watches the cart's expiry, like the cart in the header of the
 * other pages.
 */
import { useLocation } from 'react-router'
import { isCheckoutRoute, routeOfPath } from '../../schema/routes.ts'
import { CartExpiry } from '../cart/cart-expiry.tsx'
import { ShopLink } from '../catalogue/shop-link.tsx'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'
import { LanguageSwitch } from './language-switch.tsx'

export default function CheckoutFooter() {
  const { shop, sandbox } = usePage()
  const isCheckout = isCheckoutRoute(routeOfPath(useLocation().pathname).route.name)
  const links = [
    { href: '/contact', label: m.contact_imprint() },
    { href: '/terms', label: m.shell_terms() },
    { href: '/datapolicy', label: m.shell_datapolicy() },
    { href: '/withdrawal', label: m.withdrawal_title() },
    ...(shop.isLocked
      ? [
          { href: '/order', label: m.order_lookup_title() },
          { href: '/faq', label: m.shell_faq() },
        ]
      : []),
  ]
  return (
    <footer className="rule-t bg-surface">
      <nav
        aria-label={m.shell_service()}
        className="page flex flex-wrap items-center gap-x-5 py-3 text-sm text-muted sm:gap-x-6"
      >
        {links.map(({ href, label }) => (
          <ShopLink
            key={href}
            to={href}
            target={isCheckout ? '_blank' : undefined}
            className="flex min-h-11 items-center hover:text-ink hover:underline"
          >
            {label}
            {isCheckout && <span className="sr-only"> {m.checkout_new_window()}</span>}
          </ShopLink>
        ))}
        {sandbox && (
          <a href={sandbox.mailboxUrl} className="flex min-h-11 items-center hover:text-ink hover:underline">
            {m.shell_mailbox()}
          </a>
        )}
        <LanguageSwitch className="-ml-1.5 sm:ml-auto" />
      </nav>
      {!shop.isLocked && <CartExpiry />}
    </footer>
  )
}

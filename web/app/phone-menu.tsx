/** The navigation and the search on phones: two popovers over the whole window, opened by buttons in the header. */
import { ShopLink } from '../catalogue/shop-link.tsx'
import { useShopLinks } from '../catalogue/shop-links.ts'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { PhonePopover } from './phone-popover.tsx'
import { PhoneSearch } from './phone-search.tsx'

export default function PhoneMenus() {
  return (
    <>
      <PhoneMenu />
      <PhoneSearch />
    </>
  )
}

function PhoneMenu() {
  const { shop } = usePage()
  const links = useShopLinks()
  return (
    <PhonePopover
      id="menu"
      closeLabel={m.shell_menu_close()}
      head={() => <span className="wordmark display text-xl">{shop.name}</span>}
    >
      {(close) => (
        <>
          <nav aria-label={m.shell_main_nav()} className="mt-6">
            <ul>
              {links.map(({ href, label }) => (
                <li key={href} className="rule-b">
                  <ShopLink to={href} onClick={close} className="display display-3 flex min-h-16 items-center">
                    {label}
                  </ShopLink>
                </li>
              ))}
            </ul>
          </nav>
          <ul className="mt-6">
            {[
              { href: '/order', label: m.order_lookup_title() },
              { href: '/faq', label: m.shell_faq() },
            ].map(({ href, label }) => (
              <li key={href}>
                <ShopLink to={href} onClick={close} className="flex min-h-11 items-center">
                  {label}
                </ShopLink>
              </li>
            ))}
          </ul>
          <LanguageSwitch className="mt-6 -ml-1.5 gap-2" isLong />
        </>
      )}
    </PhonePopover>
  )
}

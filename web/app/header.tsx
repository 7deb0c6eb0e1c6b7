/**
 * SHELL-01: the header with the shop's name, navigation, search, language and cart. On a narrow screen, buttons open native
 * popovers: one with the search, and one with navigation and language. The bare header of the checkout has only the name and a link
 * to help.
 */
import { ShopLink } from '../catalogue/shop-link.tsx'
import { useShopLinks } from '../catalogue/shop-links.ts'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'
import SearchForm from '../search/search-form.tsx'
import { optionalPart } from '../ui/client-only.tsx'
import { Icon } from '../ui/icon.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { loadFrameParts } from './load-frame-parts.ts'

const CartSummary = optionalPart(async () => ({ default: (await loadFrameParts()).CartSummary }), <CartLink />)
const PhoneMenu = optionalPart(async () => ({ default: (await loadFrameParts()).PhoneMenu }))

export function Header({ isBare }: { isBare: boolean }) {
  const { shop, meta } = usePage()
  return (
    <header className={`site-header z-20 rule-b bg-ground ${isBare ? 'relative' : 'sticky top-0'}`}>
      <div className="page flex min-h-16 items-center gap-1 py-1.5 lg:min-h-20 lg:gap-8">
        <ShopLink
          to={meta.home_link ?? '/'}
          isCurrent={false}
          className="wordmark display mr-auto py-2 text-xl lg:mr-0 lg:text-2xl"
        >
          {shop.name}
        </ShopLink>
        {isBare ? <HelpLink /> : <Tools />}
      </div>
    </header>
  )
}

/** Stands for the cart until its code has loaded, at the same place and with the same picture. */
function CartLink() {
  return (
    <ShopLink to="/checkout" aria-label={m.shell_cart()} className="grid h-11 w-12 place-items-center">
      <Icon name="bag" />
    </ShopLink>
  )
}

function HelpLink() {
  return (
    <ShopLink to="/contact" target="_blank" className="nav-link ml-auto flex min-h-11 items-center px-3 font-semibold">
      {m.shell_help()}
    </ShopLink>
  )
}

function Tools() {
  const links = useShopLinks()
  return (
    <>
      <nav aria-label={m.shell_main_nav()} className="hidden grow lg:block">
        <ul className="flex items-center gap-1">
          {links.map(({ href, label }) => (
            <li key={href}>
              <ShopLink to={href} className="nav-link flex min-h-11 items-center px-3 font-semibold">
                {label}
              </ShopLink>
            </li>
          ))}
        </ul>
      </nav>
      <SearchForm className="hidden w-56 lg:block xl:w-64" />
      <LanguageSwitch className="hidden lg:flex" />
      <button
        type="button"
        popoverTarget="phone-search"
        aria-label={m.shell_search()}
        className="icon-button lg:hidden"
      >
        <Icon name="search" />
      </button>
      <CartSummary />
      <button type="button" popoverTarget="menu" aria-label={m.shell_menu()} className="icon-button -mr-2 lg:hidden">
        <Icon name="menu" />
      </button>
      <PhoneMenu />
    </>
  )
}

/** The navigation on phones: a popover over the whole window, opened by a button in the header. */
import { useCallback, useEffect, useRef } from 'react'
import { ShopLink } from '../catalogue/shop-link.tsx'
import { useShopLinks } from '../catalogue/shop-links.ts'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'
import SearchForm from '../search/search-form.tsx'
import { Icon } from '../ui/icon.tsx'
import { LanguageSwitch } from './language-switch.tsx'

export default function PhoneMenu() {
  const { shop } = usePage()
  const links = useShopLinks()
  const menu = useRef<HTMLDivElement>(null)
  const close = useCallback(() => menu.current?.hidePopover(), [])
  // Links close the menu themselves. The back button must close it too, because the menu would cover the previous page.
  useEffect(() => {
    addEventListener('popstate', close)
    return () => removeEventListener('popstate', close)
  }, [close])
  return (
    <div ref={menu} id="menu" popover="auto" className="phone-menu">
      <div className="flex min-h-16 items-center justify-between">
        <span className="wordmark display text-xl">{shop.name}</span>
        <button
          type="button"
          popoverTarget="menu"
          popoverTargetAction="hide"
          aria-label={m.shell_menu_close()}
          className="icon-button -mr-2"
        >
          <Icon name="close" />
        </button>
      </div>
      <SearchForm className="mt-3" onSearch={close} />
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
      <LanguageSwitch className="mt-6 -ml-1.5 gap-2" isLong />
    </div>
  )
}

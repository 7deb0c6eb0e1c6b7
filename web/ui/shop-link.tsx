/**
 * A link as the catalogue gives it or a page writes it. Within this shop it changes the view without a page load, and a
 * hint of interest fetches the next page's code and data; anything else is an ordinary link.
 */
import type { AnchorHTMLAttributes } from 'react'
import { Link, useLocation } from 'react-router'
import { prefetchPage } from '../app/pages.ts'
import { pathInShop } from '../data/address.ts'
import { usePage } from '../data/page.tsx'

type ShopLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  /** "/events", "/band/events/x" or a whole address. */
  to: string
  /** State of the history entry. */
  state?: unknown
  /** True where the link stands for the page or a part of the page that is shown. */
  isCurrent?: boolean
}

export function ShopLink({ to, state, isCurrent, children, ...anchor }: ShopLinkProps) {
  const { shop } = usePage()
  const { pathname } = useLocation()
  const path = pathInShop(to, shop.basePath)
  if (path === null) {
    return (
      <a {...anchor} href={to}>
        {children}
      </a>
    )
  }
  const prefetch = () => prefetchPage(path)
  const current = isCurrent ?? path.split(/[?#]/)[0] === pathname
  return (
    <Link
      {...anchor}
      to={path}
      state={state}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onTouchStart={prefetch}
      {...(current && { 'aria-current': 'page' as const })}
    >
      {children}
    </Link>
  )
}

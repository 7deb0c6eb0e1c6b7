/**
 * A link to a path of the shop or to any URL. A link to a page of this shop prefetches the page's code and data on hover,
 * focus or touch. It navigates without a page load, unless it leads into or out of the checkout. All other links are
 * ordinary ones.
 */
import { type ComponentPropsWithRef, createContext, type MouseEvent, type ReactNode, use, useMemo } from 'react'
import { type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { needsNewDocument } from '../../schema/routes.ts'
import { hrefInShop, pathInShop } from '../data/address.ts'
import { usePage } from '../data/page.tsx'
import { isPlainClick } from '../ui/plain-click.ts'
import { usePages } from './pages-context.ts'

type RouterState = { pathname: string; navigate: NavigateFunction }

const RouterContext = createContext<RouterState | null>(null)

/**
 * Calls the router's hooks once for all links of the page. A list has dozens of links, and in each of them the hooks would
 * take longer than rendering its element.
 */
export function LinkProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const router = useMemo(() => ({ pathname, navigate }), [pathname, navigate])
  return <RouterContext value={router}>{children}</RouterContext>
}

function useRouter(): RouterState {
  const router = use(RouterContext)
  if (!router) throw new Error('ShopLink needs the LinkProvider')
  return router
}

type ShopLinkProps = ComponentPropsWithRef<'a'> & {
  /** "/events", "/band/events/x" or a complete URL. */
  to: string
  /** The state of the history entry. */
  state?: unknown
  /** Overrides whether the link counts as the current page (`aria-current`). */
  isCurrent?: boolean
}

export function ShopLink({ to, state, isCurrent, ...anchor }: ShopLinkProps) {
  const { shop } = usePage()
  const path = pathInShop(to, shop.basePath)
  if (path === null) return <a {...anchor} href={to} />
  return <PageLink {...anchor} path={path} href={hrefInShop(path, shop.basePath)} state={state} isCurrent={isCurrent} />
}

type PageLinkProps = ComponentPropsWithRef<'a'> & {
  path: string
  href: string
  state: unknown
  isCurrent: boolean | undefined
}

function PageLink({ path, href, state, isCurrent, onClick, ...anchor }: PageLinkProps) {
  const { pathname, navigate } = useRouter()
  const current = isCurrent ?? path.split(/[?#]/)[0] === pathname
  const pages = usePages()
  const prefetch = () => pages.prefetch(path)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event) || needsNewDocument(pathname, path)) return
    event.preventDefault()
    void navigate(path, { state, replace: href === window.location.pathname + window.location.search })
  }
  return (
    <a
      {...anchor}
      href={href}
      onClick={follow}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onTouchStart={prefetch}
      {...(current && { 'aria-current': 'page' as const })}
    />
  )
}

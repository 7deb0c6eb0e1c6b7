/** Starts the application in the browser: sets the page's state, loads the route's code, and hydrates or renders the page. */
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { NOT_FOUND, routeOfPath } from '../../schema/routes.ts'
import { App } from '../app/app.tsx'
import { loadNotFound, loadPage, loadWaitingRoom } from '../app/pages.ts'
import { pathInShop } from '../data/address.ts'
import { setApiShop } from '../data/fetch.ts'
import { chooseLocale } from '../data/locale.ts'
import { readPageData } from '../data/page-data.ts'
import { setBrowserPage } from '../data/page-state.ts'
import { watchFaults } from '../data/reports.ts'
import { setClockFromPage } from '../data/server-clock.ts'
import { AddressRouter } from './address-router.tsx'
import { createPageState } from './page-start.ts'

watchFaults()
const page = readPageData()
setBrowserPage(createPageState(page, location.pathname))
setApiShop(page.shop.slug)
setClockFromPage(page.serverNow)

// L10N-01: if the address contains `lang`, the browser stores the page's language in a cookie and removes `lang`.
const address = new URL(location.href)
if (address.searchParams.has('lang')) {
  address.searchParams.delete('lang')
  history.replaceState(history.state, '', address)
  chooseLocale(page.locale)
}

// `pathInShop` returns null for a path without a route.
const { route } = routeOfPath(pathInShop(location.pathname, page.shop.basePath) ?? NOT_FOUND.pattern)
// If a chunk does not load, the page's error boundary shows the error.
if (page.waiting) await loadWaitingRoom().catch(() => {})
else await loadPage(route.name).catch(() => {})
if (page.status === 404) {
  await loadNotFound().catch(() => {})
  // The "not found" page renders a robots tag. React adopts the server's tag instead of adding a second one, and removes it
  // when the page unmounts. Because of the attribute, DocumentHead does not change the tag.
  document.head.querySelector('meta[name="robots"]')?.setAttribute('data-component', '')
}
const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
const app = (
  <StrictMode>
    <App page={page} Address={AddressRouter} />
  </StrictMode>
)
// From now on, React renders the title. React adopts the server's `title` only when it hydrates the page. When it renders the
// page anew, or after hydration as a private page, it would add a second title.
if (page.waiting || route.private || !root.hasChildNodes()) document.querySelector('title')?.remove()
// A transition is rendered in slices, so that a slow phone can scroll meanwhile.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, app))
else createRoot(root).render(app)

export { live } from '../app/live.tsx'

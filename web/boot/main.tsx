/** The start in the browser: the page's data goes into the cache, the route's code is there, then the first render. */
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { matchRoute } from '../../schema/routes.ts'
import { App } from '../app/app.tsx'
import { loadNotFound, loadPage, loadWaitingRoom } from '../app/pages.ts'
import { pathInShop } from '../data/address.ts'
import { speakTo } from '../data/fetch.ts'
import { chooseLocale } from '../data/locale.ts'
import { readPageData } from '../data/page-data.ts'
import { openPage } from '../data/page-state.ts'
import { notePageNow } from '../data/server-clock.ts'
import { AddressRouter } from './address-router.tsx'
import { pageStateOf } from './page-start.ts'

const page = readPageData()
openPage(pageStateOf(page, location.pathname))
speakTo(page.shop.slug)
notePageNow(page.serverNow)

// L10N-01: `?lang=` has done its work at the edge; it is remembered and leaves the address.
const address = new URL(location.href)
if (address.searchParams.has('lang')) {
  address.searchParams.delete('lang')
  history.replaceState(history.state, '', address)
  chooseLocale(page.locale)
}

const route = matchRoute(pathInShop(location.pathname, page.shop.basePath) ?? '/')?.route
// A chunk that does not come is reported by the page's own error view.
if (page.waiting) await loadWaitingRoom().catch(() => {})
else if (route) await loadPage(route.name).catch(() => {})
if (page.status === 404) {
  await loadNotFound().catch(() => {})
  // React takes the edge's tag over as its component's own, and takes it away with it; nobody else may.
  document.head.querySelector('meta[name="robots"]')?.setAttribute('data-drawn', '')
}
const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
const app = (
  <StrictMode>
    <App page={page} Address={AddressRouter} />
  </StrictMode>
)
// From here on the title is React's; what it takes over it knows by itself, but a waiting page has one of its own.
if (page.waiting || !root.hasChildNodes()) document.querySelector('title')?.remove()
// What the edge has drawn is taken over as it stands.
if (root.hasChildNodes()) hydrateRoot(root, app)
else createRoot(root).render(app)

export { live } from '../app/live.tsx'

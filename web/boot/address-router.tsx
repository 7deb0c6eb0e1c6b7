/**
 * Connects the browser's history to React Router. BrowserRouter and Link would pull the router's framework into the bundle
 * (4 KB of the landing page), so this component uses the history and the Router on which they are based. The module
 * `view-transition` decides how a page appears. It loads when the pointer moves over the page for the first time.
 */
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'
import { needsNewDocument } from '../../schema/routes.ts'
import { pathInShop } from '../data/address.ts'
import { reloadPage, stayInDocument } from '../data/command-queue.ts'
import { currentPage } from '../data/page-state.ts'
import { mustReload } from '../ui/missing-script.ts'

const history = createBrowserHistory({ v5Compat: true })
let transitions: Partial<typeof import('./view-transition.ts')> = {}

addEventListener(
  'pointerover',
  async () => {
    transitions = await import('./view-transition.ts').catch(() => transitions)
  },
  { once: true },
)

export function AddressRouter({ basePath, children }: { basePath: string; children: ReactNode }) {
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => {
    let shown = history.location.pathname
    const { documentElement: root } = document
    return history.listen(({ action, location }) => {
      // A view transition calls `show` later. The visitor may have gone back by then, so `show` reads the history.
      const show = () => setState({ action: history.action, location: history.location })
      const path = location.pathname === shown ? null : pathInShop(location.pathname, basePath)
      const isOtherDocument = path !== null && needsNewDocument(pathInShop(shown, basePath) ?? '/', path)
      // Without the code of a protected shop, the server decides about each page.
      if (isOtherDocument || (location.pathname !== shown && (mustReload() || currentPage().shop.isLocked))) {
        // Until the commands have ended, the old page stays, although the address has changed. A bar says that the browser works.
        root.setAttribute('aria-busy', 'true')
        void reloadPage().then(() => root.removeAttribute('aria-busy'))
        return
      }
      stayInDocument()
      root.removeAttribute('aria-busy')
      shown = location.pathname
      if (path !== null && transitions.showPage) transitions.showPage(path, action, show)
      // In a React transition, the current page stays until the next one's code has loaded.
      else startTransition(show)
    })
  }, [basePath])
  return (
    <Router basename={basePath === '' ? '/' : basePath} location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  )
}

/**
 * The browser's address as React Router's location. The router's own BrowserRouter and Link bring its framework along
 * (4 KB of the landing page); the history and the Router below them are all that is needed. How a page comes is decided
 * by `view-transition`, which is fetched on the first sign of a visitor who may go on.
 */
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'
import { pathInShop } from '../data/address.ts'
import { mustReload } from '../ui/missing-script.ts'

const history = createBrowserHistory({ v5Compat: true })
let coming: Partial<typeof import('./view-transition.ts')> = {}

addEventListener(
  'pointerover',
  async () => {
    coming = await import('./view-transition.ts').catch(() => coming)
  },
  { once: true },
)

export function AddressRouter({ basePath, children }: { basePath: string; children: ReactNode }) {
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => {
    let shown = history.location.pathname
    return history.listen(({ action, location }) => {
      // A frame may pass until it is called, and a step back come in between: what counts is where the visitor is then.
      const show = () => setState({ action: history.action, location: history.location })
      if (location.pathname !== shown && mustReload()) return globalThis.location.reload()
      const path = location.pathname === shown ? null : pathInShop(location.pathname, basePath)
      shown = location.pathname
      if (path !== null && coming.comeTo) coming.comeTo(path, action, show)
      // A transition: the page stays until the next one's code is there.
      else startTransition(show)
    })
  }, [basePath])
  return (
    <Router basename={basePath === '' ? '/' : basePath} location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  )
}

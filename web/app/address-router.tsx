/**
 * The browser's address as React Router's location. The router's own BrowserRouter and Link bring its framework along
 * (4 KB of the landing page); the history and the Router below them are all that is needed.
 */
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'

const history = createBrowserHistory({ v5Compat: true })

export function AddressRouter({ basePath, children }: { basePath: string; children: ReactNode }) {
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  // A transition: the page stays until the next one's code is there.
  useLayoutEffect(
    () => history.listen(({ action, location }) => startTransition(() => setState({ action, location }))),
    [],
  )
  return (
    <Router basename={basePath === '' ? '/' : basePath} location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  )
}

/**
 * Decides how the next page replaces the current one.
 * - If the next page's code or data are missing, a React transition shows the current page until the code has loaded. The
 *   same applies if the navigation replaces the history entry.
 * - After the back or forward button, the page is rendered synchronously, because the browser restores the scroll position
 *   right after the `popstate` event.
 * - After any other navigation, a view transition lets the pressed tile's image grow into the page's image. If the browser
 *   has no view transitions, or the visitor prefers reduced motion, the page appears at once.
 */
import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import { matchRoute } from '../../schema/routes.ts'
import { isLoaded } from '../app/pages.ts'
import { operationKey, queryClient } from '../data/query.ts'

/** The image of the pressed tile, which grows into the next page's image. */
let pressed: HTMLElement | null = null

addEventListener(
  'click',
  ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    // If an earlier click opened another tab, the tile of that click still has the name. The browser skips a transition if
    // two elements have the same name.
    pressed?.style.removeProperty('view-transition-name')
    pressed = link?.closest('article')?.querySelector<HTMLElement>('.tile-picture') ?? null
    pressed?.style.setProperty('view-transition-name', 'subject')
  },
  { capture: true },
)

function isReady(path: string): boolean {
  const matched = matchRoute(path)
  if (!matched || !isLoaded(matched.route.name)) return false
  const { operation, variables } = matched.route
  return (
    operation === null || queryClient().getQueryData(operationKey(operation.hash, variables(matched.params))) != null
  )
}

/** Shows the page at `path`, which does not contain the shop's base path. `show` renders the page. */
export function showPage(path: string, action: string, show: () => void): void {
  if (!isReady(path) || action === 'REPLACE') startTransition(show)
  else if (action === 'POP') flushSync(show)
  else if (!('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches) show()
  else {
    const { documentElement: root } = document
    const transition = document.startViewTransition(() => {
      root.dataset.viewTransition = ''
      flushSync(show)
    })
    // The browser may skip the transition, for example in a hidden tab. It renders the page all the same.
    transition.ready.catch(() => {})
    void transition.finished.finally(() => delete root.dataset.viewTransition)
  }
}

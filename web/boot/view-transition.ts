/**
 * How a page comes in place of another once its code and its answer are there. Forwards as a view transition: the pressed
 * picture grows into the page's own, all else fades; not where the browser has none, and never under reduced motion.
 * Backwards before the event is over, because right then the browser puts the page where it was. Any other page waits
 * for its code, and the old one stays until then.
 */
import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import { matchRoute } from '../../schema/routes.ts'
import { isLoaded } from '../app/pages.ts'
import { operationKey, queryClient } from '../data/query.ts'

/** The picture that the next page's own grows out of. */
let pressed: HTMLElement | null = null

addEventListener(
  'click',
  ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    // A press may open another tab instead; two of one name and the browser would leave the next transition out.
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

/** `path` is below the shop's base; `show` makes it the shown one. */
export function comeTo(path: string, action: string, show: () => void): void {
  if (!isReady(path) || action === 'REPLACE') startTransition(show)
  else if (action === 'POP') flushSync(show)
  else if (!('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches) show()
  else {
    const { documentElement: root } = document
    const transition = document.startViewTransition(() => {
      root.dataset.arriving = ''
      flushSync(show)
    })
    // The browser may leave it out, such as in a hidden tab: the page has come all the same.
    transition.ready.catch(() => {})
    void transition.finished.finally(() => delete root.dataset.arriving)
  }
}

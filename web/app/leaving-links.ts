/**
 * A link that opens a new document waits until the server has answered the commands of the cart. Otherwise the browser would
 * discard the clicks whose commands are still waiting. The listener sees all links of the page, because links between two
 * pages of the same document have prevented the browser's default by then.
 */
import { useEffect } from 'react'
import { commandsArePending, leavePage, stayInDocument } from '../data/command-queue.ts'
import { isPlainClick } from '../ui/plain-click.ts'

export function useLeavingLinks(): void {
  useEffect(() => {
    document.addEventListener('click', waitForCommands)
    return () => document.removeEventListener('click', waitForCommands)
  }, [])
}

function waitForCommands(event: MouseEvent): void {
  if (!commandsArePending() || !isPlainClick(event)) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!(link instanceof HTMLAnchorElement) || !opensInThisWindow(link)) return
  if (event.defaultPrevented) {
    stayInDocument()
    return
  }
  event.preventDefault()
  link.setAttribute('aria-busy', 'true')
  void leavePage(link.href).then(() => link.removeAttribute('aria-busy'))
}

function opensInThisWindow({ href, protocol, target, download }: HTMLAnchorElement): boolean {
  const staysHere = href.includes('#') && withoutHash(href) === withoutHash(location.href)
  return /^https?:$/.test(protocol) && /^(_self)?$/.test(target) && download === '' && !staysHere
}

function withoutHash(href: string): string {
  return href.replace(/#.*/s, '')
}

/**
 * Scrolls to the element that the URL's hash names and focuses it, so that the Tab key and screen readers go on from there.
 * Browsers do this only for documents that they load. Returns false if the page has no such element.
 */
export function goToFragment(hash: string): boolean {
  const target = hash.length > 1 ? document.getElementById(hash.slice(1)) : null
  if (!target) return false
  target.focus({ preventScroll: true })
  if (document.activeElement !== target) {
    // Headings and sections accept the focus only with a `tabindex`. Without it afterwards, clicks do not focus them.
    target.setAttribute('tabindex', '-1')
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true })
    target.focus({ preventScroll: true })
  }
  target.scrollIntoView({ block: 'start', behavior: 'instant' })
  return true
}

/**
 * HTML of the catalogue as React elements. The importer has sanitised it; here only the elements of this list come
 * through as well, so nothing that slips past one of the two gains a script.
 */
import { createElement, Fragment, type ReactNode, useMemo } from 'react'

const ELEMENTS = new Set(
  'p br strong b em i u s small sub sup ul ol li h2 h3 h4 blockquote hr table thead tbody tr th td a span div dl dt dd'.split(
    ' ',
  ),
)
const EMPTY = new Set(['br', 'hr'])

export function RichText({ html, className = '' }: { html: string; className?: string }) {
  const content = useMemo(() => nodesOf(new DOMParser().parseFromString(html, 'text/html').body), [html])
  return <div className={`prose ${className}`}>{content}</div>
}

function nodesOf(parent: Element): ReactNode[] {
  return Array.from(parent.childNodes, (node, index) => {
    if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.textContent : null
    const name = node.localName
    if (name === 'script' || name === 'style') return null
    if (!ELEMENTS.has(name)) return createElement(Fragment, { key: index }, nodesOf(node))
    if (EMPTY.has(name)) return createElement(name, { key: index })
    return createElement(name, { key: index, ...attributesOf(node) }, nodesOf(node))
  })
}

function attributesOf(element: Element): Record<string, string> {
  const href = element.getAttribute('href')
  if (element.localName !== 'a' || !href || !/^(https?:|mailto:|tel:|\/|#)/.test(href)) return {}
  return /^https?:/.test(href) ? { href, rel: 'noopener' } : { href }
}

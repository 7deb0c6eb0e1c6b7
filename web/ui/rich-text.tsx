/**
 * HTML of the catalogue as React elements, the same at the edge and in the browser. The importer has sanitised it, which
 * makes it regular enough to be read token by token; here only the elements of this list come through as well, so nothing
 * that slips past one of the two gains a script.
 */
import { createElement, Fragment, type ReactNode, useMemo } from 'react'

const ELEMENTS = new Set(
  'p br strong b em i u s small sub sup ul ol li h2 h3 h4 blockquote hr table thead tbody tr th td a span div dl dt dd'.split(
    ' ',
  ),
)
const EMPTY = new Set(['br', 'hr', 'img', 'input', 'wbr'])
const UNSEEN = new Set(['script', 'style', 'template', 'title'])
const TOKEN = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>|[^<]+|</gi
const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

export function RichText({ html, className = '' }: { html: string; className?: string }) {
  const content = useMemo(() => richNodes(html), [html])
  return <div className={`prose ${className}`}>{content}</div>
}

type Open = { name: string; href: string | null; children: ReactNode[] }

/** What is not closed ends with the text; what closes nothing is left out. */
function richNodes(html: string): ReactNode[] {
  const root: Open = { name: '', href: null, children: [] }
  const stack = [root]
  const close = () => {
    const done = stack.pop()
    const parent = stack.at(-1)
    if (done && parent && !UNSEEN.has(done.name)) parent.children.push(elementOf(done, parent.children.length))
  }
  for (const [token, slash, tag, attributes = ''] of html.matchAll(TOKEN)) {
    const name = tag?.toLowerCase()
    const top = stack.at(-1) ?? root
    if (name === undefined) {
      if (!token.startsWith('<!--')) top.children.push(plain(token))
    } else if (slash === '/') {
      if (!stack.some((open) => open.name === name)) continue
      while ((stack.at(-1)?.name ?? name) !== name) close()
      close()
    } else {
      stack.push({ name, href: hrefOf(name, attributes), children: [] })
      if (EMPTY.has(name)) close()
    }
  }
  while (stack.length > 1) close()
  return root.children
}

function elementOf({ name, href, children }: Open, key: number): ReactNode {
  if (EMPTY.has(name)) return ELEMENTS.has(name) ? createElement(name, { key }) : null
  if (!ELEMENTS.has(name)) return createElement(Fragment, { key }, children)
  if (href === null) return createElement(name, { key }, children)
  const isElsewhere = /^https?:/.test(href)
  return createElement(name, { key, href, ...(isElsewhere && { rel: 'noopener' }) }, children)
}

function hrefOf(name: string, attributes: string): string | null {
  if (name !== 'a') return null
  const [, double, single] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes) ?? []
  const href = plain(double ?? single ?? '').trim()
  return /^(https?:|mailto:|tel:|\/|#)/.test(href) ? href : null
}

function plain(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null
    if (code !== null) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    return CHARACTERS[String(name).toLowerCase()] ?? whole
  })
}

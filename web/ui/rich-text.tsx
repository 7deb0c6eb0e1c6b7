/**
 * Renders HTML of the catalogue as React elements, the same on the server and in the browser. The import has sanitised the
 * HTML, so it is regular enough for this small tokenizer. The component filters it by the same allowlist a second time, so
 * that a bug in one of the two filters does not let a script through.
 */
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { RICH_TEXT_ATTRIBUTES, RICH_TEXT_ELEMENTS } from '../../schema/rich-text.ts'

const ELEMENTS = new Set(RICH_TEXT_ELEMENTS)
/** Elements without content and without a closing tag. */
const VOID_ELEMENTS = new Set(['br', 'hr', 'img', 'input', 'wbr'])
/** Elements that are removed with their text. Other elements outside the allowlist leave their text. */
const DROPPED = new Set(['script', 'style', 'template', 'title'])
const TOKEN = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>|[^<]+|</gi
const ATTRIBUTE = /\s([a-z]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi
/** Attributes whose names in React differ from HTML. */
const PROPS: Record<string, string> = { colspan: 'colSpan', rowspan: 'rowSpan' }
const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

export function RichText({ html, className = '' }: { html: string; className?: string }) {
  const content = useMemo(() => parseRichText(html), [html])
  return <div className={`prose ${className}`}>{content}</div>
}

type OpenElement = { name: string; props: Record<string, string>; children: ReactNode[] }

/**
 * Elements that are still open at the end of the HTML are closed there. Closing tags without an open element are ignored.
 */
function parseRichText(html: string): ReactNode[] {
  const root: OpenElement = { name: '', props: {}, children: [] }
  const stack = [root]
  const close = () => {
    const done = stack.pop()
    const parent = stack.at(-1)
    if (done && parent && !DROPPED.has(done.name)) parent.children.push(createRichElement(done, parent.children.length))
  }
  for (const [token, slash, tag, attributes = ''] of html.matchAll(TOKEN)) {
    const name = tag?.toLowerCase()
    const top = stack.at(-1) ?? root
    if (name === undefined) {
      if (!token.startsWith('<!--')) top.children.push(decodeEntities(token))
    } else if (slash === '/') {
      if (!stack.some((open) => open.name === name)) continue
      while ((stack.at(-1)?.name ?? name) !== name) close()
      close()
    } else {
      stack.push({ name, props: parseProps(name, attributes), children: [] })
      if (VOID_ELEMENTS.has(name)) close()
    }
  }
  while (stack.length > 1) close()
  return root.children
}

function createRichElement({ name, props, children }: OpenElement, key: number): ReactNode {
  if (VOID_ELEMENTS.has(name)) return ELEMENTS.has(name) ? createElement(name, { key }) : null
  return ELEMENTS.has(name)
    ? createElement(name, { key, ...props }, children)
    : createElement(Fragment, { key }, children)
}

function parseProps(element: string, attributes: string): Record<string, string> {
  const props: Record<string, string> = {}
  for (const [, attribute = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const name = attribute.toLowerCase()
    const value = decodeEntities(double ?? single ?? '').trim()
    if (![RICH_TEXT_ATTRIBUTES[element], RICH_TEXT_ATTRIBUTES['*']].some((allowed) => allowed?.includes(name))) continue
    if (name === 'href' && !/^(https?:|mailto:|tel:|\/|#)/.test(value)) continue
    props[PROPS[name] ?? name] = value
    if (name === 'href' && /^https?:/.test(value)) props.rel = 'noopener'
  }
  return props
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null
    if (code !== null) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    return CHARACTERS[String(name).toLowerCase()] ?? whole
  })
}

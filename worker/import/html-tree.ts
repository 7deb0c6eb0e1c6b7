/**
 * Normalises sanitised HTML to a structure that a browser's parser does not change. For example, the parser puts table
 * rows without a section into a `tbody`, and closes a paragraph before a list. React compares its markup with the
 * parsed page when it hydrates, and would render the page again because of such a difference. Normalising removes no
 * text except white space.
 */
type Element = { name: string; attributes: string; children: Node[] }
type Node = string | Element
/** Whether a node has a link or a heading among its ancestors. */
type Above = { link: boolean; heading: boolean }

const TOKEN = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+/g
const EMPTY = ['br', 'hr']
const HEADINGS = ['h2', 'h3', 'h4', 'h5']
/** The elements before which the parser closes an open paragraph. */
const BLOCKS = ['p', 'hr', 'blockquote', 'ul', 'ol', 'dl', 'div', 'table', ...HEADINGS]
const SECTIONS = ['thead', 'tbody', 'tfoot']
const CELLS = ['th', 'td']
/** The parent that the normaliser adds to a part of a list or table that has none. */
const HOMES: Record<string, string> = {
  li: 'ul',
  dt: 'dl',
  dd: 'dl',
  ...Object.fromEntries(['caption', 'tr', ...SECTIONS, ...CELLS].map((name) => [name, 'table'])),
}

/** Normalises the output of sanitize-html, in which all attributes are quoted and all tags are closed. */
export function normaliseHtml(html: string): string {
  return written(flow(parsed(html), { link: false, heading: false }))
}

function parsed(html: string): Node[] {
  const root = made('', [])
  const open = [root]
  for (const [token, slash, name, attributes = ''] of html.matchAll(TOKEN)) {
    const top = open.at(-1) ?? root
    if (name === undefined) top.children.push(token)
    else if (slash === '/') {
      if (top.name === name) open.pop()
    } else {
      const element = { name, attributes: attributes.replace(/\s*\/?$/, ''), children: [] }
      top.children.push(element)
      if (!EMPTY.includes(name)) open.push(element)
    }
  }
  return root.children
}

function written(nodes: Node[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      const { name, attributes, children } = node
      return EMPTY.includes(name) ? `<${name} />` : `<${name}${attributes}>${written(children)}</${name}>`
    })
    .join('')
}

/** Normalises flow content. Parts of lists and tables that stand alone get a list or table around them. */
function flow(nodes: Node[], above: Above): Node[] {
  return grouped(nodes, (node) => HOMES[nameOf(node)] ?? null).flatMap(([home, group]) =>
    home === null ? group.flatMap((node) => placed(node, above)) : placed(made(home, group), above),
  )
}

function placed(node: Node, above: Above): Node[] {
  if (typeof node === 'string') return [node]
  const { name, children } = node
  if (EMPTY.includes(name)) return [node]
  if (name === 'ul' || name === 'ol') return [{ ...node, children: items(children, above) }]
  if (name === 'dl') return [{ ...node, children: terms(children, above) }]
  if (name === 'table') return table(node, above)
  const isLink = name === 'a'
  const isHeading = HEADINGS.includes(name)
  if ((isLink && above.link) || (isHeading && above.heading)) return flow(children, above)
  const inner = flow(children, { link: above.link || isLink, heading: above.heading || isHeading })
  if (inner.every(isBlank) && (isHeading || name === 'p')) return []
  return [{ ...node, name: name === 'p' && hasBlock(inner) ? 'div' : name, children: inner }]
}

function hasBlock(nodes: Node[]): boolean {
  return nodes.some((node) => typeof node !== 'string' && (BLOCKS.includes(node.name) || hasBlock(node.children)))
}

/**
 * Normalises the children of a list. Content outside an item, such as a nested list, moves into the previous item, or
 * into a new item if there is none.
 */
function items(nodes: Node[], above: Above): Node[] {
  const list: Element[] = []
  for (const node of nodes) {
    const last = list.at(-1)
    if (isBlank(node)) continue
    if (typeof node !== 'string' && node.name === 'li') list.push({ ...node, children: [...node.children] })
    else if (last) last.children.push(node)
    else list.push(made('li', [node]))
  }
  return list.map((item) => ({ ...item, children: flow(item.children, above) }))
}

/** Normalises the children of a `dl`: terms and definitions, which one level of `div` elements may group. */
function terms(nodes: Node[], above: Above, isGroup = false): Node[] {
  const kindOf = (node: Node) => {
    if (nameOf(node) === 'dt' || nameOf(node) === 'dd') return 'own'
    const holdsTerms = typeof node !== 'string' && node.children.some((child) => HOMES[nameOf(child)] === 'dl')
    return !isGroup && nameOf(node) === 'div' && holdsTerms ? 'group' : null
  }
  return grouped(nodes, kindOf).flatMap(([kind, group]): Node[] => {
    if (kind === null) return group.every(isBlank) ? [] : [made('dd', flow(group, above))]
    return elements(group).map((node) => ({
      ...node,
      children: kind === 'own' ? flow(node.children, above) : terms(node.children, above, true),
    }))
  })
}

/**
 * Puts the caption first, each row into a table section and each cell into a row. Other content moves before the table.
 * A table without rows is replaced by its content.
 */
function table(node: Element, above: Above): Node[] {
  const strays: Node[] = []
  const rows = (nodes: Node[]): Element[] =>
    grouped(nodes, (child) => (nameOf(child) === 'tr' ? 'tr' : CELLS.includes(nameOf(child)) ? 'cell' : null)).flatMap(
      ([kind, group]) => {
        if (kind === 'tr') return elements(group).map((row) => ({ ...row, children: cells(row.children) }))
        if (kind === 'cell') return [made('tr', cells(group))]
        strays.push(...group)
        return []
      },
    )
  const cells = (nodes: Node[]): Element[] =>
    nodes.flatMap((child) => {
      if (typeof child !== 'string' && CELLS.includes(child.name)) {
        return [{ ...child, children: flow(child.children, above) }]
      }
      strays.push(child)
      return []
    })
  const captions = elements(node.children).filter(({ name }) => name === 'caption')
  const content = node.children.filter((child) => nameOf(child) !== 'caption')
  const parts = grouped(content, (child) => (SECTIONS.includes(nameOf(child)) ? 'section' : null)).flatMap(
    ([kind, group]) =>
      kind === null
        ? [made('tbody', rows(group))]
        : elements(group).map((part) => ({ ...part, children: rows(part.children) })),
  )
  const filled = parts.filter(({ children }) => children.length > 0)
  const [caption, ...more] = captions
  if (filled.length === 0) return flow([...captions.flatMap((each) => each.children), ...strays], above)
  strays.push(...more.flatMap((each) => each.children))
  const first = caption ? [{ ...caption, children: flow(caption.children, above) }] : []
  return [
    ...flow(
      strays.filter((stray) => !isBlank(stray)),
      above,
    ),
    { ...node, children: [...first, ...filled] },
  ]
}

/** Groups adjacent nodes of the same kind. White space after a node with a kind is dropped. */
function grouped<Kind extends string>(nodes: Node[], kindOf: (node: Node) => Kind | null): [Kind | null, Node[]][] {
  const groups: [Kind | null, Node[]][] = []
  for (const node of nodes) {
    const last = groups.at(-1)
    if (last && last[0] !== null && isBlank(node)) continue
    const kind = kindOf(node)
    if (last && last[0] === kind) last[1].push(node)
    else groups.push([kind, [node]])
  }
  return groups
}

function made(name: string, children: Node[]): Element {
  return { name, attributes: '', children }
}

function nameOf(node: Node): string {
  return typeof node === 'string' ? '' : node.name
}

function elements(nodes: Node[]): Element[] {
  return nodes.filter((node) => typeof node !== 'string')
}

/** Returns whether a node is only white space. A no-break space is content, because the author chose it. */
function isBlank(node: Node): boolean {
  return typeof node === 'string' && /^[ \t\n\f\r]*$/.test(node)
}

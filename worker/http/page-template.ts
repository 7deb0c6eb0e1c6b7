/**
 * The built index.html, cut once into its fixed pieces and the places between them, so that a page is one joined string.
 * The file is our own build's: a page of another shape is a broken build, and cutting it throws.
 */
export type PagePlace = 'language' | 'script' | 'icon' | 'title' | 'head' | 'view' | 'end'
export type PageTemplate = readonly (string | { place: PagePlace; was: string })[]

const MARKS: Record<PagePlace, RegExp> = {
  language: /<html\b[^>]*>/,
  script: /<script\b[^>]*type="module"[^>]*>/,
  icon: /<link\b[^>]*rel="icon"[^>]*>/,
  title: /<title>[^<]*<\/title>/,
  head: /<\/head>/,
  view: /<div id="root"><\/div>/,
  end: /<\/body>/,
}

export function cutTemplate(html: string): PageTemplate {
  const marks = Object.entries(MARKS).map(([place, mark]) => {
    const found = mark.exec(html)
    if (!found) throw new Error(`the built page has no ${place}`)
    return { place: place as PagePlace, was: found[0], at: found.index }
  })
  const pieces: (string | { place: PagePlace; was: string })[] = []
  let end = 0
  for (const { place, was, at } of marks.sort((a, b) => a.at - b.at)) {
    pieces.push(html.slice(end, at), { place, was })
    end = at + was.length
  }
  return [...pieces, html.slice(end)]
}

/** `fill` gets what stood in each place and says what stands there in this page. */
export function fillTemplate(template: PageTemplate, fill: Record<PagePlace, (was: string) => string>): string {
  let html = ''
  for (const piece of template) html += typeof piece === 'string' ? piece : fill[piece.place](piece.was)
  return html
}

/** For a value in double quotes. */
export function escapeAttribute(value: string): string {
  return /[&"<]/.test(value) ? value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;') : value
}

export function escapeText(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const SCRIPT_ESCAPES: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' }

/** JSON for a script element. `<` would end the element early; the line separators are no JSON trouble but cost nothing. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (sign) => SCRIPT_ESCAPES[sign] ?? sign)
}

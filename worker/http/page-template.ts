/**
 * The built index.html, split once into fixed pieces and slots, so that a page is written by joining strings. Splitting
 * throws if a slot is missing, because the build is then broken.
 */
export type TemplateSlot = 'language' | 'script' | 'icon' | 'title' | 'head' | 'view' | 'end'
export type PageTemplate = readonly (string | { slot: TemplateSlot; was: string })[]

const PATTERNS: Record<TemplateSlot, RegExp> = {
  language: /<html\b[^>]*>/,
  script: /<script\b[^>]*type="module"[^>]*>/,
  icon: /<link\b[^>]*rel="icon"[^>]*>/,
  title: /<title>[^<]*<\/title>/,
  head: /<\/head>/,
  view: /<div id="root"><\/div>/,
  end: /<\/body>/,
}

export function cutTemplate(html: string): PageTemplate {
  const slots = Object.entries(PATTERNS).map(([slot, pattern]) => {
    const found = pattern.exec(html)
    if (!found) throw new Error(`the built index.html has no ${slot} element`)
    return { slot: slot as TemplateSlot, was: found[0], at: found.index }
  })
  const pieces: (string | { slot: TemplateSlot; was: string })[] = []
  let end = 0
  for (const { slot, was, at } of slots.sort((a, b) => a.at - b.at)) {
    pieces.push(html.slice(end, at), { slot, was })
    end = at + was.length
  }
  return [...pieces, html.slice(end)]
}

/** `fill` receives the original content of each slot and returns the content for this page. */
export function fillTemplate(template: PageTemplate, fill: Record<TemplateSlot, (was: string) => string>): string {
  let html = ''
  for (const piece of template) html += typeof piece === 'string' ? piece : fill[piece.slot](piece.was)
  return html
}

const SCRIPT_ESCAPES: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' }

/**
 * Returns JSON for a script element. `<` is escaped because `</script` would end the element early. Escaping the line
 * separators is not necessary in JSON, but harmless.
 */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (sign) => SCRIPT_ESCAPES[sign] ?? sign)
}

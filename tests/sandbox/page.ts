/**
 * Builds the sandbox's own pages with a common style. The `html` tag escapes every value that is not `Html`. The pages have
 * no scripts and no external sources, only forms and links.
 */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | null | false | undefined | readonly Part[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

const rendered = (part: Part): string => {
  if (part instanceof Html) return part.text
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  return part ? part.map(rendered).join('') : ''
}

export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((string, index) => (index === 0 ? string : rendered(parts[index - 1]) + string)).join(''))

const style = `
:root { color-scheme: light; --ink: #16181d; --soft: #5b6270; --line: #e2e5ea; --paper: #fff; --ground: #f5f6f8;
  --accent: #4338ca; --accent-ink: #fff; --bad: #b42318; --bad-ground: #fef3f2; --good: #067647; --good-ground: #ecfdf3;
  --test: #7a4b00; --test-ground: #fff4d6; --radius: 12px; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
a { color: var(--accent); text-underline-offset: 3px; }
h1, h2, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
.badge { display: inline-block; padding: 2px 10px; border-radius: 99px; font-size: 13px; font-weight: 600;
  background: var(--test-ground); color: var(--test); white-space: nowrap; }
.badge.good { background: var(--good-ground); color: var(--good); }
.badge.bad { background: var(--bad-ground); color: var(--bad); }
.badge.plain { background: #eceef2; color: var(--soft); }
.soft { color: var(--soft); }
.button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 48px; padding: 10px 18px;
  border: 1px solid transparent; border-radius: 10px; font: inherit; font-weight: 600; text-align: center; text-decoration: none;
  cursor: pointer; background: var(--accent); color: var(--accent-ink); }
.button:hover { background: #3730a3; }
.button.quiet { background: var(--paper); color: var(--ink); border-color: #c5cad3; }
.button.quiet:hover { background: #f0f1f4; }
.notice { padding: 12px 16px; border-radius: 10px; background: var(--bad-ground); color: var(--bad); font-weight: 500; }
.notice.good { background: var(--good-ground); color: var(--good); }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`

/** Returns a whole document. `css` is the page's own style, which follows the common style. */
export const page = (lang: string, title: string, css: string, body: Html): string =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
  `<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>` +
  `<link rel="icon" href="data:,"><style>${style}${css}</style></head><body>${body.text}</body></html>`

/**
 * Allows only inline styles, `data:` images and the sandbox's own frames. The answer to a form may redirect to the shop, and
 * some browsers apply `form-action` to redirects too. Therefore the policy has no `form-action`.
 */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"

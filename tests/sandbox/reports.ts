/**
 * Receives the statistics and error reports that browsers send with consent: `POST /reports/analytics` and
 * `POST /reports/errors`. The page `/reports` and `/reports.json` show the latest reports and the headers that could identify
 * a visitor. They therefore show all data that leaves the browser.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Answer, jsonAnswer, pageAnswer } from './http.ts'
import { html, page } from './page.ts'
import type { Store } from './store.ts'

type Report = {
  id: string
  object: 'report'
  created: number
  to: 'analytics' | 'errors'
  body: Record<string, unknown>
  cookie: string | null
  referer: string | null
}

const LARGEST = 8 * 1024
const MOST_SHOWN = 200

const css = `
main { max-width: 960px; margin: 0 auto; padding: 32px 20px 64px; display: grid; gap: 16px; }
h1 { font-size: 26px; }
article { background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius); padding: 12px 16px; }
pre { margin: 8px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace; }
`

/** Returns null for other requests. */
export function answerReports(
  store: Store,
  { method, path, headers, body }: { method: string; path: string; headers: IncomingHttpHeaders; body: string },
): Answer | null {
  if (method === 'GET' && path === '/reports') return reportsPage(latest(store))
  if (method === 'GET' && path === '/reports.json') return jsonAnswer({ data: latest(store) })
  const [, to] = /^\/reports\/(analytics|errors)$/.exec(path) ?? []
  if (method !== 'POST' || (to !== 'analytics' && to !== 'errors')) return null
  const parsed = parse(body)
  if (!parsed) return jsonAnswer({ error: `A report is a JSON object of at most ${LARGEST} bytes` }, 400)
  const report: Report = {
    id: `report_${randomUUID()}`,
    object: 'report',
    created: Math.floor(Date.now() / 1000),
    to,
    body: parsed,
    cookie: headers.cookie ?? null,
    referer: headers.referer ?? null,
  }
  store.put(report)
  return { status: 204, headers: { 'cache-control': 'no-store' }, body: '' }
}

const latest = (store: Store): Report[] => store.list<Report>('report').slice(0, MOST_SHOWN)

function parse(body: string): Record<string, unknown> | null {
  if (Buffer.byteLength(body) > LARGEST) return null
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

function reportsPage(reports: Report[]): Answer {
  const rows = reports.map(
    ({ to, created, body, cookie, referer }) => html`<article><span class="badge plain">${to}</span>
      <time class="soft">${new Date(created * 1000).toISOString()}</time>
      ${cookie !== null && html`<span class="badge bad">with cookies</span>`}
      ${referer !== null && html`<span class="badge bad">with the page's address</span>`}
      <pre>${JSON.stringify(body, null, 1)}</pre></article>`,
  )
  return pageAnswer(
    page(
      'en',
      'Statistics and error reports',
      css,
      html`<main><div><span class="badge">Sandbox</span><h1>Statistics and error reports</h1>
        <p class="soft">Browsers send them only after a visitor has accepted the cookies. <a href="/">Sandbox</a></p></div>
        ${rows.length > 0 ? rows : html`<article>Nothing yet.</article>`}</main>`,
    ),
  )
}

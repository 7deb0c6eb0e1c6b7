/**
 * Renders a page to HTML with the same components as the browser. vite.render.ts builds one module from this file for the
 * worker.
 */
import { renderToString } from 'react-dom/server.edge'
import { StaticRouter } from 'react-router'
import type { PageData } from '../../schema/page-data.ts'
import { App } from '../app/app.tsx'
import { loadAllPages } from '../app/pages.ts'
import { loadLateParts } from '../ui/late-part.tsx'
import { withPage } from './page-scope.ts'
import { createPageState } from './page-start.ts'

let ready: Promise<void> | null = null
/** React writes this comment in place of a part that suspended or threw. The browser would have to render the part. */
const UNFINISHED = '<!--$!-->'
/** The titles, meta tags and preload links that React renders before the content. The worker writes its own head instead. */
const HOISTED = /^(?:<title[^>]*>[^<]*<\/title>|<(?:link|meta) [^>]*>)+/

/** `path` is the requested path with the shop's base path. Throws if a component throws or suspends. */
export async function renderPage(page: PageData, path: string): Promise<string> {
  ready ??= loadAllPages().then(loadLateParts)
  await ready
  const html = withPage(createPageState(page, path), () =>
    renderToString(
      <App
        page={page}
        Address={({ basePath, children }) => (
          <StaticRouter basename={basePath === '' ? '/' : basePath} location={path}>
            {children}
          </StaticRouter>
        )}
      />,
    ),
  )
  if (html.includes(UNFINISHED)) throw new Error('a part of the page suspended or threw during server rendering')
  return html.replace(HOISTED, '')
}

/**
 * Renders a page's first view to HTML with the components that the browser runs; vite.render.ts builds it into one module
 * for the worker. Each page has a state of its own (page-scope), so that pages rendered at the same moment do not mix.
 */

import { renderToString } from 'react-dom/server.edge'
import { StaticRouter } from 'react-router'
import type { PageData } from '../../schema/page-data.ts'
import { App } from '../app/app.tsx'
import { loadAllPages } from '../app/pages.ts'
import { withPage } from './page-scope.ts'
import { pageStateOf } from './page-start.ts'

let ready: Promise<void> | null = null
/** React leaves a part that suspends or throws to the browser, which would report it as an error. */
const UNFINISHED = '<!--$!-->'
/** React writes titles, marks and hints before what they stand in; the edge's head has its own. */
const HOISTED = /^(?:<title[^>]*>[^<]*<\/title>|<(?:link|meta) [^>]*>)+/

/** `path`: as the browser asked for it, with base path. Throws what a component throws. */
export async function renderPage(page: PageData, path: string): Promise<string> {
  ready ??= loadAllPages()
  await ready
  const html = withPage(pageStateOf(page, path), () =>
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
  if (html.includes(UNFINISHED)) throw new Error('a part of the page waits for something, or fails without a browser')
  return html.replace(HOISTED, '')
}

/**
 * A page's first view as HTML, drawn by the edge with the components that the browser runs (the build makes one module of
 * it for the worker). Language, shop, clock and answers are the module's own, as in a browser; drawing is one synchronous
 * step, so that no other request of the isolate comes between.
 */

import { renderToString } from 'react-dom/server.edge'
import { StaticRouter } from 'react-router'
import type { ShopMeta } from '../../schema/catalogue-values.ts'
import type { PageData } from '../../schema/page-data.ts'
import { App } from '../app/app.tsx'
import { loadAllPages, openShop } from '../app/pages.ts'
import { startLocale } from '../data/locale.ts'
import { spoken } from '../data/meta.ts'
import { queryClient, takePageAnswers } from '../data/query.ts'
import { notePageNow } from '../data/server-clock.ts'
import { startWait } from '../data/waiting.ts'
import { trimZeroDecimals } from '../i18n/format.ts'
import { notePageTouch } from '../ui/touch.ts'

let ready: Promise<void> | null = null
/** Answers leave with their page, so none needs a timer that would forget it. */
queryClient.setDefaultOptions({
  ...queryClient.getDefaultOptions(),
  queries: { ...queryClient.getDefaultOptions().queries, gcTime: Number.POSITIVE_INFINITY },
})
/** React leaves a part that suspends or throws to the browser, which would report it as an error. */
const UNFINISHED = '<!--$!-->'
/** React writes titles, marks and hints before what they stand in; the edge's head has its own. */
const HOISTED = /^(?:<title[^>]*>[^<]*<\/title>|<(?:link|meta) [^>]*>)+/

/** `path`: as the browser asked for it, with base path. Throws what a component throws. */
export async function renderPage(page: PageData, path: string): Promise<string> {
  ready ??= loadAllPages()
  await ready
  startLocale(page.locale)
  openShop(page.shop)
  notePageNow(page.serverNow)
  notePageTouch(page.touch)
  trimZeroDecimals(spoken<ShopMeta>(page.shop.meta).trim_zero_decimals ?? false)
  takePageAnswers(page)
  startWait(page.waiting, path)
  try {
    const html = renderToString(
      <App
        page={page}
        Address={({ basePath, children }) => (
          <StaticRouter basename={basePath === '' ? '/' : basePath} location={path}>
            {children}
          </StaticRouter>
        )}
      />,
    )
    if (html.includes(UNFINISHED)) throw new Error('a part of the page waits for something, or fails without a browser')
    return html.replace(HOISTED, '')
  } finally {
    queryClient.clear()
    startWait(null, '')
  }
}

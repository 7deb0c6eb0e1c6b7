/**
 * Renders the first view of a page as HTML with the browser's own components (`web/boot/server.tsx`, built into one module).
 * If a component fails, only the head start is lost: the browser renders the page itself.
 */
/// <reference path="../render.d.ts" />
import type { PageData } from '../../schema/page-data.ts'
import { log, reasonOf } from '../services/log.ts'

/** `path` has no query, because the page is cached for all queries. */
export async function renderFirstView(data: PageData, path: string): Promise<string> {
  try {
    const { renderPage } = await import('#render')
    return await renderPage(data, path)
  } catch (error) {
    log('error', 'page not rendered', { path, error: reasonOf(error) })
    return ''
  }
}

/**
 * Renders the first view of a page as HTML with the browser's own components (`web/boot/server.tsx`, built into one
 * module). If a component fails, the page is sent without this HTML, and the browser renders it.
 */
/// <reference path="../render.d.ts" />
import type { PageData } from '../../schema/page-data.ts'
import { log, reasonOf } from '../services/log.ts'

/** `path` has no query string, because one cached page serves all query strings. */
export async function renderFirstView(data: PageData, path: string): Promise<string> {
  try {
    const { renderPage } = await import('#render')
    return await renderPage(data, path)
  } catch (error) {
    log('error', 'page not rendered', { path, error: reasonOf(error) })
    return ''
  }
}

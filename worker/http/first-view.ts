/**
 * The first view of a page as HTML, by the browser's own components (`web/boot/server.tsx`, built into one module). A component
 * that fails there costs the fan nothing but the head start: the browser draws the page alone.
 */
/// <reference path="../render.d.ts" />
import type { PageData } from '../../schema/page-data.ts'
import { log, reasonOf } from '../services/log.ts'

/** `path` without a query: the page is kept for all of them. */
export async function drawPage(data: PageData, path: string): Promise<string> {
  try {
    const { renderPage } = await import('#render')
    return await renderPage(data, path)
  } catch (error) {
    log('error', 'page not drawn', { path, error: reasonOf(error) })
    return ''
  }
}

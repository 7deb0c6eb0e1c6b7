/**
 * Sanitises a catalogue's HTML once, at import, and normalises it (html-tree), so that it can be shown as it is. Scripts,
 * styles, frames, forms, event handlers and foreign images are removed.
 */
import sanitize from 'sanitize-html'
import type { Localised } from '../../schema/locale.ts'
import { RICH_TEXT_ATTRIBUTES, RICH_TEXT_ELEMENTS } from '../../schema/rich-text.ts'
import { settleHtml } from './html-tree.ts'

const OPTIONS: sanitize.IOptions = {
  allowedTags: RICH_TEXT_ELEMENTS,
  allowedAttributes: RICH_TEXT_ATTRIBUTES,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: { h1: 'h2', h6: 'h5' },
}

/** Splits text without any tag into paragraphs at blank lines. */
export function sanitiseHtml(html: string): string {
  const marked = /<[a-z][^>]*>/i.test(html)
    ? html
    : html
        .split(/\n\s*\n/)
        .filter((paragraph) => paragraph.trim() !== '')
        .map((paragraph) => `<p>${paragraph.trim()}</p>`)
        .join('\n')
  return settleHtml(sanitize(marked, OPTIONS)).trim()
}

export function sanitiseLocalised(text: Localised): Localised {
  return { de: sanitiseHtml(text.de), en: sanitiseHtml(text.en) }
}

/** A message that may contain a link. A message without a tag stays plain text. */
export function sanitiseMarked(text: Localised): Localised {
  const clean = (each: string) => (/<[a-z]/i.test(each) ? sanitiseHtml(each) : each)
  return { de: clean(text.de), en: clean(text.en) }
}

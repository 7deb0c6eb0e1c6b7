/**
 * Sanitises and normalises the HTML of a catalogue during the import, so that pages can render it without changes.
 * Scripts, styles, frames, forms, images and event handlers are removed.
 */
import sanitize from 'sanitize-html'
import type { Localised } from '../../schema/locale.ts'
import { RICH_TEXT_ATTRIBUTES, RICH_TEXT_ELEMENTS } from '../../schema/rich-text.ts'
import { normaliseHtml } from './html-tree.ts'

const OPTIONS: sanitize.IOptions = {
  allowedTags: RICH_TEXT_ELEMENTS,
  allowedAttributes: RICH_TEXT_ATTRIBUTES,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: { h1: 'h2', h6: 'h5' },
}

/** Sanitises HTML. Text without a tag is plain text, whose blank lines separate paragraphs. */
export function sanitiseHtml(html: string): string {
  const marked = /<[a-z][^>]*>/i.test(html)
    ? html
    : html
        .split(/\n\s*\n/)
        .filter((paragraph) => paragraph.trim() !== '')
        .map((paragraph) => `<p>${paragraph.trim()}</p>`)
        .join('\n')
  return normaliseHtml(sanitize(marked, OPTIONS)).trim()
}

export function sanitiseLocalised(text: Localised): Localised {
  return { de: sanitiseHtml(text.de), en: sanitiseHtml(text.en) }
}

/** Sanitises a text that may contain a tag, such as a link. A text without a tag stays plain text. */
export function sanitiseMarked(text: Localised): Localised {
  const clean = (each: string) => (/<[a-z]/i.test(each) ? sanitiseHtml(each) : each)
  return { de: clean(text.de), en: clean(text.en) }
}

/**
 * HTML of a catalogue is sanitised once, here, and may then be shown as it is. Allowed is what a description needs: text,
 * lists, tables, links, headings. Scripts, styles, frames, forms, event handlers and foreign images go.
 */
import sanitize from 'sanitize-html'
import type { Localised } from '../../schema/locale.ts'

const OPTIONS: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'span', 'blockquote', 'q', 'abbr'],
    ...['h2', 'h3', 'h4', 'h5', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'div'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'target'],
    abbr: ['title'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    '*': ['lang'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    h1: 'h2',
    a: (tagName, attribs) => {
      const { target: _, rel: __, ...kept } = attribs
      const leaves = /^https?:/i.test(kept.href ?? '')
      return { tagName, attribs: leaves ? { ...kept, rel: 'noopener', target: '_blank' } : kept }
    },
  },
}

/** Text without a single tag becomes paragraphs, divided at blank lines. */
export function sanitiseHtml(html: string): string {
  const marked = /<[a-z][^>]*>/i.test(html)
    ? html
    : html
        .split(/\n\s*\n/)
        .filter((paragraph) => paragraph.trim() !== '')
        .map((paragraph) => `<p>${paragraph.trim()}</p>`)
        .join('\n')
  return sanitize(marked, OPTIONS).trim()
}

export function sanitiseLocalised(text: Localised): Localised {
  return { de: sanitiseHtml(text.de), en: sanitiseHtml(text.en) }
}

/** A message that may have a link in it; one without a tag stays the plain text it is. */
export function sanitiseMarked(text: Localised): Localised {
  const clean = (each: string) => (/<[a-z]/i.test(each) ? sanitiseHtml(each) : each)
  return { de: clean(text.de), en: clean(text.en) }
}

/**
 * What HTML of the catalogue may have, once for both sides: the importer lets nothing else in, pages draw nothing else.
 * Text, lists, tables, links and headings; no script, style, frame, form or picture.
 */
export const RICH_TEXT_ELEMENTS = (
  'p br hr strong b em i u s small sub sup span blockquote q abbr h2 h3 h4 h5 ul ol li dl dt dd a div ' +
  'table caption thead tbody tfoot tr th td'
).split(' ')

/** By element; `*` are those of all. A link's `rel` is the page's affair. */
export const RICH_TEXT_ATTRIBUTES: Record<string, string[]> = {
  a: ['href', 'title'],
  abbr: ['title'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
  '*': ['lang'],
}

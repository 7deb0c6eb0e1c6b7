/**
 * The HTML elements that texts of the catalogue may contain. The import removes all others, and pages render no others:
 * text, lists, tables, links and headings, but no script, style, frame, form or image.
 */
export const RICH_TEXT_ELEMENTS = (
  'p br hr strong b em i u s small sub sup span blockquote q abbr h2 h3 h4 h5 ul ol li dl dt dd a div ' +
  'table caption thead tbody tfoot tr th td'
).split(' ')

/** Allowed attributes by element; `*` lists those of all elements. Pages set a link's `rel` themselves. */
export const RICH_TEXT_ATTRIBUTES: Record<string, string[]> = {
  a: ['href', 'title'],
  abbr: ['title'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
  '*': ['lang'],
}

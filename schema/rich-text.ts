/**
 * The HTML elements that texts of the catalogue may contain: text, lists, tables, links and headings, but no scripts,
 * styles, frames, forms or images. The import removes all other elements, and pages render no others.
 */
export const RICH_TEXT_ELEMENTS = (
  'p br hr strong b em i u s small sub sup span blockquote q abbr h2 h3 h4 h5 ul ol li dl dt dd a div ' +
  'table caption thead tbody tfoot tr th td'
).split(' ')

/** The allowed attributes of each element. `*` lists the attributes of all elements. Pages set the `rel` of links. */
export const RICH_TEXT_ATTRIBUTES: Record<string, string[]> = {
  a: ['href', 'title'],
  abbr: ['title'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
  '*': ['lang'],
}

/**
 * The HTML elements that texts of the catalogue may contain: text, lists, tables, links and headings, but no scripts,
 * styles, frames, forms or images. The import turns `h1` and `h6` into `h2` and `h5`, and removes all other elements.
 */
export const RICH_TEXT_ELEMENTS = (
  'p br hr strong b em i u s small sub sup span blockquote q abbr h2 h3 h4 h5 ul ol li dl dt dd a div ' +
  'table caption thead tbody tfoot tr th td'
).split(' ')

/** The attributes that each element may have. Every element may have those of `*`. Pages set the `rel` of external links. */
export const RICH_TEXT_ATTRIBUTES: Record<string, string[]> = {
  a: ['href', 'title'],
  abbr: ['title'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
  '*': ['lang'],
}

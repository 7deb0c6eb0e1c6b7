import { expect, it } from 'vitest'
import { sanitiseHtml } from '../../../worker/import/html.ts'
import { htmlSoup } from '../../support/html-soup.ts'

it.each([
  [
    'rows get a missing table body',
    '<table><tr><th colspan="2">Größe</th></tr><tr><td>S</td><td>48</td></tr></table>',
    '<table><tbody><tr><th colspan="2">Größe</th></tr><tr><td>S</td><td>48</td></tr></tbody></table>',
  ],
  [
    'table parts lose the blanks between them, and the caption comes first',
    '<table> <thead>\n<tr><th scope="col">A</th></tr></thead> <tr><td>b</td></tr><caption>C</caption></table>',
    '<table><caption>C</caption><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
  ],
  [
    'content outside the cells of a table moves before the table',
    '<table>eins<tr>zwei<td>drei</td><p>vier</p></tr></table>',
    'einszwei<p>vier</p><table><tbody><tr><td>drei</td></tr></tbody></table>',
  ],
  ['a table without a cell is replaced by its content', '<table><caption><b>leer</b></caption></table>', '<b>leer</b>'],
  [
    'cells without a table get a table',
    '<td>a</td> <td>b</td>',
    '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
  ],
  ['items without a list get a list', 'x<li>a</li>\n<li>b</li>y', 'x<ul><li>a</li><li>b</li></ul>y'],
  [
    'a list directly in a list moves into the item before it',
    '<ul><li>a</li><ul><li>b</li></ul></ul><ol>c<li>d</li></ol>',
    '<ul><li>a<ul><li>b</li></ul></li></ul><ol><li>c</li><li>d</li></ol>',
  ],
  [
    'an item inside another element of an item gets its own list',
    '<ul><li><div><li>a</li></div></li></ul>',
    '<ul><li><div><ul><li>a</li></ul></div></li></ul>',
  ],
  [
    'terms and definitions, also in groups, become a definition list',
    '<dl><div><dt>a</dt><dd>b</dd></div>c</dl><dt>d</dt>',
    '<dl><div><dt>a</dt><dd>b</dd></div><dd>c</dd></dl><dl><dt>d</dt></dl>',
  ],
  [
    'a paragraph that contains a block is replaced by a div',
    '<p>a<b><div>b</div></b></p>',
    '<div>a<b><div>b</div></b></div>',
  ],
  [
    'a list inside a paragraph ends the paragraph and leaves no empty one, and an empty heading is removed',
    '<p>a<ul><li>b</li></ul></p><h2> </h2>',
    '<p>a</p><ul><li>b</li></ul>',
  ],
  [
    'a nested link or heading becomes text of the outer link or heading',
    '<a href="/a">a<span><a href="/b">b</a></span></a><h2>c<span><h3>d</h3></span></h2>',
    '<a href="/a">a<span>b</span></a><h2>c<span>d</span></h2>',
  ],
])('PROD-02 sanitiseHtml gives HTML a form that browsers need not correct: %s', (_, given, settled) => {
  expect(sanitiseHtml(given)).toBe(settled)
  expect(sanitiseHtml(settled)).toBe(settled)
})

it('PROD-02 sanitiseHtml keeps every word, and changes nothing in a second run', () => {
  const words = (html: string) => html.split('Wort').length - 1
  // The filter drops inputs that may lose words: a script loses its content, and “<Wort” is the name of a tag.
  const soup = htmlSoup(600).filter((html) => !/<script|<Wort/.test(html))
  for (const html of soup) {
    const clean = sanitiseHtml(html)
    expect(words(clean), html).toBe(words(html))
    // A result without a tag is plain text, which a second run would put into paragraphs.
    if (clean.includes('<')) expect(sanitiseHtml(clean), html).toBe(clean)
  }
})

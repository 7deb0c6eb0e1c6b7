import { expect, it } from 'vitest'
import { sanitiseHtml } from '../../../worker/import/html.ts'
import { htmlSoup } from '../../support/html-soup.ts'

it.each([
  [
    'rows get the part of a table they lack',
    '<table><tr><th colspan="2">Größe</th></tr><tr><td>S</td><td>48</td></tr></table>',
    '<table><tbody><tr><th colspan="2">Größe</th></tr><tr><td>S</td><td>48</td></tr></tbody></table>',
  ],
  [
    'parts of a table stay what they are, blanks between them go, the caption comes first',
    '<table> <thead>\n<tr><th scope="col">A</th></tr></thead> <tr><td>b</td></tr><caption>C</caption></table>',
    '<table><caption>C</caption><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
  ],
  [
    'what stands in a table outside its cells comes before it',
    '<table>eins<tr>zwei<td>drei</td><p>vier</p></tr></table>',
    'einszwei<p>vier</p><table><tbody><tr><td>drei</td></tr></tbody></table>',
  ],
  ['a table without a cell is its words', '<table><caption><b>leer</b></caption></table>', '<b>leer</b>'],
  ['cells alone are a table', '<td>a</td> <td>b</td>', '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>'],
  ['items alone are a list', 'x<li>a</li>\n<li>b</li>y', 'x<ul><li>a</li><li>b</li></ul>y'],
  [
    'a list in a list belongs to the item before it',
    '<ul><li>a</li><ul><li>b</li></ul></ul><ol>c<li>d</li></ol>',
    '<ul><li>a<ul><li>b</li></ul></li></ul><ol><li>c</li><li>d</li></ol>',
  ],
  [
    'an item in a part of an item is a list',
    '<ul><li><div><li>a</li></div></li></ul>',
    '<ul><li><div><ul><li>a</li></ul></div></li></ul>',
  ],
  [
    'terms, also in groups, and what they mean',
    '<dl><div><dt>a</dt><dd>b</dd></div>c</dl><dt>d</dt>',
    '<dl><div><dt>a</dt><dd>b</dd></div><dd>c</dd></dl><dl><dt>d</dt></dl>',
  ],
  ['a paragraph with a block deep in it is a block', '<p>a<b><div>b</div></b></p>', '<div>a<b><div>b</div></b></div>'],
  [
    'what stands between paragraphs leaves no empty one',
    '<p>a<ul><li>b</li></ul></p><h2> </h2>',
    '<p>a</p><ul><li>b</li></ul>',
  ],
  [
    'a link in a link and a heading in a heading are words of the outer one',
    '<a href="/a">a<span><a href="/b">b</a></span></a><h2>c<span><h3>d</h3></span></h2>',
    '<a href="/a">a<span>b</span></a><h2>c<span>d</span></h2>',
  ],
])('PROD-02 catalogue HTML takes the form that browsers leave alone: %s', (_, given, settled) => {
  expect(sanitiseHtml(given)).toBe(settled)
  expect(sanitiseHtml(settled)).toBe(settled)
})

it('PROD-02 catalogue HTML keeps every word, and is left alone by a second import', () => {
  const words = (html: string) => html.split('Wort').length - 1
  // Of a script nothing stays; a word right after a sharp bracket is a tag.
  const soup = htmlSoup(600).filter((html) => !/<script|<Wort/.test(html))
  for (const html of soup) {
    const clean = sanitiseHtml(html)
    expect(words(clean), html).toBe(words(html))
    if (clean.includes('<')) expect(sanitiseHtml(clean), html).toBe(clean)
  }
})

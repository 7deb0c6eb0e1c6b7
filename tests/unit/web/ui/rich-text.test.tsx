import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RichText } from '../../../../web/ui/rich-text.tsx'

const rendered = (html: string) =>
  renderToStaticMarkup(<RichText html={html} />).replace(/^<div class="prose ">|<\/div>$/g, '')

it('PROD-02 RichText keeps permitted HTML, and adds rel="noopener" to links to other sites', () => {
  for (const html of [
    '<p>Schwer &amp; laut, 5 &lt; 6 „fies“</p><ul><li>eins</li><li><strong>zwei<br/></strong></li></ul>',
    '<h2>Maße</h2><table><tbody><tr><td>S</td><td>48&nbsp;cm</td></tr></tbody></table><hr/>',
    '<table><caption lang="en">Sizes</caption><tbody><tr><th colSpan="2" scope="col">Größe</th></tr><tr><td rowSpan="2">S</td><td>48</td></tr></tbody><tfoot><tr><td>cm</td></tr></tfoot></table>',
    '<h5>Presse</h5><p><q>laut</q>, <abbr title="Langspielplatte">LP</abbr> <a href="#a" title="mehr">a</a></p>',
    '<p><a href="/events" >hier</a> und <a href="mailto:a@b.de">da</a></p>',
  ]) {
    const same = html.replaceAll('&nbsp;', '\u00a0').replace('" >', '">')
    expect(rendered(html)).toBe(same)
  }
  expect(rendered('<p>a<a href="https://x.de/?a=1&amp;b=2">b</a></p>')).toBe(
    '<p>a<a href="https://x.de/?a=1&amp;b=2" rel="noopener">b</a></p>',
  )
})

it('PROD-02 RichText removes scripts, handlers, styles and unknown elements', () => {
  for (const [html, left] of [
    ['<script>alert(1)</script>x', 'x'],
    ['<style>p{}</style><p style="color:red" onclick="x()">y</p>', '<p>y</p>'],
    ['<a href="javascript:alert(1)">z</a>', '<a>z</a>'],
    ["<a href=' javascript:alert(1)'>z</a>", '<a>z</a>'],
    ['<a href="&#106;avascript:alert(1)">z</a>', '<a>z</a>'],
    [
      `<a title='x href="javascript:a()"' rel="me" target=_top>z</a>`,
      '<a title="x href=&quot;javascript:a()&quot;">z</a>',
    ],
    ['<td headers="x" width="3" onclick="y">z</td>', '<td>z</td>'],
    ['<iframe src="//x"></iframe><svg><p>w</p></svg><img src=x onerror=y>', '<p>w</p>'],
    ['<p title="a > b">c<!-- d --></p></div>', '<p>c</p>'],
    ['<p>offen <em>bleibt', '<p>offen <em>bleibt</em></p>'],
    ['1 < 2 &unbekannt; &#0;', '1 &lt; 2 &amp;unbekannt; '],
  ] as const)
    expect(rendered(html)).toBe(left)
})

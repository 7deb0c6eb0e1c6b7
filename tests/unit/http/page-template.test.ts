import { expect, test } from 'vitest'
import {
  cutTemplate,
  escapeAttribute,
  escapeText,
  fillTemplate,
  inlineJson,
} from '../../../worker/http/page-template.ts'

const BUILT = `<!doctype html>
<html lang="de">
  <head>
    <title>Stagedoor</title>
    <link rel="icon" href="/assets/favicon.svg" type="image/svg+xml">
    <script type="module" crossorigin src="/assets/index.js"></script>
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`
const same = (was: string) => was
const SAME = { language: same, script: same, icon: same, title: same, head: same, view: same, end: same }

test('a template filled with what stood there is the built page', () => {
  expect(fillTemplate(cutTemplate(BUILT), SAME)).toBe(BUILT)
})

test('each place of a template takes its own text, in the order of the page and whatever signs the text has', () => {
  const html = fillTemplate(cutTemplate(BUILT), {
    ...SAME,
    title: () => '<title>$& $1 $`</title>',
    view: () => '<div id="root"><p>$&</p></div>',
    end: (was) => `<i></i>${was}`,
  })
  expect(html).toBe(
    BUILT.replace('<title>Stagedoor</title>', () => '<title>$& $1 $`</title>')
      .replace('<div id="root"></div>', () => '<div id="root"><p>$&</p></div>')
      .replace('</body>', '<i></i></body>'),
  )
})

test.each(['<title>', 'rel="icon"', 'type="module"', '<div id="root">', '</head>', '</body>'])(
  'a built page without %s is refused',
  (missing) => {
    expect(() => cutTemplate(BUILT.replace(missing, ''))).toThrow('the built page has no')
  },
)

test('text, attributes and JSON in a page can end neither their element nor their quotes', () => {
  expect(escapeText('</title><script>&')).toBe('&lt;/title&gt;&lt;script&gt;&amp;')
  expect(escapeAttribute('"><script>&')).toBe('&quot;>&lt;script>&amp;')
  const value = { text: '</script><!--\u2028\u2029', other: '<<' }
  expect(inlineJson(value)).not.toMatch(/[<\u2028\u2029]/)
  expect(JSON.parse(inlineJson(value))).toEqual(value)
})

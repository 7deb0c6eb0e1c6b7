import { expect, test } from 'vitest'
import { cutTemplate, fillTemplate, inlineJson } from '../../../worker/http/page-template.ts'

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
const same = (original: string) => original
const SAME = { language: same, script: same, icon: same, title: same, head: same, view: same, end: same }

test('fillTemplate returns the built page if every slot keeps its text', () => {
  expect(fillTemplate(cutTemplate(BUILT), SAME)).toBe(BUILT)
})

test('fillTemplate puts each text into its slot, whatever characters the text has', () => {
  const html = fillTemplate(cutTemplate(BUILT), {
    ...SAME,
    title: () => '<title>$& $1 $`</title>',
    view: () => '<div id="root"><p>$&</p></div>',
    end: (original) => `<i></i>${original}`,
  })
  expect(html).toBe(
    BUILT.replace('<title>Stagedoor</title>', () => '<title>$& $1 $`</title>')
      .replace('<div id="root"></div>', () => '<div id="root"><p>$&</p></div>')
      .replace('</body>', '<i></i></body>'),
  )
})

test.each(['<title>', 'rel="icon"', 'type="module"', '<div id="root">', '</head>', '</body>'])(
  'cutTemplate rejects a built page without %s',
  (missing) => {
    expect(() => cutTemplate(BUILT.replace(missing, ''))).toThrow('the built index.html has no')
  },
)

test('inlineJson escapes `<`, which could end the script element, and the line separators U+2028 and U+2029', () => {
  const value = { text: '</script><!--\u2028\u2029', other: '<<' }
  expect(inlineJson(value)).not.toMatch(/[<\u2028\u2029]/)
  expect(JSON.parse(inlineJson(value))).toEqual(value)
})

import { expect, test } from 'vitest'
import { escapeHtml } from '../../../../worker/domain/text/escape-html.ts'

test.each([
  ['</title><script>&', '&lt;/title&gt;&lt;script&gt;&amp;'],
  [`"><a title='`, '&quot;&gt;&lt;a title=&#39;'],
  ['&amp;', '&amp;amp;'],
  ['Grüße, 5 €', 'Grüße, 5 €'],
  ['', ''],
])('escapeHtml writes %s as %s', (text, escaped) => {
  expect(escapeHtml(text)).toBe(escaped)
})

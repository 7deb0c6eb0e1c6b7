/** Generates malformed HTML, whose tags are opened and closed in random order. The samples are the same in every run. */
import * as fc from 'fast-check'
import { RICH_TEXT_ELEMENTS } from '../../schema/rich-text.ts'

const tag = fc.constantFrom(...RICH_TEXT_ELEMENTS, 'section', 'font', 'script')
const token = fc.oneof(
  { weight: 5, arbitrary: tag.map((name) => `<${name}>`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('<td colspan="2">', '<a href="/x" title="&quot;>">', '<p lang="en">', '<th scope=col>'),
  },
  { weight: 3, arbitrary: tag.map((name) => `</${name}>`) },
  { weight: 3, arbitrary: fc.constantFrom('Wort', ' ', '\n', '&nbsp;', '&amp;', '<', 'a<b>"c') },
)

export function htmlSoup(samples: number, seed = 1): string[] {
  return fc.sample(
    fc.array(token, { minLength: 1, maxLength: 30 }).map((tokens) => tokens.join('')),
    { numRuns: samples, seed },
  )
}

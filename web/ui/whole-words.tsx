/** A text whose words such as "T-Shirt" stay in one line. */
import { createElement, Fragment } from 'react'
import { HYPHENED } from '../../schema/rules/hyphened-word.ts'

export function WholeWords({ text }: { text: string }) {
  const words = (text.match(HYPHENED) ?? []).map((word) =>
    createElement('span', { className: 'whitespace-nowrap' }, word),
  )
  // As arguments instead of a list, the parts need no keys.
  return createElement(Fragment, null, ...text.split(HYPHENED).flatMap((part, index) => [part, words[index]]))
}

import { expect, test } from 'vitest'
import { messageOf, rootMessageOf } from '../../../../worker/domain/text/error-message.ts'

const refused = new Error('connect ECONNREFUSED')
const failed = new TypeError('fetch failed', { cause: refused })

test('messageOf reads the message of an error and the text of any other value', () => {
  expect(messageOf(failed)).toBe('fetch failed')
  expect(messageOf('stop')).toBe('stop')
  expect(messageOf(undefined)).toBe('undefined')
})

test('rootMessageOf reads the message of the innermost error in the chain of causes', () => {
  expect(rootMessageOf(new Error('no answer', { cause: failed }))).toBe('connect ECONNREFUSED')
  expect(rootMessageOf(new Error('no answer', { cause: 'a text' }))).toBe('no answer')
  expect(rootMessageOf('stop')).toBe('stop')
})

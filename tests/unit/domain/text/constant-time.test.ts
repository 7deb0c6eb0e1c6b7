import { expect, test } from 'vitest'
import { equalInConstantTime } from '../../../../worker/domain/text/constant-time.ts'

test.each([
  ['Bearer token', 'Bearer token', true],
  ['Bearer tokem', 'Bearer token', false],
  ['Bearer', 'Bearer token', false],
  ['', '', true],
  [new Uint8Array([1, 2]), new Uint8Array([1, 2]), true],
  [new Uint8Array([1, 2]), new Uint8Array([1, 3]), false],
])('equalInConstantTime compares %j with %j: %s', (given, expected, isEqual) => {
  expect(equalInConstantTime(given, expected)).toBe(isEqual)
})

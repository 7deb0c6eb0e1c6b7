/** Error reports must not contain anything that may be data of the visitor (CONS-01). */
import { describe, expect, it } from 'vitest'
import { describeFault, withoutData } from '../../../../web/consent/error-report.ts'

describe('the message of an error report', () => {
  it.each([
    ["Cannot read properties of undefined (reading 'items')", "Cannot read properties of undefined (reading 'items')"],
    [
      'Unexpected token \'I\', "Ida "the" Br"... is not valid JSON',
      "Unexpected token 'I', <text>... is not valid JSON",
    ],
    ['no "Ida Brandt', 'no <text>'],
    ["unknown name 'Ida Brandt'", 'unknown name <text>'],
    ['failed to load https://shop.example/checkout/done/ord_1/ABC?code=x now', 'failed to load <address> now'],
    ['bad address ida.brandt+x@example.org', 'bad address <email>'],
    ['order KX-4711 of 0171 2345678, DE68210501700012345678', 'order <code> of <code> <code>, <code>'],
    ['x'.repeat(5000), 'x'.repeat(200)],
  ])('CONS-01 turns %s into %s', (message, expected) => {
    expect(withoutData(message)).toBe(expected)
  })
})

describe('the description of a fault', () => {
  it('CONS-01 contains at most eight positions in the shop’s scripts, and no other part of the stack', () => {
    const error = new TypeError('x is not a function')
    const frames = Array.from(
      { length: 12 },
      (_, index) => `at pay (https://shop.example/assets/kit-A_b-1.js:1:${index})`,
    )
    error.stack = `TypeError: Ida Brandt\n at https://shop.example/checkout/done/ord_1/ABC:1:1\n${frames.join('\n')}`
    expect(describeFault(error)).toEqual({
      error: 'TypeError',
      message: 'x is not a function',
      frames: Array.from({ length: 8 }, (_, index) => `/assets/kit-A_b-1.js:1:${index}`),
    })
  })

  it.each([
    ['a string', 'timeout of ida@example.org', { error: 'string', message: 'timeout of <email>', frames: [] }],
    ['an object', { email: 'ida@example.org' }, { error: 'object', message: '', frames: [] }],
    ['nothing', undefined, { error: 'undefined', message: '', frames: [] }],
    [
      'an error with a name that is a text',
      Object.assign(new Error('a'), { name: 'Ida Brandt', stack: '' }),
      { error: 'object', message: 'a', frames: [] },
    ],
  ])('CONS-01 describes %s', (_name, fault, expected) => {
    expect(describeFault(fault)).toEqual(expected)
  })
})

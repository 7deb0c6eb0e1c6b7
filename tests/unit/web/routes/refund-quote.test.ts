import { expect, it } from 'vitest'
import { isRefusedAgain } from '../../../../web/routes/refund/use-refund-quote.ts'

it('SUP-01 the form does not ask for the amount again with a refused address or with refused numbers', () => {
  expect(isRefusedAgain(null, 'fan@example.org', ['1'])).toBe(false)
  const address = { email: 'typo@example.org', typed: [] }
  expect(isRefusedAgain(address, 'typo@example.org', [])).toBe(true)
  expect(isRefusedAgain(address, 'typo@example.org', ['1'])).toBe(true)
  expect(isRefusedAgain(address, 'fan@example.org', [])).toBe(false)
  const number = { email: 'fan@example.org', typed: ['1'] }
  expect(isRefusedAgain(number, 'fan@example.org', ['1', '2'])).toBe(true)
  expect(isRefusedAgain(number, 'fan@example.org', ['2'])).toBe(false)
  expect(isRefusedAgain(number, 'fan@example.org', [])).toBe(false)
  expect(isRefusedAgain({ email: 'fan@example.org', typed: ['1', '2'] }, 'fan@example.org', ['2'])).toBe(false)
})

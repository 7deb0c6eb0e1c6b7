/** Tests what the page of an order hands to the form that returns tickets. */
import { expect, it } from 'vitest'
import { groupedCode } from '../../../../schema/rules/ticket-code.ts'
import { handedCodes, handOverCodes } from '../../../../web/routes/refund/handed-codes.ts'

const ticket = (eventId: string, code: string | null) => ({ eventId, code })

it('SUP-01 fills in the numbers of all tickets of a cancelled event, without those on paper and of other events', () => {
  const tickets = [
    ticket('off', '1234567890123'),
    ticket('off', '2234567890123'),
    ticket('off', null),
    ticket('other', '3234567890123'),
  ]
  const state: unknown = handOverCodes({ tickets }, { id: 'off', status: 'cancelled' })
  expect(handedCodes(state)).toEqual(['1234567890123', '2234567890123'].map(groupedCode))
})

it('SUP-01 fills in the only ticket of a moved event, and leaves the choice among several to the fan', () => {
  const moved = { id: 'moved', status: 'postponed' }
  const one = [ticket('moved', '1234567890123')]
  expect(handedCodes(handOverCodes({ tickets: one }, moved))).toEqual([groupedCode('1234567890123')])
  const two = [...one, ticket('moved', '2234567890123')]
  expect(handedCodes(handOverCodes({ tickets: two }, moved))).toEqual([''])
})

it.each([null, undefined, 'text', {}, { returnedCodes: 1 }, { returnedCodes: [1, null] }])(
  'SUP-01 shows one empty field if the history entry contains %j',
  (state) => {
    expect(handedCodes(state)).toEqual([''])
  },
)

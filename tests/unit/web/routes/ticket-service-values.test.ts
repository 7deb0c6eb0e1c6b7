/** Tests what the page of an order hands to the forms for cancellations and changes of tickets. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { m } from '../../../../web/i18n/messages.ts'
import { serviceFields } from '../../../../web/routes/ticket-service/field-labels.ts'
import { orderValues, type ServedOrder, storeOrderValues } from '../../../../web/routes/ticket-service/order-values.ts'
import { problemsBeforeChoice } from '../../../../web/routes/ticket-service/service-form.ts'
import {
  awaitsChoice,
  emptyTicket,
  storedValues,
  storeValues,
  toggleOffered,
} from '../../../../web/routes/ticket-service/service-values.ts'

const BUYER = {
  firstName: 'Ida',
  lastName: 'Ek',
  address: 'Weg 1',
  postCode: '10999',
  city: 'Berlin',
  countryCode: 'DE',
}

function ticket(id: string, change: Partial<ServedOrder['tickets'][number]> = {}): ServedOrder['tickets'][number] {
  return {
    id,
    orderItemId: 'line',
    eventId: 'club',
    code: '1234567890123',
    holder: null,
    checkInKey: id,
    needsCheckIn: false,
    isCheckedIn: false,
    wallets: [],
    ...change,
  }
}

function order(tickets: ServedOrder['tickets'], change: Partial<ServedOrder> = {}): ServedOrder {
  return { reference: '1234567890', email: 'ida@example.org', billingAddress: BUYER, items: [], tickets, ...change }
}

beforeEach(() => {
  const entries = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('SUP-04 fills a form from the page of an order with the number, the buyer and the only ticket of the event', () => {
  const values = orderValues(order([ticket('a', { holder: 'Bo' }), ticket('b', { eventId: 'other' })]), 'club')
  expect(values).toMatchObject({ name: 'Ida Ek', email: 'ida@example.org', orderReference: '1234567890' })
  expect(values.tickets).toEqual([{ row: 'a', type: 'online', name: 'Bo', newName: '', number: '1234567890123' }])
})

it('SUP-04 fills no name and no masked address from the page of an old order, and knows no number of a ticket on paper', () => {
  const values = orderValues(
    order([ticket('a', { code: null })], { email: 'i…@example.org', billingAddress: null }),
    'club',
  )
  expect(values).toMatchObject({ name: '', email: '' })
  expect(values.tickets).toEqual([{ row: 'a', type: 'hard', name: '', newName: '', number: '' }])
})

it('SUP-04 offers several tickets of an order, adds a chosen one in place of the empty one, and takes it away again', () => {
  const { offered, tickets } = orderValues(order([ticket('a'), ticket('b')]), 'club')
  expect(tickets).toMatchObject([{ type: '', name: '', number: '' }])
  expect(offered[0]?.label).toBe('1\u00a0234567\u00a0890123')
  const [first, second] = offered
  if (!first || !second) throw new Error('two tickets are offered')
  const both = toggleOffered(toggleOffered(tickets, first), second)
  expect(both.map(({ row }) => row)).toEqual(['a', 'b'])
  const none = toggleOffered(toggleOffered(both, first), second)
  expect(none).toMatchObject([{ type: '', name: '', number: '' }])
  const four = ['c', 'd', 'e', 'f'].map((row) => ({ ...emptyTicket(), row, name: 'Bo' }))
  expect(toggleOffered(four, first)).toBe(four)
})

it('SUP-04 asks to choose among several tickets of an order, instead of for the fields of a ticket without values', () => {
  const values = orderValues(order([ticket('a'), ticket('b')]), 'club')
  const [first] = values.offered
  if (!first) throw new Error('two tickets are offered')
  expect(awaitsChoice(values)).toBe(true)
  expect(awaitsChoice({ ...values, tickets: toggleOffered(values.tickets, first) })).toBe(false)
  expect(awaitsChoice({ ...values, tickets: [{ ...emptyTicket(), number: '1' }] })).toBe(false)
  expect(awaitsChoice({ ...values, tickets: [emptyTicket(), emptyTicket()] })).toBe(false)
  expect(awaitsChoice({ ...values, offered: [first] })).toBe(false)
  const problem = () => 'wrong'
  const problems = new Map([
    ['name', problem],
    ['tickets.0.type', problem],
    ['tickets.0.number', problem],
  ])
  expect(serviceFields(problemsBeforeChoice(problems), false).map(({ label }) => label)).toEqual([
    m.service_name(),
    m.service_offered(),
  ])
  expect([...problemsBeforeChoice(new Map([['name', problem]])).keys()]).toEqual(['name'])
  expect(serviceFields(new Map([['tickets.0.name', problem]]), true)[0]?.label).toContain(m.service_holder_now())
})

it('SUP-04 keeps what the fan typed when the form of the same tickets opens again, and replaces that of another order', () => {
  const own = order([ticket('a'), ticket('b')])
  storeOrderValues('cancel', own, 'club')
  const stored = storedValues('cancel')
  if (!stored) throw new Error('the values are stored')
  storeValues('cancel', { ...stored, comment: 'typed' })
  storeOrderValues('cancel', own, 'club')
  expect(storedValues('cancel')?.comment).toBe('typed')
  storeOrderValues('cancel', order([ticket('x')], { reference: '9999999999' }), 'club')
  expect(storedValues('cancel')).toMatchObject({ comment: '', orderReference: '9999999999' })
})

import { describe, expect, it } from 'vitest'
import { addressSchema } from '../../../schema/inputs/address.ts'
import { personalIdentifierSchema } from '../../../schema/inputs/cart.ts'
import { PARSED_ADDRESS } from '../../support/address.ts'

const isAccepted = (more: Partial<typeof PARSED_ADDRESS>) =>
  addressSchema.safeParse({ ...PARSED_ADDRESS, ...more }).success

const LINKS = [
  'http://evil.example/x',
  'evil.example',
  'Gewinn auf evil.com abholen',
  'www.evil',
  'WWW.EVIL.COM',
  'x.co',
  'evil。com',
  'evil．com',
  'ida@example.org',
  'Ida\r\nBcc: x',
  'Ida\u202eBrandt',
]

describe('schemas of the texts in mails', () => {
  it.each([
    'Ida',
    'Anne-Sophie',
    "O'Brien",
    'O’Neill',
    'J.R.R.',
    'Dr. Müller',
    'Łuczak',
    'José María',
    'van der Berg',
    'Nguyễn Thị Ánh',
    '李小龍',
    'محمد',
    'ศรีสุข',
    'Smith 3rd',
    'Ludwig 2.',
    'Martin Luther, Jr.',
    'Gal·la',
  ])('ADDR-01 accept the name %s', (name) => {
    expect(isAccepted({ firstName: name, lastName: name })).toBe(true)
  })

  it.each([...LINKS, '+49 900 123456', 'Anruf 0900123456', '<b>Ida</b>', 'Ida!', '100%'])(
    'ADDR-01 reject the name %j',
    (name) => {
      expect(isAccepted({ firstName: name })).toBe(false)
      expect(isAccepted({ lastName: name })).toBe(false)
    },
  )

  it('ADDR-01 accept usual addresses', () => {
    expect(
      isAccepted({ address: 'Str. des 17. Juni 135', address2: 'c/o Berg, 2. OG / Top 3', city: 'St. Gallen' }),
    ).toBe(true)
    expect(
      isAccepted({ company: 'Müller & Söhne GmbH & Co. KG', address: '221B Baker St.', postCode: 'EC1A 1BB' }),
    ).toBe(true)
    expect(isAccepted({ company: 'Kulturverein Hafen e.V.', city: 'Frankfurt (Oder)', address: 'P4 12-14' })).toBe(true)
  })

  it.each(LINKS)('ADDR-01 reject %j in every line of an address', (text) => {
    for (const field of ['company', 'address', 'address2', 'city']) expect(isAccepted({ [field]: text })).toBe(false)
  })

  it('ADDR-01 reject a link as a postal code', () => {
    expect(isAccepted({ postCode: 'evil.com' })).toBe(false)
  })

  it.each(LINKS)('reject %j in a ticket holder’s text', (text) => {
    expect(personalIdentifierSchema.safeParse(text).success).toBe(false)
  })

  it('accept names, a street and a phone number in a ticket holder’s text', () => {
    expect(personalIdentifierSchema.safeParse('Ida+Brandt+Hafenstr. 12, 20457 Hamburg++49 40 1234').success).toBe(true)
    expect(personalIdentifierSchema.safeParse('Klasse 7b & Co!').success).toBe(true)
  })
})

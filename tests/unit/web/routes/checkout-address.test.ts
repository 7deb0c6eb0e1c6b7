import { describe, expect, it } from 'vitest'
import { lacksHouseNumber, postCodeLooksWrong } from '../../../../web/routes/checkout/address-hints.ts'
import { editDistance, suggestedEmail } from '../../../../web/routes/checkout/email-suggestion.ts'
import {
  clearedPreferencesCookie,
  emptyAddress,
  emptyPreferences,
  preferencesCookie,
  readPreferences,
} from '../../../../web/routes/checkout/preferences.ts'

describe('checks of the address form', () => {
  it.each([
    ['fan@gmial.com', 'fan@gmail.com'],
    ['fan@gmx.ed', 'fan@gmx.de'],
    ['Fan.Name@web.dee', 'Fan.Name@web.de'],
    ['fan@t-onlien.de', 'fan@t-online.de'],
    ['fan@hotmal.com', 'fan@hotmail.com'],
    ['oezge@gmial.con', 'oezge@gmail.com'],
    ['fan@hotmial.con', 'fan@hotmail.com'],
    ['fan@nachtwerk.con', 'fan@nachtwerk.com'],
  ])('ADDR-02 suggest a correction for %s, which needs no further one', (typed, meant) => {
    expect(suggestedEmail(typed)).toBe(meant)
    expect(suggestedEmail(meant)).toBeNull()
  })

  it.each(['fan@gmail.com', 'fan@gmx.de', 'fan@t-online.de', 'label@nachtwerk.band', 'fan@posteo.de', 'contact', ''])(
    'ADDR-02 suggest no correction for “%s”',
    (typed) => {
      expect(suggestedEmail(typed)).toBeNull()
    },
  )

  it('ADDR-02 compute the Levenshtein distance of two words', () => {
    expect(editDistance('kitten', 'sitting')).toBe(3)
    expect(editDistance('', 'abc')).toBe(3)
    expect(editDistance('gmx', 'gmx')).toBe(0)
  })

  it('ADDR-03 question a postal code only if it contradicts the known format of its country', () => {
    expect(postCodeLooksWrong('10999', 'de')).toBe(false)
    expect(postCodeLooksWrong('1099', 'de')).toBe(true)
    expect(postCodeLooksWrong('1070', 'at')).toBe(false)
    expect(postCodeLooksWrong('anything', 'zz')).toBe(false)
  })

  it('ADDR-03 notice a missing house number', () => {
    expect(lacksHouseNumber('Oranienstraße')).toBe(true)
    expect(lacksHouseNumber('Oranienstraße 190')).toBe(false)
  })
})

describe('preferences cookie of the checkout', () => {
  const filled = {
    ...emptyPreferences('de'),
    email: 'fan@example.org',
    shippingAddress: { ...emptyAddress('at'), firstName: 'Özge', lastName: 'Łuczak', address: 'Gürtel 1; Stiege=2' },
    paymentMethod: 'bank_transfer',
  }
  const NACHTWERK = { slug: 'nachtwerk', basePath: '/nachtwerk', secure: true }
  const jar = (assignment: string) => `locale=de; ${assignment.split(';')[0]}; other=1`

  it('CHK-08 restores the input only in the same shop', () => {
    expect(readPreferences(jar(preferencesCookie(NACHTWERK, filled)), 'nachtwerk', 'de')).toEqual(filled)
    expect(readPreferences(jar(preferencesCookie(NACHTWERK, filled)), 'hafen', 'de')).toEqual(emptyPreferences('de'))
  })

  it('CHK-08 contains no empty values, and a reader ignores values of the wrong type and malformed JSON', () => {
    const cookie = `checkout_shop=${encodeURIComponent(JSON.stringify({ email: '', shipping_address: { last_name: 7, first_name: 'A' }, payment_method: [] }))}`
    expect(readPreferences(cookie, 'shop', 'de')).toEqual({
      ...emptyPreferences('de'),
      shippingAddress: { ...emptyAddress('de'), firstName: 'A' },
    })
    expect(readPreferences('checkout_shop=%7Bbroken', 'shop', 'de')).toEqual(emptyPreferences('de'))
    expect(preferencesCookie(NACHTWERK, emptyPreferences('de'))).not.toContain('last_name')
  })

  it('CHK-08 contains only the fields that the specification names', () => {
    const address = { ...filled.shippingAddress, company: 'Nachtwerk GmbH', address2: 'Hinterhaus' }
    const cookie = decodeURIComponent(
      preferencesCookie(NACHTWERK, { ...filled, shippingAddress: address, billingAddress: address }),
    )
    expect(cookie).toContain('Özge')
    expect(cookie).not.toMatch(/Nachtwerk GmbH|Hinterhaus/)
  })

  it('CHK-08 is cleared by an empty value that expires at once', () => {
    expect(clearedPreferencesCookie(NACHTWERK)).toBe(
      'checkout_nachtwerk=; Path=/nachtwerk; SameSite=Lax; Secure; Max-Age=0',
    )
  })

  it('CHK-08 is limited to the shop’s path, lasts 30 days, and is `Secure` only over HTTPS', () => {
    const cookie = preferencesCookie(NACHTWERK, filled)
    expect(cookie).toMatch(/^checkout_nachtwerk=.*; Path=\/nachtwerk; SameSite=Lax; Secure; Max-Age=2592000$/)
    // Browsers reject a `Secure` cookie over plain HTTP.
    expect(preferencesCookie({ ...NACHTWERK, secure: false }, filled)).not.toContain('Secure')
  })
})

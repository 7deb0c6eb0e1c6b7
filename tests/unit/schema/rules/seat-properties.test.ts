import { expect, it } from 'vitest'
import { seatProperties } from '../../../../schema/rules/seat-properties.ts'
import { withProperties } from '../../../../schema/rules/with-properties.ts'
import { SEAT_FLAGS } from '../../../../schema/seat-map.ts'

it.each([
  ['accessible', 'Rollstuhlplatz', 'wheelchair space'],
  ['companion', 'Begleitplatz', 'companion seat'],
  ['restrictedView', 'eingeschränkte Sicht', 'restricted view'],
  ['standing', 'Stehplatz', 'standing place'],
] as const)(
  'SEAT-14 seatProperties says of the flag %s “%s” in German and “%s” in English',
  (flag, german, english) => {
    expect(seatProperties(SEAT_FLAGS[flag], 'de')).toEqual([german])
    expect(seatProperties(SEAT_FLAGS[flag], 'en')).toEqual([english])
  },
)

it('SEAT-14 seatProperties names every flag of a seat, and nothing for a seat without flags', () => {
  const flags = SEAT_FLAGS.restrictedView | SEAT_FLAGS.accessible
  expect(seatProperties(flags, 'de')).toEqual(['Rollstuhlplatz', 'eingeschränkte Sicht'])
  expect(seatProperties(0, 'de')).toEqual([])
})

it('SEAT-14 withProperties adds the properties to a place after dots, and leaves a place without properties unchanged', () => {
  expect(withProperties('Reihe 2, Platz 1', ['Rollstuhlplatz', 'eingeschränkte Sicht'])).toBe(
    'Reihe 2, Platz 1 · Rollstuhlplatz · eingeschränkte Sicht',
  )
  expect(withProperties('Reihe 2, Platz 1', [])).toBe('Reihe 2, Platz 1')
})

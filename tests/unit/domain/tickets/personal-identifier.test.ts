import { describe, expect, it } from 'vitest'
import { SEAT_FLAGS } from '../../../../schema/seat-map.ts'
import { seatPlace } from '../../../../worker/domain/seats/seat-place.ts'
import { holderName, holderOf } from '../../../../worker/domain/tickets/personal-identifier.ts'

describe('texts of a ticket', () => {
  it.each([
    ['Ida+Brandt', { firstName: 'Ida', lastName: 'Brandt' }],
    [
      'Ida + Brandt+Hafenstr. 1+030 1',
      { firstName: 'Ida', lastName: 'Brandt', address: 'Hafenstr. 1', phone: '030 1' },
    ],
    [
      'Ida+Brandt+Hafenstr. 1+ +49 30 1',
      { firstName: 'Ida', lastName: 'Brandt', address: 'Hafenstr. 1', phone: '+49 30 1' },
    ],
    ['Ida', { firstName: 'Ida' }],
    ['+Brandt', { lastName: 'Brandt' }],
    ['', {}],
    [null, {}],
  ])('TIX-02 holderOf reads the holder from %j', (text, expected) => {
    expect(holderOf(text, 'check_in_required', 0)).toEqual(expected)
  })

  it('TIX-02 holderOf keeps a group’s name unchanged, and holderName formats names', () => {
    const group = { groupName: 'Chor + Band e. V.' }
    expect(holderOf('Chor + Band e. V.', 'group_personalization_required', 0)).toEqual(group)
    expect(holderOf('Chor + Band e. V.', 'group_personalization_required', 3)).toEqual(group)
    expect(holderName({ groupName: 'Chor + Band e. V.' })).toBe('Chor + Band e. V.')
    expect(holderName({ firstName: 'Ida', lastName: 'Brandt' })).toBe('Ida Brandt')
    expect(holderName({})).toBe('')
  })

  it('TIX-02 holderOf gives each ticket of a line the name on its own line of the text', () => {
    const text = 'Ida+Brandt\nJo+Öztürk'
    expect(holderOf(text, 'check_in_required', 1)).toEqual({ firstName: 'Jo', lastName: 'Öztürk' })
    expect(holderOf(text, 'check_in_required', 2)).toEqual({})
  })

  it('TIX-01 seatPlace formats the section, the row and the seat in the given language', () => {
    const seat = { sectionName: 'Block A', seatRow: '3', seatNumber: '12', seatFlags: 0, variantName: '' }
    const none = { seatRow: null, seatNumber: null, seatFlags: 0, variantName: '' }
    expect(seatPlace(seat, 'de')).toBe('Block A, Reihe 3, Platz 12')
    expect(seatPlace(seat, 'en')).toBe('Block A, row 3, seat 12')
    expect(seatPlace({ sectionName: 'Innenraum', ...none }, 'de')).toBe('Innenraum')
    expect(seatPlace({ sectionName: null, ...none }, 'de')).toBe('')
    expect(seatPlace({ sectionName: 'Innenraum', ...none, variantName: 'Innenraum, Vollpreis' }, 'de')).toBe('')
  })

  it('SEAT-14 seatPlace names the properties of the seat, in the given language', () => {
    const seat = {
      ...{ sectionName: 'Block A', seatRow: '3', seatNumber: '12', variantName: '' },
      seatFlags: SEAT_FLAGS.restrictedView,
    }
    expect(seatPlace(seat, 'de')).toBe('Block A, Reihe 3, Platz 12 · eingeschränkte Sicht')
    expect(seatPlace(seat, 'en')).toBe('Block A, row 3, seat 12 · restricted view')
  })
})

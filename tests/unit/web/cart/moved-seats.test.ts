import { describe, expect, it } from 'vitest'
import { movedText, seatNames } from '../../../../web/cart/seat-names.ts'
import { movedSeats } from '../../../../web/cart/use-remove-item.ts'

const line = (id: string, row: string | null, name: string | null) => ({
  id,
  seatId: name === null ? null : `seat-${row}-${name}`,
  seat: { sectionId: 'balcony', sectionName: 'Rang', row, name, properties: [] as string[] },
})
const item = (id: string, row: string | null, name: string | null) => ({ ...line(id, row, name), bundled: [] })

describe('SEAT-07 the seats that a removal moved', () => {
  it('are those of lines with other seats, also in bundles, without the removed line', () => {
    const standing = item('standing', null, null)
    const bundle = (name: string) => ({ ...item('d', '2', '9'), bundled: [line('e', '3', name)] })
    const before = [item('a', '1', '1'), item('b', '1', '2'), item('c', '1', '3'), standing, bundle('4')]
    const after = [item('b', '1', '1'), item('c', '1', '3'), standing, bundle('5')]
    expect(movedSeats(before, after)).toEqual({
      from: [
        { section: 'Rang', row: '1', seat: '2', properties: [] },
        { section: 'Rang', row: '3', seat: '4', properties: [] },
      ],
      to: [
        { section: 'Rang', row: '1', seat: '1', properties: [] },
        { section: 'Rang', row: '3', seat: '5', properties: [] },
      ],
    })
  })

  it('are named together if they are in one row, in the order of their numbers', () => {
    const seat = (row: string, name: string) => ({ section: 'Rang', row, seat: name, properties: [] })
    expect(seatNames([seat('1', '10'), seat('1', '9'), seat('2', '4')])).toBe(
      'Rang, Reihe\u00a01, Plätze\u00a09, 10 · Rang, Reihe\u00a02, Platz\u00a04',
    )
  })

  it('are none if the lines have their former seats, or if the browser did not know the former seats', () => {
    const after = [item('b', '1', '1')]
    expect(movedSeats([item('a', '1', '2'), ...after], after)).toBeNull()
    expect(movedSeats([], after)).toBeNull()
  })

  it('are named with the new ones', () => {
    const moved = movedSeats([item('a', '1', '2'), item('b', '1', '3')], [item('a', '1', '3'), item('b', '1', '4')])
    expect(moved && movedText(moved)).toBe(
      'Damit kein einzelner Platz übrig bleibt, haben wir getauscht. Statt Rang, Reihe\u00a01, Plätze\u00a02, 3 hast du jetzt: Rang, Reihe\u00a01, Plätze\u00a03, 4.',
    )
  })
})

describe('SEAT-14 the names of seats in a sentence', () => {
  const seat = (name: string, ...properties: string[]) => ({ section: 'Rang', row: '1', seat: name, properties })

  it('have the properties in brackets, and name only seats with the same properties together', () => {
    expect(seatNames([seat('2', 'eingeschränkte Sicht')])).toBe(
      'Rang, Reihe\u00a01, Platz\u00a02 (eingeschränkte Sicht)',
    )
    expect(seatNames([seat('3'), seat('2', 'eingeschränkte Sicht'), seat('1', 'eingeschränkte Sicht')])).toBe(
      'Rang, Reihe\u00a01, Platz\u00a03 · Rang, Reihe\u00a01, Plätze\u00a01, 2 (eingeschränkte Sicht)',
    )
    expect(seatNames([seat('1', 'Rollstuhlplatz', 'eingeschränkte Sicht')])).toBe(
      'Rang, Reihe\u00a01, Platz\u00a01 (Rollstuhlplatz, eingeschränkte Sicht)',
    )
  })

  it('say so if the server has moved a seat to one with a restricted view', () => {
    const restricted = {
      ...line('a', '1', '3'),
      seat: { ...line('a', '1', '3').seat, properties: ['eingeschränkte Sicht'] },
    }
    const moved = movedSeats([item('a', '1', '2')], [{ ...restricted, bundled: [] }])
    expect(moved && movedText(moved)).toContain(
      'hast du jetzt: Rang, Reihe\u00a01, Platz\u00a03 (eingeschränkte Sicht).',
    )
  })
})

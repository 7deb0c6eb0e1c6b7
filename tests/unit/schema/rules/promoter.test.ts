import { describe, expect, it } from 'vitest'
import { companyLines, organiserBeside, promoterLines, promoterOf } from '../../../../schema/rules/promoter.ts'

const address = {
  ...{ company: 'Nachtwerk GmbH', firstName: 'Ada', lastName: 'Berg', address: 'Weg 1', address2: 'Hof' },
  ...{ city: 'Berlin', postCode: '10999', countryCode: 'de' },
}
const labels = { owner: 'Vertragspartner', organiser: 'Veranstalter' }

describe('promoter of a concert', () => {
  it('EVT-01 has lines for its name, street and city, and none if there is no company', () => {
    expect(companyLines(address)).toEqual(['Nachtwerk GmbH', 'Ada Berg', 'Weg 1', 'Hof', '10999 Berlin'])
    const { firstName: _first, lastName: _last, address2: _second, ...plain } = address
    expect(companyLines(plain)).toEqual(['Nachtwerk GmbH', 'Weg 1', '10999 Berlin'])
    expect(companyLines(null)).toEqual([])
  })

  it('EVT-01 is the company that owns the event, or else the local organiser', () => {
    const name = 'Nachtwerk GmbH, Ada Berg, Weg 1, Hof, 10999 Berlin'
    expect(promoterOf({ localOrganizer: 'Kiez GmbH', owningCompanyAddress: address })).toEqual({ isOwner: true, name })
    expect(promoterOf({ localOrganizer: 'Kiez GmbH', owningCompanyAddress: null })).toEqual({
      isOwner: false,
      name: 'Kiez GmbH',
    })
    expect(promoterOf({ localOrganizer: null, owningCompanyAddress: null })).toBeNull()
  })

  it('EVT-01 stands beside the local organiser only if both differ', () => {
    expect(organiserBeside({ localOrganizer: 'Nachtwerk GmbH', owningCompanyAddress: address })).toBeNull()
    expect(organiserBeside({ localOrganizer: 'Kiez GmbH', owningCompanyAddress: address })).toBe('Kiez GmbH')
    expect(organiserBeside({ localOrganizer: 'Kiez GmbH', owningCompanyAddress: null })).toBe('Kiez GmbH')
    expect(organiserBeside({ localOrganizer: null, owningCompanyAddress: null })).toBeNull()
  })

  it('CHK-06 has one line for all events, or a line for each event if not all have the same promoter', () => {
    const [owner, organiser] = [
      { isOwner: true, name: 'Nachtwerk GmbH' },
      { isOwner: false, name: 'Kiez GmbH' },
    ]
    const koeln = { name: 'Köln', promoter: owner }
    const berlin = { name: 'Berlin', promoter: owner }
    expect(promoterLines([koeln, berlin], labels)).toEqual(['Vertragspartner: Nachtwerk GmbH'])
    expect(promoterLines([koeln, koeln, { ...berlin, promoter: organiser }], labels)).toEqual([
      'Vertragspartner: Nachtwerk GmbH (Köln)',
      'Veranstalter: Kiez GmbH (Berlin)',
    ])
    expect(promoterLines([koeln, { ...berlin, promoter: null }], labels)).toEqual([
      'Vertragspartner: Nachtwerk GmbH (Köln)',
    ])
    expect(promoterLines([], labels)).toEqual([])
  })
})

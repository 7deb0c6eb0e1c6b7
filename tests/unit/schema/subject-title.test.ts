/** Tests how page titles name products, concerts and tours. */
import { describe, expect, it } from 'vitest'
import { eventHeading, eventTitle, productTitle, tourTitle } from '../../../schema/subject-title.ts'

describe('page title', () => {
  it.each([
    ['Kiosk Kardinal – Pfandgut', 'LP', null, 'Kiosk Kardinal – Pfandgut (LP)'],
    ['Kiosk Kardinal – Pfandgut', 'CD', '', 'Kiosk Kardinal – Pfandgut (CD)'],
    ['Regal – Logo', 'T-Shirt', 'Rot', 'Regal – Logo (T-Shirt, Rot)'],
    ['Regal – Logo-T-Shirt, rot', 'T-Shirt', 'Rot', 'Regal – Logo-T-Shirt, rot'],
  ])('PROD-02 of the product %s with type %s and colour %s is “%s”', (descriptiveName, productType, color, title) => {
    expect(productTitle({ descriptiveName, productType, color })).toBe(title)
  })

  it('EVL-04, SEO-01 of a concert has the city once, and the day unless it is hidden', () => {
    const descriptiveName = 'Regal – Nacht'
    const venue = { city: 'Köln', postalCity: 'Köln' }
    const shown = eventTitle({ descriptiveName, venue, day: 'Sa, 05.12.2026' })
    expect(shown).toBe('Regal – Nacht, Köln, Sa, 05.12.2026')
    expect(eventTitle({ descriptiveName: 'Regal in Köln', venue, day: null })).toBe('Regal in Köln')
  })

  it('TOUR-01 of a tour has its artists, and the word “Tour” once', () => {
    expect(tourTitle({ name: 'Leergut-Tour', artistNames: 'Kiosk Kardinal' })).toBe('Kiosk Kardinal – Leergut-Tour')
    expect(tourTitle({ name: 'Firnsturm', artistNames: 'Aschenfirn' })).toBe('Aschenfirn – Firnsturm (Tour)')
  })
})

describe('heading of an event’s page', () => {
  it.each([
    ['Leergut-Tour', 'Hamburg', 'Leergut-Tour\u00a0– Hamburg'],
    ['Eine Nacht in hamburg', 'Hamburg', 'Eine Nacht in hamburg'],
  ])('EVT-01 of %s in %s names the city once', (name, city, heading) => {
    expect(eventHeading({ name, venue: { city, postalCity: city } })).toBe(heading)
  })

  it('L10N-08, EVT-01 of an English page names a city once, whichever of its two names the concert has', () => {
    const venue = { city: 'Cologne', postalCity: 'Köln' }
    expect(eventHeading({ name: 'Leergut tour', venue })).toBe('Leergut tour\u00a0– Cologne')
    for (const name of ['Live in Köln', 'Live in Cologne']) {
      expect(eventHeading({ name, venue })).toBe(name)
      expect(eventTitle({ descriptiveName: name, venue, day: null })).toBe(name)
    }
  })
})

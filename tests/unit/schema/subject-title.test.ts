/** What a page's title calls its subject. */
import { describe, expect, it } from 'vitest'
import { eventTitle, productTitle, tourTitle } from '../../../schema/subject-title.ts'

describe('a title', () => {
  it.each([
    ['Kiosk Kardinal – Pfandgut', 'LP', null, 'Kiosk Kardinal – Pfandgut (LP)'],
    ['Kiosk Kardinal – Pfandgut', 'CD', '', 'Kiosk Kardinal – Pfandgut (CD)'],
    ['Regal – Logo', 'T-Shirt', 'Rot', 'Regal – Logo (T-Shirt, Rot)'],
    ['Regal – Logo-T-Shirt, rot', 'T-Shirt', 'Rot', 'Regal – Logo-T-Shirt, rot'],
  ])('PROD-02 of %s tells kind %s and colour %s, each once', (descriptiveName, productType, color, title) => {
    expect(productTitle({ descriptiveName, productType, color })).toBe(title)
  })

  it('EVL-04, SEO-01 of a concert tells city and day, and no day where the event hides it', () => {
    const descriptiveName = 'Regal – Nacht'
    const shown = eventTitle({ descriptiveName, city: 'Köln', day: 'Sa, 05.12.2026' })
    expect(shown).toBe('Regal – Nacht, Köln, Sa, 05.12.2026')
    expect(eventTitle({ descriptiveName: 'Regal in Köln', city: 'Köln', day: null })).toBe('Regal in Köln')
  })

  it('TOUR-01 of a tour tells who and that it is one', () => {
    expect(tourTitle({ name: 'Leergut-Tour', artistNames: 'Kiosk Kardinal' })).toBe('Kiosk Kardinal – Leergut-Tour')
    expect(tourTitle({ name: 'Firnsturm', artistNames: 'Aschenfirn' })).toBe('Aschenfirn – Firnsturm (Tour)')
  })
})

import { describe, expect, it } from 'vitest'
import type { PageEvent } from '../../../../web/routes/event/event.ts'
import { EventDetails } from '../../../../web/routes/event/event-details.tsx'
import { NOW, pageEvent } from '../../../support/page-event.ts'
import { shopMarkup } from '../shop-markup.tsx'

const MAP = { displayMap: true, seatmapUrl: '/seat-maps/1.json' }
const markup = (change: Partial<PageEvent>) => shopMarkup(<EventDetails event={pageEvent(change)} />)

describe('the details of an event', () => {
  it('EVT-15 name the filter for wheelchair spaces and their sections only if the map has such spaces', () => {
    const accessibleSections = ['Parkett', 'Rang']
    expect(markup({ ...MAP, accessibleSections })).toMatch(
      /hier: Parkett, Rang\. Wähl beim Saalplan „Nur Rollstuhlplätze“/,
    )
    for (const change of [
      MAP,
      { accessibleSections },
      { ...MAP, accessibleSections, salesEndAt: NOW },
      { ...MAP, accessibleSections, status: 'cancelled' },
    ]) {
      expect(markup(change), JSON.stringify(change)).not.toContain('Nur Rollstuhlplätze')
      expect(markup(change)).toContain('mailto:barrierefrei@stagedoor.example')
    }
  })

  it('EVT-15 name the common first words of all sections only once', () => {
    const blocks = ['Unterrang Block 103', 'Unterrang Block 108']
    expect(markup({ ...MAP, accessibleSections: blocks })).toContain('hier: Unterrang Block 103, 108. Wähl')
    const others = ['Unterrang Block 103', 'Oberrang Block 108']
    expect(markup({ ...MAP, accessibleSections: others })).toContain('hier: Unterrang Block 103, Oberrang Block 108.')
  })

  it('EVT-15 name the filter without the sections if there are many of them', () => {
    const many = markup({ ...MAP, accessibleSections: ['A', 'B', 'C', 'D', 'E', 'F', 'Oberrang'] })
    expect(many).toContain('Nur Rollstuhlplätze')
    expect(many).not.toContain('Oberrang')
  })

  it('EVT-01, EVT-11 name the terms of the shop unless another seller sells the tickets', () => {
    expect(markup({})).toContain('Allgemeine Geschäftsbedingungen')
    const external = markup({ meta: { external_link: 'https://tickets.example/1' } })
    expect(external).not.toMatch(/Geschäftsbedingungen|Wir vermitteln/)
  })

  it('EVT-01 link each tour to the page that the server names', () => {
    const tours = [
      { name: 'Firnsturm', href: '/categories/firnsturm' },
      { name: 'Festivals', href: '/tours/festivals' },
    ]
    expect(markup({ tours })).toMatch(
      /<a [^>]*href="\/categories\/firnsturm"[^>]*>Firnsturm<\/a><a [^>]*href="\/tours\/festivals"[^>]*>Festivals<\/a>/,
    )
    expect(markup({ tours: [] })).not.toContain('Teil der Tour')
  })

  it('EVT-15 show what the venue says about access', () => {
    const { venue } = pageEvent()
    expect(markup({ venue: { ...venue, accessInfo: 'Zwei Stufen am Eingang' } })).toContain('Zwei Stufen am Eingang')
  })
})

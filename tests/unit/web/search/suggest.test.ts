import { describe, expect, it } from 'vitest'
import { buildSuggester, firstSuggestions, type Suggestion } from '../../../../web/search/suggest.ts'

function entry(title: string, more: Partial<Suggestion> = {}): Suggestion {
  return {
    ...{
      title,
      detail: null,
      tag: 'product',
      href: `/products/${title}`,
      imageUrl: null,
      external: false,
      cancelled: false,
    },
    ...{ priceCents: null, pricePrefix: null, priceVaries: false, ...more },
  }
}

const titles = (found: Suggestion[]) => found.map(({ title }) => title)

describe('quick search', () => {
  const suggest = buildSuggester([
    entry('Kiosk Kardinal', { tag: 'artist' }),
    entry('Kiosk Kardinal, Köln', { tag: 'event', detail: 'Leergut-Tour, Fr, 15.01.2027' }),
    entry('Müllermilch', { detail: 'Tasse' }),
    entry('Straßenköter', { detail: 'Freibad Freitag, T-Shirt' }),
    entry('Beutel', { detail: 'Kiosk Kardinal, Tasche' }),
  ])

  it('SRCH-01 offers four artists, the next three concerts that take place and the three newest products before anything is typed', () => {
    const many = (tag: string) => Array.from({ length: 6 }, (_, index) => entry(`${tag} ${index}`, { tag }))
    const gone = entry('gone', { tag: 'event', cancelled: true })
    const index = [gone, ...['category', 'product', 'event', 'artist'].flatMap(many)]
    expect(titles(firstSuggestions(index))).toEqual([
      ...['artist 0', 'artist 1', 'artist 2', 'artist 3'],
      ...['event 0', 'event 1', 'event 2'],
      ...['product 0', 'product 1', 'product 2'],
    ])
  })

  it('SRCH-01 suggests from two characters on, not counting spaces', () => {
    expect(suggest('k')).toEqual([])
    expect(suggest(' k ')).toEqual([])
    expect(titles(suggest('ki'))).toContain('Kiosk Kardinal')
  })

  it('SRCH-01 ignores case and umlauts, tolerates typing errors, and lists better matches first', () => {
    expect(titles(suggest('KOLN'))[0]).toBe('Kiosk Kardinal, Köln')
    expect(titles(suggest('strassenkoter'))).toEqual(['Straßenköter'])
    expect(titles(suggest('mullermilch'))).toEqual(['Müllermilch'])
    expect(titles(suggest('kisok kardinal'))[0]).toBe('Kiosk Kardinal')
    expect(titles(suggest('kiosk'))).toEqual(expect.arrayContaining(['Kiosk Kardinal', 'Beutel']))
    expect(suggest('kiosk')[0]?.title).toBe('Kiosk Kardinal')
    // A product’s type is found although the detail begins with the band’s name.
    expect(titles(suggest('t-shirt'))).toEqual(['Straßenköter'])
    expect(titles(suggest('tasche'))[0]).toBe('Beutel')
  })

  it('SRCH-01 lists an artist before things with the same name, and beginnings of words before similar words', () => {
    const offers = buildSuggester([
      entry('Kardinalkappe', { detail: 'Kiosk Kardinal, Cap' }),
      entry('Umleitung', { detail: 'Die kaputten Ampeln, LP' }),
      entry('Leichtes Gepäck', { detail: 'Motel Meteor, Beutel' }),
      entry('Fenna Deichgraf, Leipzig', { tag: 'event', detail: 'Auflaufendes Wasser' }),
      entry('Kiosk Kardinal', { tag: 'artist' }),
    ])
    expect(titles(offers('kardnal'))[0]).toBe('Kiosk Kardinal')
    expect(titles(offers('kardinal'))[0]).toBe('Kiosk Kardinal')
    expect(titles(offers('leip'))[0]).toBe('Fenna Deichgraf, Leipzig')
  })

  it('SRCH-01 lists no similar words beside the one that was typed', () => {
    const offers = buildSuggester([
      entry('Motel Meteor, Bern', { tag: 'event' }),
      entry('Bernstein', { detail: 'Fenna Deichgraf, LP' }),
      entry('Kiosk Kardinal, Berlin', { tag: 'event' }),
    ])
    expect(titles(offers('berlin'))).toEqual(['Kiosk Kardinal, Berlin'])
    expect(titles(offers('berlni'))).toContain('Kiosk Kardinal, Berlin')
  })

  it('SRCH-01 takes a text of two or three letters literally', () => {
    const offers = buildSuggester([entry('Standheizung'), entry('Leuchtschrift'), entry('Überfahrt')])
    expect(titles(offers('ber'))).toEqual(['Überfahrt'])
    expect(titles(offers('xer'))).toEqual([])
    expect(titles(offers('lauc'))).toEqual(['Leuchtschrift'])
  })

  it('SRCH-01 leaves out weak matches and suggests at most ten', () => {
    expect(suggest('xylophon quartett')).toEqual([])
    const many = buildSuggester(Array.from({ length: 30 }, (_, index) => entry(`Shirt ${index}`)))
    expect(many('shirt')).toHaveLength(10)
  })
})

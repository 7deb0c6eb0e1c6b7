import { describe, expect, it } from 'vitest'
import { hrefInShop, pathInShop } from '../../../../web/data/address.ts'
import { kindLine } from '../../../../web/routes/product/kind-line.ts'
import { amountLimit, onlyVariant } from '../../../../web/routes/product/purchase-rules.ts'
import {
  dayIsAllowed,
  filterIsActive,
  filterVariables,
  formatDay,
  readFilter,
  startOfDay,
  writeFilter,
} from '../../../../web/routes/tour/event-filter.ts'
import { featuredTours, sortTourEvents, sortTours } from '../../../../web/routes/tour/tour-order.ts'
import { dayText, isTypedOut, readDay } from '../../../../web/routes/tour/typed-day.ts'

describe('path in a shop', () => {
  it('SHOP-13 is found in a URL with or without the shop’s base path', () => {
    expect(pathInShop('/events/x', '')).toBe('/events/x')
    expect(pathInShop('/events/x?tab=1#tickets', '/band')).toBe('/events/x?tab=1#tickets')
    expect(pathInShop('/band/events/x', '/band')).toBe('/events/x')
    expect(pathInShop('/band', '/band')).toBe('/')
    expect(pathInShop('/band/', '/band')).toBe('/')
  })

  it('SHOP-13 is null for a URL outside the shop', () => {
    expect(pathInShop('/band', '')).toBeNull()
    expect(pathInShop('/merch', '')).toBeNull()
    expect(pathInShop('//elsewhere.example/events', '')).toBeNull()
    expect(pathInShop('https://elsewhere.example/', '')).toBeNull()
    expect(pathInShop('/bandage/events', '/band')).toBeNull()
  })

  it('SHOP-13 gets the shop’s base path in a link, without a trailing slash for the home page', () => {
    expect(hrefInShop('/events/x?tab=1#tickets', '')).toBe('/events/x?tab=1#tickets')
    expect(hrefInShop('/events/x?tab=1#tickets', '/band')).toBe('/band/events/x?tab=1#tickets')
    expect(hrefInShop('/', '/band')).toBe('/band')
    expect(hrefInShop('/?lang=en#top', '/band')).toBe('/band?lang=en#top')
    expect(hrefInShop('/', '')).toBe('/')
  })
})

describe('concert filter', () => {
  const now = Date.UTC(2026, 10, 21, 12)
  const read = (query: string) => readFilter(new URLSearchParams(query), now)

  it('EVL-02 moves a past day to today, moves an end before the start to the start, and ignores invalid days', () => {
    expect(read('from=2026-11-01')).toEqual({ text: '', from: '2026-11-21', to: '' })
    expect(read('from=2026-12-10&to=2026-12-01').to).toBe('2026-12-10')
    expect(read('to=2026-01-01').to).toBe('2026-11-21')
    expect(read('from=gestern&to=2026-13-40')).toEqual({ text: '', from: '', to: '' })
    expect(read('from=2027-02-31&to=2027-04-31')).toEqual({ text: '', from: '', to: '' })
    expect(read('from=2028-02-29').from).toBe('2028-02-29')
  })

  it('EVL-02 accepts an empty day, but rejects a day before the earliest day, such as one with an unfinished year', () => {
    const typed = ['0002-01-15', '0020-01-15', '0202-01-15', '2027-01-15']
    expect(typed.map((day) => dayIsAllowed(day, '2026-11-21'))).toEqual([false, false, false, true])
    expect(dayIsAllowed('2026-11-20', '2026-11-21')).toBe(false)
    expect(dayIsAllowed('2026-11-21', '2026-11-21')).toBe(true)
    expect(dayIsAllowed('', '2026-11-21')).toBe(true)
  })

  it('EVL-02 reads days as fans type them, the day first, and writes them in the page’s language', () => {
    const typed = ['24.12.2026', '24/12/2026', '24-12-2026', ' 24. 12. 2026 ', '24.12.26', '24122026', '2026-12-24']
    expect(typed.map(readDay)).toEqual(typed.map(() => '2026-12-24'))
    expect(readDay('1.2.2027')).toBe('2027-02-01')
    expect(readDay(' ')).toBe('')
    for (const text of ['31.02.2026', '12/24/2026', '24.12.', '24.12.202', 'morgen', '2026-02-31']) {
      expect(readDay(text), text).toBeNull()
    }
    expect([dayText('2026-12-05', 'de'), dayText('2026-12-05', 'en')]).toEqual(['05.12.2026', '05/12/2026'])
    expect([dayText('', 'de'), dayText('', 'en')]).toEqual(['', ''])
    expect(['24.12.26', '24.12.2026'].map(isTypedOut)).toEqual([false, true])
  })

  it('EVL-02 is active with three letters or a day, and does not search for fewer letters', () => {
    expect(filterIsActive(read('q=ki'))).toBe(false)
    expect(filterIsActive(read('q=kio'))).toBe(true)
    expect(filterIsActive(read('q=ki&from=2026-12-01'))).toBe(true)
    expect(filterVariables(read('q=ki&from=2026-12-01'))).not.toHaveProperty('terms')
  })

  it('EVL-02 covers whole days in the shop’s time zone, also at a change to summer time', () => {
    expect(startOfDay('2026-12-05')).toBe(Date.UTC(2026, 11, 4, 23))
    expect(startOfDay('2027-03-28')).toBe(Date.UTC(2027, 2, 27, 23))
    const { from, to } = filterVariables({ text: '', from: '2027-03-28', to: '2027-03-28' })
    expect([from, to]).toEqual([Date.UTC(2027, 2, 27, 23), Date.UTC(2027, 2, 28, 22) - 1])
    expect(formatDay(to ?? 0)).toBe('2027-03-28')
  })

  it('EVL-02 is written to the query and read back from it', () => {
    const filter = { text: 'köln', from: '2026-12-01', to: '2026-12-24' }
    expect(readFilter(new URLSearchParams(writeFilter(filter)), now)).toEqual(filter)
    expect(writeFilter({ text: '', from: '', to: '' })).toEqual({})
  })
})

describe('tours', () => {
  const tour = (
    name: string,
    startAt: number,
    orders: Partial<Record<'TopLeft' | 'TopRight' | 'Bottom', number>> = {},
  ) => ({
    name,
    startAt,
    sortOrderTicketTopLeft: orders.TopLeft ?? null,
    sortOrderTicketTopRight: orders.TopRight ?? null,
    sortOrderTicketBottom: orders.Bottom ?? null,
  })
  const names = (tours: { name: string }[]) => tours.map(({ name }) => name).join('')

  it('EVL-01 appear in each position for which they have a sort order, and are sorted by it', () => {
    const tours = [tour('a', 3, { TopLeft: 2, TopRight: 1 }), tour('b', 1, { TopLeft: 1 }), tour('c', 2)]
    expect(names(featuredTours(tours, 'TopLeft'))).toBe('ba')
    expect(names(featuredTours(tours, 'TopRight'))).toBe('a')
  })

  it('EVL-01 treat positive sort orders at the bottom as negative', () => {
    const tours = [tour('a', 1, { Bottom: 1 }), tour('b', 1, { Bottom: 5 }), tour('c', 1, { Bottom: -3 })]
    expect(names(featuredTours(tours, 'Bottom'))).toBe('bca')
  })

  it('EVL-01 are sorted by start or by name, and come last by start while it is secret', () => {
    const tours = [{ name: 'a', startAt: null }, tour('b', 1), tour('ä', 2), tour('c', 0)]
    expect(names(sortTours(tours, 'startDate'))).toBe('cbäa')
    expect(names(sortTours(tours, 'name'))).toBe('aäbc')
  })

  it('TOUR-01 list their concerts by start, and those with the same start by the opening of the doors', () => {
    const events = [
      { id: 'c', happeningFromAt: 2, doorAt: null },
      { id: 'b', happeningFromAt: 1, doorAt: 9 },
      { id: 'a', happeningFromAt: 1, doorAt: 8 },
    ]
    expect(sortTourEvents(events).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })
})

describe('purchase of a product', () => {
  it('PROD-04 is limited by the product’s limit, the stock and the maximum of nine, and to one if personalised', () => {
    expect(amountLimit(4, null, false)).toBe(4)
    expect(amountLimit(50, null, false)).toBe(9)
    expect(amountLimit(50, 2, false)).toBe(2)
    expect(amountLimit(0, null, false)).toBe(0)
    expect(amountLimit(5, 9, true)).toBe(1)
  })

  it('PROD-02 names type, format and colour, but not a format that repeats the type', () => {
    expect(kindLine({ productType: 'LP', containerFormat: 'Vinyl', color: 'Schwarz' })).toBe('LP, Vinyl, Schwarz')
    expect(kindLine({ productType: 'CD', containerFormat: 'cd', color: null })).toBe('CD')
    expect(kindLine({ productType: 'LP', containerFormat: 'Vinyl', color: 'Rotes Vinyl' })).toBe('LP, Rotes Vinyl')
    expect(kindLine({ productType: 'T-Shirt', containerFormat: null, color: 'Rot' })).toBe('T-Shirt, Rot')
  })

  it('PROD-03 preselects a variant only if it is the only one and available', () => {
    expect(onlyVariant([{ available: true }])).toEqual({ available: true })
    expect(onlyVariant([{ available: false }])).toBeNull()
    expect(onlyVariant([{ available: true }, { available: true }])).toBeNull()
  })
})

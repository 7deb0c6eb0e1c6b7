import { afterEach, describe, expect, it } from 'vitest'
import { LAST_INSTANT } from '../../../../schema/limits.ts'
import { dateParts } from '../../../../schema/rules/date-format.ts'
import { unbroken } from '../../../../schema/rules/unbroken-text.ts'
import { placeName } from '../../../../web/cart/item-text.ts'
import { seatNames } from '../../../../web/cart/seat-names.ts'
import { currentPage } from '../../../../web/data/page-state.ts'
import { formatDateSpan } from '../../../../web/i18n/date-span.ts'
import {
  formatDate,
  formatDateTime,
  formatLonePrice,
  formatPrice,
  formatSaleTime,
  formatTime,
  monthLabel,
} from '../../../../web/i18n/format.ts'
import { m } from '../../../../web/i18n/messages.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
/** 5 December 2026, 19:30 in Berlin, 18:30 in London, 13:30 in New York. */
const EVENING = Date.UTC(2026, 11, 5, 18, 30)

afterEach(() => {
  currentPage().locale = 'de'
  currentPage().trimsZeroDecimals = false
})

describe('prices', () => {
  it.each([
    ['de', ['24,90 €', '0,05 €', '0,00 €', '1,00 €', '1234,56 €', '99999,99 €']],
    ['en', ['€24.90', '€0.05', '€0.00', '€1.00', '€1,234.56', '€99,999.99']],
  ] as const)('L10N-02 have two decimals and the euro sign as is usual in the language %s', (locale, prices) => {
    currentPage().locale = locale
    expect([2490, 5, 0, 100, 123456, 99_999_99].map(formatPrice).map(plain)).toEqual(prices)
  })

  it('L10N-02 omit the euro sign from 100,000 euros on', () => {
    expect(plain(formatPrice(100_000_00))).toBe('100000,00')
    currentPage().locale = 'en'
    expect(plain(formatPrice(1_000_000_00))).toBe('1,000,000.00')
  })

  it('L10N-02 omit decimals of zero and no others if the shop trims zero decimals and the price stands alone', () => {
    currentPage().trimsZeroDecimals = true
    expect([2500, 2490, 2405].map(formatLonePrice).map(plain)).toEqual(['25 €', '24,90 €', '24,05 €'])
    expect([2500, 2490].map(formatPrice).map(plain)).toEqual(['25,00 €', '24,90 €'])
    currentPage().locale = 'en'
    expect([2500, 2490, 2405].map(formatLonePrice)).toEqual(['€25', '€24.90', '€24.05'])
    expect(formatPrice(2500)).toBe('€25.00')
  })

  it('have a minus sign before a negative amount', () => {
    expect(plain(formatPrice(-250))).toBe('−2,50 €')
    currentPage().locale = 'en'
    expect(formatPrice(-250)).toBe('−€2.50')
  })
})

describe('days and times', () => {
  it('L10N-03 are formatted as weekday, DD.MM.YYYY and HH:mm in German', () => {
    expect(formatDate(EVENING, 'Europe/Berlin')).toBe('Sa, 05.12.2026')
    expect(formatTime(EVENING, 'Europe/Berlin')).toBe('19:30')
    expect(formatDateTime(EVENING, 'Europe/Berlin')).toBe('Sa, 05.12.2026, 19:30')
  })

  it('L10N-03 use the given time zone', () => {
    expect(formatDateTime(EVENING, 'Europe/London')).toBe('Sa, 05.12.2026, 18:30')
    expect(formatDateTime(EVENING, 'Asia/Tokyo')).toBe('So, 06.12.2026, 03:30')
    expect(formatTime(Date.UTC(2026, 5, 5, 22, 0), 'Europe/Berlin')).toBe('00:00')
  })

  it.each(['Europe/Berlin', 'Europe/Vienna', 'Europe/Zurich', 'Europe/London', 'America/New_York', 'Asia/Kathmandu'])(
    'L10N-03 are those of Intl in %s, in each half hour of the days around every change of the clocks, and on other days',
    (timeZone) => {
      const intl = new Intl.DateTimeFormat('de-DE', {
        timeZone,
        weekday: 'short',
        day: '2-digit',
        month: '2-digit',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
      })
      const halfHours = Array.from({ length: 48 }, (_, half) => half)
      const differing: string[] = []
      for (let year = 2020; year <= 2035; year++) {
        const days = [Date.UTC(year, 0, 1), Date.UTC(year, 6, 1)]
        for (let day = 24; day <= 31; day++) days.push(Date.UTC(year, 2, day), Date.UTC(year, 9, day))
        for (const instant of days.flatMap((day) => halfHours.map((half) => day + half * 1_800_000))) {
          const expected = intl.format(instant).replace('.,', ',')
          if (formatDateTime(instant, timeZone) !== expected) differing.push(expected)
        }
      }
      expect(differing).toEqual([])
    },
  )

  it('L10N-03 have the short names of all weekdays in both languages', () => {
    const week = Array.from({ length: 7 }, (_, day) => EVENING + day * 86_400_000)
    for (const [locale, names] of [
      ['de', 'Sa So Mo Di Mi Do Fr'],
      ['en', 'Sat Sun Mon Tue Wed Thu Fri'],
    ] as const)
      expect(week.map((day) => dateParts(day, 'Europe/Berlin', locale).weekday).join(' ')).toBe(names)
  })

  it('L10N-03 of the last instant that an operator can enter are complete', () => {
    expect(formatDate(LAST_INSTANT, 'Europe/Berlin')).toBe('Sa, 01.01.10000')
  })

  it('L10N-03 of a sale name the place only if its clocks differ from those of the shop at that time', () => {
    expect(formatSaleTime(EVENING, 'Europe/Vienna')).toBe('Sa, 05.12.2026, 19:30 Uhr')
    expect(formatSaleTime(EVENING, 'Europe/London')).toBe('Sa, 05.12.2026, 18:30 Uhr (Ortszeit London)')
    currentPage().locale = 'en'
    expect(formatSaleTime(EVENING, 'America/New_York')).toBe('Sat 5 Dec 2026, 13:30 (New York time)')
  })

  it('L10N-03 name the zone of a sale in English, in winter and in summer', () => {
    currentPage().locale = 'en'
    expect(formatSaleTime(EVENING, 'Europe/Berlin')).toBe('Sat 5 Dec 2026, 19:30 (CET)')
    expect(formatSaleTime(Date.UTC(2026, 6, 5, 22, 30), 'Europe/Vienna')).toBe('Mon 6 Jul 2026, 00:30 (CEST)')
    expect(formatSaleTime(Date.UTC(2026, 11, 5, 23, 30), 'Europe/Berlin')).toBe('Sun 6 Dec 2026, 00:30 (CET)')
  })

  it('L10N-03 are formatted with the name of the month in English', () => {
    currentPage().locale = 'en'
    expect(formatDate(EVENING, 'Europe/Berlin')).toBe('Sat 5 Dec 2026')
    expect(formatDateTime(EVENING, 'Europe/Berlin')).toBe('Sat 5 Dec 2026, 19:30')
    const monthly = Array.from({ length: 12 }, (_, month) => formatDate(Date.UTC(2026, month, 1, 12), 'Europe/Berlin'))
    expect(monthly.map((date) => date.split(' ')[2]).join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec')
  })

  it('L10N-04 omit the end of a span if it is missing or on the same day', () => {
    expect(formatDateSpan(EVENING, null, 'Europe/Berlin')).toBe('Sa,\u00a005.12.2026')
    expect(formatDateSpan(EVENING, EVENING + 3_600_000, 'Europe/Berlin')).toBe('Sa,\u00a005.12.2026')
    expect(formatDateSpan(EVENING, EVENING + 86_400_000, 'Europe/Berlin')).toBe(
      'Sa,\u00a005.12.2026\u00a0– So,\u00a006.12.2026',
    )
  })
})

describe('months', () => {
  it('L10N-03 have three letters on a date badge', () => {
    expect(['01', '03', '12'].map(monthLabel)).toEqual(['Jan', 'Mär', 'Dez'])
    currentPage().locale = 'en'
    expect(['01', '03', '12'].map(monthLabel)).toEqual(['Jan', 'Mar', 'Dec'])
  })
})

describe('lines', () => {
  const seat = { sectionId: 'a', sectionName: 'Rang links', row: '3', name: '12', properties: [] }
  /** Returns the parts between which a line may end. */
  const parts = (text: string) => text.split(' ')

  it.each([
    ['de', ['Sa,\u00a005.12.2026,', '19:30']],
    ['en', ['Sat\u00a05\u00a0Dec\u00a02026,', '19:30']],
  ] as const)(
    'L10N-09 never end within a date, but may end between a date and a time, in the language %s',
    (locale, whole) => {
      currentPage().locale = locale
      expect(parts(unbroken(formatDateTime(EVENING, 'Europe/Berlin')))).toEqual(whole)
    },
  )

  it('L10N-09 never end between a row or a seat and its number, or before the end of a range of prices', () => {
    const named = { section: 'Rang', row: '3', seat: '4', properties: [] }
    expect(parts(placeName(seat))).toEqual(['Rang', 'links,', 'Reihe\u00a03,', 'Platz\u00a012'])
    expect(parts(seatNames([named, { ...named, seat: '5' }]))).toEqual([
      'Rang,',
      'Reihe\u00a03,',
      'Plätze\u00a04,',
      '5',
    ])
    expect(parts(m.event_price_span({ lowest: formatPrice(3900), highest: formatPrice(5900) }))).toEqual([
      '39,00\u00a0€',
      'bis\u00a059,00\u00a0€',
    ])
    expect(parts(m.names_ticket({ number: 2 }))).toEqual(['Ticket\u00a02'])
  })
})

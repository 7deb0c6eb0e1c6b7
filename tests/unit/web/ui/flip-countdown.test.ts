import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { currentPage } from '../../../../web/data/page-state.ts'
import { renderTime } from '../../../../web/data/server-clock.ts'
import { PresaleCountdown } from '../../../../web/routes/event/presale-countdown.tsx'
import { countdownParts } from '../../../../web/ui/countdown-parts.ts'
import { FlipCountdown } from '../../../../web/ui/flip-countdown.tsx'

const DAY = 86_400_000
const UNTIL = Date.UTC(2026, 11, 24, 17)

afterEach(() => {
  currentPage().locale = 'de'
})

describe('flip countdown', () => {
  it('SHELL-04 counts days, hours, minutes and seconds down to zero', () => {
    expect(countdownParts(UNTIL, UNTIL - DAY - 3_661_000)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 })
    expect(countdownParts(UNTIL, UNTIL - 999)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 })
    const nothing = { days: 0, hours: 0, minutes: 0, seconds: 0 }
    expect(countdownParts(UNTIL, UNTIL)).toEqual(nothing)
    expect(countdownParts(UNTIL, UNTIL + DAY)).toEqual(nothing)
  })

  it('SHELL-04, EVT-03 names one day and one hour in the singular, also in the countdown to a presale', () => {
    currentPage().renderedAt = UNTIL
    const render = (days: number) => {
      const until = renderTime() + days * (DAY + 3_600_000)
      const presale = createElement(PresaleCountdown, { presaleAt: until, timeZone: 'Europe/Berlin' })
      return [createElement(FlipCountdown, { until, label: 'Türchen 6' }), presale].map((countdown) =>
        [...renderToStaticMarkup(countdown).matchAll(/>([a-z]{2,})<\/(?:p|span)>/gi)]
          .slice(-4)
          .map(([, unit]) => unit)
          .join(' '),
      )
    }
    const both = (units: string) => [units, units]
    expect(render(1)).toEqual(both('Tag Std Min Sek'))
    expect(render(2)).toEqual(both('Tage Std Min Sek'))
    currentPage().locale = 'en'
    expect(render(1)).toEqual(both('day hr min sec'))
    expect(render(2)).toEqual(both('days hrs min sec'))
  })

  it('EVT-03 tells screen readers the time until a presale in the singular too', () => {
    currentPage().renderedAt = UNTIL
    const presaleAt = renderTime() + DAY + 3_600_000
    const render = () => renderToStaticMarkup(createElement(PresaleCountdown, { presaleAt, timeZone: 'Europe/Berlin' }))
    expect(render()).toContain('aria-label="Noch 1 Tag, 1 Stunde und 0 Minuten bis zum Vorverkauf"')
    currentPage().locale = 'en'
    expect(render()).toContain('aria-label="1 day, 1 hour and 0 minutes until tickets go on sale"')
  })

  it('SHELL-04 is one labelled timer for screen readers in both languages', () => {
    currentPage().renderedAt = UNTIL
    const until = renderTime() + 3 * DAY + 3_600_000
    const render = () => renderToStaticMarkup(createElement(FlipCountdown, { until, label: 'Türchen 6' }))
    expect(render()).toMatch(/role="timer" aria-label="Türchen 6: noch 3 Tage, 1 Stunde und 0 Minuten"/)
    expect(render().match(/<div aria-hidden="true"/g)).toHaveLength(1)
    currentPage().locale = 'en'
    expect(render()).toContain('Türchen 6: 3 days, 1 hour and 0 minutes left')
  })
})

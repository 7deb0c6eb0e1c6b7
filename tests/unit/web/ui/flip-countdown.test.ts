import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { currentPage } from '../../../../web/data/page-state.ts'
import { renderTime } from '../../../../web/data/server-clock.ts'
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

/** Checks that an operator’s command for a waiting room is read completely or rejected with an explanation. */
import { describe, expect, it } from 'vitest'
import { queueRequest } from '../../../worker/cli/waiting-room-command.ts'

const NOW = Date.UTC(2026, 0, 20)
const read = (line: string) => queueRequest(line === '' ? [] : line.split(' '), NOW)

describe('queueRequest', () => {
  it.each([
    ['open event:club', { scope: 'event', slug: 'club', mode: 'on', opensAt: NOW }],
    ['auto shop:nachtwerk', { scope: 'shop', slug: 'nachtwerk', mode: 'automatic' }],
    ['pause catalogue:nachtwerk', { scope: 'catalogue', slug: 'nachtwerk', mode: 'paused' }],
    ['off event:club', { scope: 'event', slug: 'club', mode: 'off' }],
    ['rate event:club 30', { scope: 'event', slug: 'club', ratePerSecond: 30 }],
    ['rate event:club 30 2000', { scope: 'event', slug: 'club', ratePerSecond: 30, targetActive: 2000 }],
    [
      'at event:club 01.12.2026 10:00 --without-turnstile',
      { scope: 'event', slug: 'club', mode: 'scheduled', opensAt: Date.UTC(2026, 11, 1, 9), withoutTurnstile: true },
    ],
  ])('SES-05 reads the command “%s”', (line, body) => {
    expect(read(line)).toEqual({ method: 'POST', path: '/queue', body })
  })

  it('SES-05 returns a GET request for “status”', () => {
    expect(read('status')).toEqual({ method: 'GET', path: '/queue' })
  })

  it('SES-06 reads a note in one or two languages, and its removal', () => {
    const note = (...texts: string[]) => queueRequest(['note', 'event:club', ...texts], NOW)
    const request = (stored: unknown) => ({
      method: 'POST',
      path: '/queue/note',
      body: { scope: 'event', slug: 'club', note: stored },
    })
    expect(note(' Es geht\ngleich weiter. ')).toEqual(request({ de: 'Es geht gleich weiter.', en: null }))
    expect(note('Gleich.', 'Soon.')).toEqual(request({ de: 'Gleich.', en: 'Soon.' }))
    expect(note()).toEqual(request(null))
    expect(note('x'.repeat(200))).toEqual(request({ de: 'x'.repeat(200), en: null }))
  })

  it('SES-06 rejects a note that is too long, empty or not in quotation marks', () => {
    const note =
      (...texts: string[]) =>
      () =>
        queueRequest(['note', 'event:club', ...texts], NOW)
    expect(note('x'.repeat(201))).toThrow(/has 201 characters, and at most 200/)
    expect(note('Gleich.', 'x'.repeat(201))).toThrow(/at most 200/)
    expect(note(' ')).toThrow(/empty/)
    expect(note('Es', 'geht', 'weiter')).toThrow(/quotation marks/)
    expect(() => queueRequest(['note', 'club', 'Gleich.'], NOW)).toThrow(/instead of "club"/)
  })

  it.each([
    ['', /^usage/],
    ['help', /no command "help"[\s\S]*usage/],
    ['toString event:club', /no command "toString"/],
    ['status event:club', /unexpected "event:club"/],
    ['open', /expected event:SLUG.* instead of nothing/],
    ['open club', /instead of "club"/],
    ['open event:', /instead of "event:"/],
    ['open venue:club', /instead of "venue:club"/],
    ['open event:club 01.12.2026 10:00', /unexpected "01.12.2026 10:00".*"at"/],
    ['off event:club --without-turnstile', /unexpected "--without-turnstile"/],
    ['at event:club', /expected a date and a time/],
    ['at event:club 19.01.2026 10:00', /past/],
    ['at event:club 01.12.2026 10:00 --force', /expected a date and a time/],
    ['rate event:club', /whole number from 1 to 10000 instead of nothing/],
    ['rate event:club 0', /instead of "0"/],
    ['rate event:club -5', /instead of "-5"/],
    ['rate event:club 2.5', /instead of "2.5"/],
    ['rate event:club 10001', /from 1 to 10000/],
    ['rate event:club 30 many', /whole number from 1 to 1000000 instead of "many"/],
    ['rate event:club 30 2000 5', /unexpected "5"/],
  ])('SES-05 rejects the command “%s”', (line, problem) => {
    expect(() => read(line)).toThrow(problem)
  })
})

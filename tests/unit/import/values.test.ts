import { describe, expect, it } from 'vitest'
import { link, moment } from '../../../schema/catalogue-file/values.ts'
import {
  codeHash,
  codeHashes,
  formerCodeHash,
  normaliseCode,
} from '../../../worker/domain/tickets/presale-voucher-hash.ts'
import { sanitiseHtml } from '../../../worker/import/html.ts'
import { resolveMoment, resolveOnDay } from '../../../worker/import/moments.ts'

const BERLIN = 'Europe/Berlin'
const iso = (instant: number) => new Date(instant).toISOString()

describe('resolving a moment', () => {
  const now = Date.parse('2027-03-20T22:30:00Z')

  it('counts days from the day of the import in the venue’s time zone, also when summer time begins', () => {
    expect(iso(resolveMoment({ inDays: 0, at: '20:00' }, BERLIN, now))).toBe('2027-03-20T19:00:00.000Z')
    expect(iso(resolveMoment({ inDays: 10, at: '20:00' }, BERLIN, now))).toBe('2027-03-30T18:00:00.000Z')
    expect(iso(resolveMoment({ inDays: 1 }, 'Asia/Tokyo', now))).toBe('2027-03-21T15:00:00.000Z')
    expect(iso(resolveMoment({ inDays: -1 }, BERLIN, now))).toBe('2027-03-18T23:00:00.000Z')
  })

  it('puts a day without a year into the year of the import in the venue’s time zone', () => {
    expect(iso(resolveMoment({ month: 12, day: 1 }, BERLIN, now))).toBe('2027-11-30T23:00:00.000Z')
    expect(iso(resolveMoment({ month: 7, day: 24, at: '18:00' }, BERLIN, now))).toBe('2027-07-24T16:00:00.000Z')
    const eve = Date.parse('2026-12-31T23:30:00Z')
    expect(iso(resolveMoment({ month: 1, day: 1 }, BERLIN, eve))).toBe('2026-12-31T23:00:00.000Z')
  })

  it.each([
    { month: 2, day: 29 },
    { month: 4, day: 31 },
    { month: 13, day: 1 },
    { month: 12, day: 0 },
  ])('rejects %o, which is not a day of every year', (value) => {
    expect(moment.safeParse(value).success).toBe(false)
    expect(moment.safeParse({ month: 12, day: 31 }).success).toBe(true)
  })

  it('gives the same instant for all imports of one day', () => {
    const later = Date.parse('2027-03-20T01:00:00Z')
    expect(resolveMoment({ inDays: 3, at: '19:00' }, BERLIN, now)).toBe(
      resolveMoment({ inDays: 3, at: '19:00' }, BERLIN, later),
    )
  })

  it('uses the time zone in the text, or the venue’s if the text contains none', () => {
    expect(iso(resolveMoment('2027-05-01T20:00:00+02:00', 'Asia/Tokyo', now))).toBe('2027-05-01T18:00:00.000Z')
    expect(iso(resolveMoment('2027-05-01T20:00', BERLIN, now))).toBe('2027-05-01T18:00:00.000Z')
    expect(iso(resolveMoment('2027-01-01', BERLIN, now))).toBe('2026-12-31T23:00:00.000Z')
  })

  it('puts a time on the event’s day, but an end on the next day if it would precede the start', () => {
    const start = Date.parse('2027-05-01T18:00:00Z')
    expect(iso(resolveOnDay('19:00', start, BERLIN, now))).toBe('2027-05-01T17:00:00.000Z')
    expect(iso(resolveOnDay('01:30', start, BERLIN, now, true))).toBe('2027-05-01T23:30:00.000Z')
  })
})

describe('sanitiseHtml', () => {
  it('keeps harmless markup and removes active content', () => {
    expect(
      sanitiseHtml('<h1>Titel</h1><p style="x" onclick="y">A<br>B</p><iframe src="//x"></iframe><img src=x onerror=y>'),
    ).toBe('<h2>Titel</h2><p>A<br />B</p>')
    expect(sanitiseHtml('<a href="https://x.example" target="_top">x</a><a href="/events">y</a>')).toBe(
      '<a href="https://x.example">x</a><a href="/events">y</a>',
    )
    expect(sanitiseHtml('<a href="java&#10;script:alert(1)">x</a>')).toBe('<a>x</a>')
  })

  it('turns plain text into paragraphs', () => {
    expect(sanitiseHtml('Rock & Roll\n\nZweiter Absatz')).toBe('<p>Rock &amp; Roll</p>\n<p>Zweiter Absatz</p>')
    expect(sanitiseHtml('')).toBe('')
  })
})

describe('codes', () => {
  it('are compared without case and blanks', () => {
    expect(normaliseCode(' kultur 2027 ')).toBe('KULTUR2027')
    expect(codeHash('secret', 'Kultur2027')).toBe(codeHash('secret', 'KULTUR 2027'))
  })

  it('are hashed with the secret, and are also found by their hash with the previous secret or without a secret', () => {
    expect(codeHash('secret', 'KULTUR2027')).toMatch(/^h1:[0-9a-f]{64}$/)
    expect(codeHash('other', 'KULTUR2027')).not.toBe(codeHash('secret', 'KULTUR2027'))
    expect(codeHashes({ CODE_SECRET: 'secret' }, 'kultur 2027')).toEqual([
      codeHash('secret', 'KULTUR2027'),
      formerCodeHash('KULTUR2027'),
    ])
    expect(codeHashes({ CODE_SECRET: 'next', CODE_SECRET_PREVIOUS: 'secret' }, 'kultur 2027')).toEqual([
      codeHash('next', 'KULTUR2027'),
      codeHash('secret', 'KULTUR2027'),
      formerCodeHash('KULTUR2027'),
    ])
    expect(codeHashes({}, 'kultur 2027')).toEqual([formerCodeHash('KULTUR2027')])
  })
})

describe('link', () => {
  it.each([
    '/events',
    '/events?city=K%C3%B6ln#top',
    'https://example.org/a',
    'http://example.org',
    'mailto:a@example.org',
  ])('accepts %s', (address) => {
    expect(link.safeParse(address).success).toBe(true)
  })

  // Browsers read a backslash as a slash, and an address that begins with two slashes leads to another host.
  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'events',
    '',
  ])('rejects %s', (address) => {
    expect(link.safeParse(address).success).toBe(false)
  })
})

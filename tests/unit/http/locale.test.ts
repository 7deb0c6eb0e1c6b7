import { describe, expect, it } from 'vitest'
import { preferredLocale, redirectInChosenLocale, wantedLocale } from '../../../worker/http/locale.ts'

const request = (path: string, headers: Record<string, string> = {}) =>
  new Request(`https://stagedoor.example${path}`, { headers })

describe('the language of a request', () => {
  it('L10N-01 is that of the address, else the chosen one, else the one that the browser prefers', () => {
    const preference = { 'accept-language': 'en-GB,en;q=0.9,de;q=0.8' }
    const choice = { cookie: 'locale=de' }
    expect(wantedLocale(request('/?lang=en', { ...choice, 'accept-language': 'de' }))).toBe('en')
    expect(wantedLocale(request('/', { ...choice, ...preference }))).toBe('de')
    expect(wantedLocale(request('/', preference))).toBe('en')
    expect(wantedLocale(request('/?lang=fr', choice))).toBe('de')
    expect(wantedLocale(request('/?lang=fr', { cookie: 'locale=fr', ...preference }))).toBe('en')
    expect(wantedLocale(request('/?lang=fr', { cookie: 'locale=fr' }))).toBe(null)
  })

  it.each([
    ['de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7', 'de'],
    ['en-US,en;q=0.9', 'en'],
    ['fr-FR, fr;q=0.9, en;q=0.8, de;q=0.7', 'en'],
    ['en;q=0.5, de-AT;q=0.6', 'de'],
    ['de;q=0, en;q=0.1', 'en'],
    ['DE-ch', 'de'],
    ['fr, *;q=0.5', null],
    ['*', null],
    ['', null],
    ['den, english', null],
    ['en;q=nonsense', null],
    [`en,${'x'.repeat(300)}`, null],
    [null, null],
  ])('L10N-01 of the preferences %j is %j', (preferences, locale) => {
    expect(preferredLocale(preferences)).toBe(locale)
  })

  it('L10N-01 goes along with a redirect to another host, if the visitor has chosen it', () => {
    const there = 'https://merch.band.example/events?a=1'
    const english = request('/band/events?a=1', { cookie: 'locale=en' })
    expect(redirectInChosenLocale(there, english)).toBe(`${there}&lang=en`)
    expect(redirectInChosenLocale(`${there}&lang=de`, english)).toBe(`${there}&lang=de`)
    expect(redirectInChosenLocale('/events', english)).toBe('/events')
    expect(redirectInChosenLocale(there, request('/band/events', { 'accept-language': 'en' }))).toBe(there)
  })
})

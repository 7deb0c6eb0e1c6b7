import { describe, expect, it } from 'vitest'
import {
  foldWord,
  nearestWord,
  prefixMatch,
  readSearchTerms,
  wholeMatch,
  withinMatch,
} from '../../../../worker/domain/catalogue/search-terms.ts'

describe('search terms', () => {
  it('SRCH-03 are lowercased, trimmed, split and wildcarded, each once', () => {
    const terms = readSearchTerms('  Rotes  SHIRT rotes ', [])
    expect(terms).toEqual([['rotes'], ['shirt']])
    expect(wholeMatch(terms)).toBe('("rotes") AND ("shirt")')
    expect(prefixMatch(terms)).toBe('("rotes"*) AND ("shirt"*)')
    expect(withinMatch(terms)).toBe('("rotes") AND ("shirt")')
    expect(withinMatch(readSearchTerms('xl shirt', []))).toBeNull()
  })

  it('SRCH-03 ok and kid, or okkid, become the single term ok kid where the catalogue says so', () => {
    const phrases = ['OK KID', 'single']
    for (const typed of ['ok kid', 'Kid, OK!', 'okkid', 'okkid ok kid'])
      expect(readSearchTerms(typed, phrases)).toEqual([['ok', 'kid']])
    expect(prefixMatch(readSearchTerms('okkid shirt', phrases))).toBe('("ok kid"*) AND ("shirt"*)')
    expect(readSearchTerms('ok shirt', phrases)).toEqual([['ok'], ['shirt']])
    expect(readSearchTerms('okkid', [])).toEqual([['okkid']])
  })

  it('SRCH-04 fold accents and German spellings, but leave a ue alone that is none', () => {
    expect(readSearchTerms('Müller Straße Beyoncé MU\u0308LLER', [])).toEqual([['muller'], ['strasse'], ['beyonce']])
    expect([foldWord('mueller'), foldWord('goetter'), foldWord('baeren')]).toEqual(['muller', 'gotter', 'baren'])
    expect([foldWord('neue'), foldWord('queen'), foldWord('treue')]).toEqual(['neue', 'queen', 'treue'])
    expect(prefixMatch([['mueller']])).toBe('("mueller"* OR "muller"*)')
    // What ends in "ue" may go on as "uer" or "ust": as a beginning it is taken as typed.
    expect(prefixMatch([['menue']])).toBe('("menue"* OR "menu")')
  })

  it('SRCH-04 are corrected to the nearest known word, or its beginning', () => {
    const known = ['kapuzenpullover', 'shirt', 'short', 'gletscherbrand', 'poster']
    expect(nearestWord('shrit', known)).toBe('shirt')
    expect(nearestWord('kapzenpulover', known)).toBe('kapuzenpullover')
    expect(nearestWord('gletshcer', known)).toBe('gletscher')
    expect(nearestWord('poster', known)).toBe('poster')
    expect(nearestWord('qqqq', known)).toBeNull()
    expect(nearestWord('xy', known)).toBeNull()
  })
})

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
  it('SRCH-03 lowercases, trims, splits and deduplicates the words and adds wildcards', () => {
    const terms = readSearchTerms('  Rotes  SHIRT rotes ', [])
    expect(terms).toEqual([['rotes'], ['shirt']])
    expect(wholeMatch(terms)).toBe('("rotes") AND ("shirt")')
    expect(prefixMatch(terms)).toBe('("rotes"*) AND ("shirt"*)')
    expect(withinMatch(terms)).toBe('("rotes") AND ("shirt")')
    expect(withinMatch(readSearchTerms('xl shirt', []))).toBeNull()
  })

  it('SRCH-03 joins “ok kid” and “okkid” into one term if the catalogue lists the phrase', () => {
    const phrases = ['OK KID', 'single']
    for (const typed of ['ok kid', 'Kid, OK!', 'okkid', 'okkid ok kid'])
      expect(readSearchTerms(typed, phrases)).toEqual([['ok', 'kid']])
    expect(prefixMatch(readSearchTerms('okkid shirt', phrases))).toBe('("ok kid"*) AND ("shirt"*)')
    expect(readSearchTerms('ok shirt', phrases)).toEqual([['ok'], ['shirt']])
    expect(readSearchTerms('okkid', [])).toEqual([['okkid']])
  })

  it('SRCH-04 folds accents and German spellings, but keeps a “ue” that is no umlaut', () => {
    expect(readSearchTerms('Müller Straße Beyoncé MU\u0308LLER', [])).toEqual([['muller'], ['strasse'], ['beyonce']])
    expect([foldWord('mueller'), foldWord('goetter'), foldWord('baeren')]).toEqual(['muller', 'gotter', 'baren'])
    expect([foldWord('neue'), foldWord('queen'), foldWord('treue')]).toEqual(['neue', 'queen', 'treue'])
    expect(prefixMatch([['mueller']])).toBe('("mueller"* OR "muller"*)')
    // The word may be incomplete and its “ue” no umlaut, as in “menuett”. So “menu” matches only as a whole word.
    expect(prefixMatch([['menue']])).toBe('("menue"* OR "menu")')
  })

  it('SRCH-04 corrects a misspelt word to the nearest known word or its prefix', () => {
    const words = ['kapuzenpullover', 'shirt', 'short', 'gletscherbrand', 'poster']
    expect(nearestWord('shrit', words)).toBe('shirt')
    expect(nearestWord('kapzenpulover', words)).toBe('kapuzenpullover')
    expect(nearestWord('gletshcer', words)).toBe('gletscher')
    expect(nearestWord('poster', words)).toBe('poster')
    expect(nearestWord('qqqq', words)).toBeNull()
    expect(nearestWord('xy', words)).toBeNull()
  })
})

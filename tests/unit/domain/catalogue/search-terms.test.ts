import { describe, expect, it } from 'vitest'
import {
  foldWord,
  nearestWord,
  prefixMatch,
  readSearchTerms,
  wholeMatch,
  withinMatch,
} from '../../../../worker/domain/catalogue/search-terms.ts'

describe('search', () => {
  it('SRCH-03 lowercases, trims, splits and deduplicates the words, and adds wildcards for prefixes', () => {
    const terms = readSearchTerms('  Rotes  SHIRT rotes ', [])
    expect(terms).toEqual([['rotes'], ['shirt']])
    expect(wholeMatch(terms)).toBe('("rotes") AND ("shirt")')
    expect(prefixMatch(terms)).toBe('("rotes"* OR "rote" OR "rot") AND ("shirt"*)')
    expect(withinMatch(terms)).toBe('("rotes") AND ("shirt")')
    expect(withinMatch(readSearchTerms('xl shirt', []))).toBeNull()
  })

  it('SRCH-03 reads “ok kid” and “okkid” as the same single term if the catalogue lists the phrase', () => {
    const phrases = ['OK KID', 'single']
    for (const typed of ['ok kid', 'Kid, OK!', 'okkid', 'okkid ok kid'])
      expect(readSearchTerms(typed, phrases)).toEqual([['ok', 'kid']])
    expect(prefixMatch(readSearchTerms('okkid shirt', phrases))).toBe('("ok kid"*) AND ("shirt"*)')
    expect(readSearchTerms('ok shirt', phrases)).toEqual([['ok'], ['shirt']])
    expect(readSearchTerms('okkid', [])).toEqual([['okkid']])
  })

  it('L10N-08 also looks for the German name of a city whose English name is typed, in full or from three letters on', () => {
    expect(wholeMatch(readSearchTerms('Cologne', []))).toBe('("cologne" OR "koln")')
    expect(prefixMatch(readSearchTerms('colo', []))).toBe('("colo"* OR "koln")')
    expect(wholeMatch(readSearchTerms('colo', []))).toBe('("colo")')
    expect(prefixMatch(readSearchTerms('co', []))).toBe('("co"*)')
  })

  it('SRCH-03 also finds the singular of a plural, and the kind of goods that a common word means', () => {
    const found = (text: string) => prefixMatch(readSearchTerms(text, []))
    expect(found('shirts')).toBe('("shirts"* OR "shirt")')
    expect(found('Vinyl')).toBe('("vinyl"* OR "lp" OR "single" OR "maxi")')
    expect(found('records')).toBe('("records"* OR "record" OR "lp" OR "single" OR "maxi")')
    expect(found('Tontraeger')).toContain('OR "cd"')
    expect(found('gas')).toBe('("gas"*)')
    expect(wholeMatch(readSearchTerms('shirts', []))).toBe('("shirts")')
  })

  it('SRCH-04 folds accents and German spellings, but keeps a “ue” that does not stand for an umlaut', () => {
    expect(readSearchTerms('Müller Straße Beyoncé MU\u0308LLER', [])).toEqual([['muller'], ['strasse'], ['beyonce']])
    expect([foldWord('mueller'), foldWord('goetter'), foldWord('baeren')]).toEqual(['muller', 'gotter', 'baren'])
    expect([foldWord('neue'), foldWord('queen'), foldWord('treue')]).toEqual(['neue', 'queen', 'treue'])
    expect(prefixMatch([['mueller']])).toBe('("mueller"* OR "muller"*)')
    // A fan may still be typing “menuett”, whose “ue” is no umlaut. So the folded “menu” matches only whole words.
    expect(prefixMatch([['menue']])).toBe('("menue"* OR "menu")')
  })

  it('SRCH-04 corrects a misspelt word to the nearest known word or to the beginning of one', () => {
    const words = ['kapuzenpullover', 'shirt', 'short', 'gletscherbrand', 'poster']
    expect(nearestWord('shrit', words)).toBe('shirt')
    expect(nearestWord('kapzenpulover', words)).toBe('kapuzenpullover')
    expect(nearestWord('gletshcer', words)).toBe('gletscher')
    expect(nearestWord('poster', words)).toBe('poster')
    expect(nearestWord('qqqq', words)).toBeNull()
    expect(nearestWord('xy', words)).toBeNull()
  })
})

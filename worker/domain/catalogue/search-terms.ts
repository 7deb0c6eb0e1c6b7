/**
 * Parses a search text into terms in lower case without accents (SRCH-03). A term is a word, or a phrase from the
 * catalogue's `search_phrases`. With the phrase "ok kid", the texts "ok kid" and "okkid" become the same term. German
 * spellings are folded as in the index (SRCH-04): Müller, Mueller and Muller are equal. After a vowel or a q, "ae", "oe" and
 * "ue" are not umlauts, as in "neue" and "Queen".
 */
import { citiesNamed } from '../../../schema/rules/city-name.ts'
import { goodsWords } from '../../../schema/rules/goods-words.ts'

export type SearchTerm = readonly [string, ...string[]]

const MAX_CHARACTERS = 100
const MAX_TERMS = 8

const SPELLED: Record<string, string> = {
  ä: 'a',
  ö: 'o',
  ü: 'u',
  ß: 'ss',
  ø: 'oe',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
}

function wordsOf(text: string): string[] {
  return text
    .slice(0, MAX_CHARACTERS)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßøæœł]/g, (letter) => SPELLED[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Returns an empty list if the text contains no word. */
export function readSearchTerms(text: string, phrases: readonly string[]): SearchTerm[] {
  let words = [...new Set(wordsOf(text))].slice(0, MAX_TERMS)
  const merged: SearchTerm[] = []
  for (const phrase of phrases) {
    const [first, ...rest] = wordsOf(phrase)
    if (first === undefined || rest.length === 0) continue
    const parts = [first, ...rest]
    const joined = parts.join('')
    if (!words.includes(joined) && !parts.every((part) => words.includes(part))) continue
    words = words.filter((word) => word !== joined && !parts.includes(word))
    merged.push([first, ...rest])
  }
  return [...merged, ...words.map((word): SearchTerm => [word])]
}

/** Replaces every ae, oe and ue with its plain vowel if at least one of them may be an umlaut. */
export function foldWord(word: string): string {
  return /(?<![aeiouq])[aou]e/.test(word) ? word.replace(/([aou])e/g, '$1') : word
}

/** Shorter beginnings of an English name would find too many cities. */
const CITY_BEGINNING = 3

/** L10N-08: the words of the index for cities whose English name is the word, or begins with it. */
function germanCities(word: string, isWhole: boolean): string[] {
  const matches = (name: string) => (isWhole ? name === word : word.length >= CITY_BEGINNING && name.startsWith(word))
  return citiesNamed((english) => matches(wordsOf(english).join(' '))).flatMap(wordsOf)
}

const quoted = (words: readonly string[]) => `"${words.join(' ')}"`

/** Returns an FTS5 expression that matches whole words. */
export function wholeMatch(terms: readonly SearchTerm[]): string {
  return allOf(terms, ([word, ...rest]) =>
    rest.length > 0
      ? [quoted([word, ...rest])]
      : [...new Set([word, foldWord(word), ...germanCities(word, true)])].map((form) => quoted([form])),
  )
}

/**
 * Returns an FTS5 expression that matches the beginnings of words, or other words for the same goods. A single letter matches only itself, because too many
 * words begin with it. A fan who types "menue" may mean "menuett". If a word ends in ae, oe or ue, its folded form
 * ("menu") therefore matches only whole words.
 */
export function prefixMatch(terms: readonly SearchTerm[]): string {
  return allOf(terms, ([word, ...rest]) => {
    if (rest.length > 0) return [`${quoted([word, ...rest])}*`]
    const folded = foldWord(word)
    const mark = (form: string) => (form.length > 1 ? '*' : '')
    const others = [...germanCities(word, false), ...goodsWords(folded)].map((other) => quoted([other]))
    if (folded === word) return [quoted([word]) + mark(word), ...others]
    return [`${quoted([word])}*`, quoted([folded]) + (/[aou]e$/.test(word) ? '' : mark(folded)), ...others]
  })
}

/**
 * Returns an FTS5 trigram expression for texts that contain the terms; null if a term is shorter than three characters.
 */
export function withinMatch(terms: readonly SearchTerm[]): string | null {
  if (terms.some((term) => term.join(' ').length < 3)) return null
  return allOf(terms, (term) => {
    const [word] = term
    const folded = foldWord(word)
    return term.length > 1 || folded === word || folded.length < 3 ? [quoted(term)] : [quoted([word]), quoted([folded])]
  })
}

function allOf(terms: readonly SearchTerm[], forms: (term: SearchTerm) => string[]): string {
  return terms.map((term) => `(${forms(term).join(' OR ')})`).join(' AND ')
}

/** Returns how many typing errors a word of this length may have. */
export function typosAllowed(length: number): number {
  return length < 3 ? 0 : length < 6 ? 1 : 2
}

/**
 * Compares the word with the vocabulary's words and with their beginnings. Returns the word or beginning with the fewest
 * typos; null if each has too many. If several have equally few, the word with the fewest further letters wins, and then
 * the first. A missing, extra or wrong letter and two swapped neighbours count as one typo each (optimal string alignment
 * distance).
 */
export function nearestWord(word: string, vocabulary: readonly string[]): string | null {
  const best = { typos: typosAllowed(word.length), rest: Number.POSITIVE_INFINITY, word: null as string | null }
  for (const candidate of vocabulary) {
    const { typos, length } = typosToBeginning(word, candidate, best.typos)
    const rest = candidate.length - length
    if (typos < best.typos || (typos === best.typos && rest < best.rest))
      Object.assign(best, { typos, rest, word: candidate.slice(0, length) })
  }
  return best.word
}

function typosToBeginning(word: string, candidate: string, most: number): { typos: number; length: number } {
  const width = Math.min(candidate.length, word.length + most)
  let before: number[] = []
  let row = Array.from({ length: width + 1 }, (_, at) => at)
  for (let i = 1; i <= word.length; i++) {
    const next = [i]
    for (let j = 1; j <= width; j++) {
      const isSame = word[i - 1] === candidate[j - 1]
      const isSwapped = i > 1 && j > 1 && word[i - 1] === candidate[j - 2] && word[i - 2] === candidate[j - 1]
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = row
    row = next
  }
  const typos = Math.min(...row)
  // Among equally near beginnings, take the longest, so that it covers everything that was typed.
  return { typos, length: row.lastIndexOf(typos) }
}

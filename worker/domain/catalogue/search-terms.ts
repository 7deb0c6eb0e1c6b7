/**
 * What a fan types, as terms: lowercased, trimmed, split, without accents (SRCH-03). A term is a word or, where the
 * catalogue says so (`search_phrases`), words that belong together: "ok kid" is one term, however it was typed. German
 * spellings fold as the index folds them (SRCH-04): Müller, Mueller, Muller. A vowel and a q keep their "ue": neue, Queen.
 */

export type SearchTerm = readonly [string, ...string[]]

const MOST_CHARACTERS = 100
const MOST_TERMS = 8

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
    .slice(0, MOST_CHARACTERS)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßøæœł]/g, (letter) => SPELLED[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** None where nothing is left to look for. */
export function readSearchTerms(text: string, phrases: readonly string[]): SearchTerm[] {
  let words = [...new Set(wordsOf(text))].slice(0, MOST_TERMS)
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

/** A word with ae, oe, ue as plain vowels; as it is where none of them can be an umlaut. */
export function foldWord(word: string): string {
  return /(?<![aeiouq])[aou]e/.test(word) ? word.replace(/([aou])e/g, '$1') : word
}

const quoted = (words: readonly string[]) => `"${words.join(' ')}"`

/** The words themselves. */
export function wholeMatch(terms: readonly SearchTerm[]): string {
  return allOf(terms, ([word, ...rest]) =>
    rest.length > 0 ? [quoted([word, ...rest])] : [...new Set([word, foldWord(word)])].map((form) => quoted([form])),
  )
}

/** Words that begin so. A single letter begins too many, and an "ue" at the end may go on as anything. */
export function prefixMatch(terms: readonly SearchTerm[]): string {
  return allOf(terms, ([word, ...rest]) => {
    if (rest.length > 0) return [`${quoted([word, ...rest])}*`]
    const folded = foldWord(word)
    const mark = (form: string) => (form.length > 1 ? '*' : '')
    if (folded === word) return [quoted([word]) + mark(word)]
    return [`${quoted([word])}*`, quoted([folded]) + (/[aou]e$/.test(word) ? '' : mark(folded))]
  })
}

/** Words that hold it anywhere, by their letters in threes; null where a term is shorter. */
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

/** How many slips a word of this length may have. */
export function slipsAllowed(length: number): number {
  return length < 3 ? 0 : length < 6 ? 1 : 2
}

/**
 * The known word (or the beginning of one) that is nearest, null where none is near enough; among equals the one that ends
 * where the word ends, then the one that comes first. Letters left out, added, changed or swapped with their neighbour
 * count one each.
 */
export function nearestWord(word: string, vocabulary: readonly string[]): string | null {
  const best = { slips: slipsAllowed(word.length), rest: Number.POSITIVE_INFINITY, word: null as string | null }
  for (const known of vocabulary) {
    const { slips, length } = slipsToBeginning(word, known, best.slips)
    const rest = known.length - length
    if (slips < best.slips || (slips === best.slips && rest < best.rest))
      Object.assign(best, { slips, rest, word: known.slice(0, length) })
  }
  return best.word
}

function slipsToBeginning(word: string, known: string, most: number): { slips: number; length: number } {
  const width = Math.min(known.length, word.length + most)
  let before: number[] = []
  let row = Array.from({ length: width + 1 }, (_, at) => at)
  for (let i = 1; i <= word.length; i++) {
    const next = [i]
    for (let j = 1; j <= width; j++) {
      const isSame = word[i - 1] === known[j - 1]
      const isSwapped = i > 1 && j > 1 && word[i - 1] === known[j - 2] && word[i - 2] === known[j - 1]
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
  const slips = Math.min(...row)
  // The longest of the beginnings that are as near: with it all that was typed is meant.
  return { slips, length: row.lastIndexOf(slips) }
}

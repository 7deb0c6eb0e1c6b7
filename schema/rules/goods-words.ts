/**
 * SRCH-03: other words for kinds of goods. Products have one word for their kind, such as "LP" or "T-Shirt", but fans also
 * search "vinyl" or "shirts". All words are in lower case and without accents, as in the index of the search.
 */

/** Each typed word, in the singular, with the words that products have instead. */
const KINDS = new Map<string, readonly string[]>()
for (const [typed, kinds] of [
  ['record vinyl platte schallplatte', 'lp single maxi'],
  ['tontrager', 'lp cd single maxi kassette'],
  ['album', 'lp cd'],
  ['tape', 'kassette'],
  ['pulli pullover jumper sweater sweatshirt', 'hoodie'],
  ['tasse cup', 'becher'],
  ['tasche bag', 'beutel'],
  ['bucher', 'buch'],
  ['pin', 'buttons'],
  ['voucher', 'gutschein'],
  ['kappe', 'cap'],
  ['beanie', 'mutze'],
] as const)
  for (const word of typed.split(' ')) KINDS.set(word, kinds.split(' '))

/** The shortest word that may be a plural. Shorter words that end in "s", such as "gas", mostly are not. */
const PLURAL_LENGTH = 4

/** What a word may be the plural of, in German or English: "shirts" of "shirt", "plakate" of "plakat", "patches" of "patch". */
function singulars(word: string): string[] {
  if (word.length < PLURAL_LENGTH) return []
  return ['s', 'es', 'n', 'en', 'e'].flatMap((ending) =>
    word.endsWith(ending) && !word.endsWith('ss') ? [word.slice(0, -ending.length)] : [],
  )
}

/** Whole words of the index that mean the same goods as the typed word, or of which it is the plural. */
export function goodsWords(word: string): string[] {
  const forms = singulars(word)
  return [...new Set([...forms, ...[word, ...forms].flatMap((form) => KINDS.get(form) ?? [])])]
}

/**
 * SRCH-01: finds suggestions while the visitor types. Fuse.js searches an index of the shop. schema/limits.ts contains the
 * limits. The comparison ignores umlauts and accents, so "fur" finds "für".
 */
import Fuse from 'fuse.js/basic'
import type { SuggestionIndexQuery } from '../../schema/generated/operations.ts'
import {
  SUGGEST_FROM_LENGTH,
  SUGGEST_SIMILAR_FROM_LENGTH,
  SUGGESTION_THRESHOLD,
  SUGGESTION_WORST_SCORE,
  SUGGESTIONS_MAXIMUM,
} from '../../schema/limits.ts'

export type Suggestion = SuggestionIndexQuery['suggestionIndex'][number]

/** Returns the suggestions for a typed text, best first; none if the text is too short. */
export type Suggester = (typed: string) => Suggestion[]

function foldText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
}

type Entry = { suggestion: Suggestion; title: string; detail: string }

/**
 * Hits at the beginning of a word come first, because "leip" means Leipzig and not "Umleitung". An artist comes before the
 * products and concerts of the same name.
 */
function rankOf({ suggestion, title, detail }: Entry, wanted: string): number {
  const isArtist = suggestion.tag === 'artist'
  if (startsWord(title, wanted)) return isArtist ? 0 : title.startsWith(wanted) ? 1 : 2
  if (startsWord(detail, wanted)) return 3
  return isArtist ? 4 : 5
}

function startsWord(text: string, wanted: string): boolean {
  const words = (of: string) => of.replace(/[^\p{L}\p{N}]+/gu, ' ')
  return ` ${words(text)}`.includes(` ${words(wanted)}`)
}

/** How many suggestions of each kind a list shows before anything is typed. */
const FIRST = { artist: 4, event: 3, product: 3 }

/** Artists, the next concerts that take place, and the newest merch. The index lists each kind in this order. */
export function firstSuggestions(index: Suggestion[]): Suggestion[] {
  return Object.entries(FIRST).flatMap(([kind, count]) =>
    index.filter(({ tag, cancelled }) => tag === kind && !cancelled).slice(0, count),
  )
}

export function buildSuggester(index: Suggestion[]): Suggester {
  const fuse = new Fuse(
    index.map((suggestion) => ({
      suggestion,
      title: foldText(suggestion.title),
      detail: foldText(suggestion.detail ?? ''),
    })),
    {
      keys: [
        { name: 'title', weight: 0.7 },
        { name: 'detail', weight: 0.3 },
      ],
      threshold: SUGGESTION_THRESHOLD,
      minMatchCharLength: SUGGEST_FROM_LENGTH,
      includeScore: true,
      // The query may match at any position of a text of any length. By default, matches far from the start score worse.
      ignoreLocation: true,
      ignoreFieldNorm: true,
    },
  )
  return (typed) => {
    const wanted = foldText(typed.trim())
    if (wanted.length < SUGGEST_FROM_LENGTH) return []
    const similar = fuse.search(wanted).filter(({ score = 1 }) => score < SUGGESTION_WORST_SCORE)
    const literal = similar.filter(({ item: { title, detail } }) => `${title} ${detail}`.includes(wanted))
    // Somebody who types "berlin" correctly does not mean "Bern". And a typo in three letters would match almost anything.
    return (literal.length > 0 || wanted.length < SUGGEST_SIMILAR_FROM_LENGTH ? literal : similar)
      .toSorted((a, b) => rankOf(a.item, wanted) - rankOf(b.item, wanted) || (a.score ?? 1) - (b.score ?? 1))
      .slice(0, SUGGESTIONS_MAXIMUM)
      .map(({ item }) => item.suggestion)
  }
}

/**
 * SRCH-01: suggestions while the visitor types, by Fuse.js over an index of the shop: from 2 characters, at most 10, with a
 * score below 0.5. Index and query are compared without umlauts and accents, so "fur" finds "für".
 */
import Fuse from 'fuse.js/basic'
import type { SuggestionIndexQuery } from '../../schema/generated/operations.ts'
import {
  SUGGEST_FROM_LENGTH,
  SUGGESTION_THRESHOLD,
  SUGGESTION_WORST_SCORE,
  SUGGESTIONS_MAXIMUM,
} from '../../schema/limits.ts'

export type Suggestion = SuggestionIndexQuery['suggestionIndex'][number]

export type Suggester = (typed: string) => Suggestion[]

function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
}

export function buildSuggester(index: Suggestion[]): Suggester {
  const fuse = new Fuse(
    index.map((suggestion) => ({
      suggestion,
      title: folded(suggestion.title),
      detail: folded(suggestion.detail ?? ''),
    })),
    {
      keys: [
        { name: 'title', weight: 0.7 },
        { name: 'detail', weight: 0.3 },
      ],
      threshold: SUGGESTION_THRESHOLD,
      minMatchCharLength: SUGGEST_FROM_LENGTH,
      includeScore: true,
      // "LP" matches at any position of a text of any length.
      ignoreLocation: true,
      ignoreFieldNorm: true,
    },
  )
  return (typed) => {
    const wanted = folded(typed.trim())
    if (wanted.length < SUGGEST_FROM_LENGTH) return []
    // Titles that begin with the typed text come first.
    const beginning = (title: string) => Number(title.startsWith(wanted))
    return fuse
      .search(wanted)
      .filter(({ score = 1 }) => score < SUGGESTION_WORST_SCORE)
      .toSorted((a, b) => beginning(b.item.title) - beginning(a.item.title) || (a.score ?? 1) - (b.score ?? 1))
      .slice(0, SUGGESTIONS_MAXIMUM)
      .map(({ item }) => item.suggestion)
  }
}

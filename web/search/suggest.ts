/**
 * SRCH-01: suggestions while somebody types, by Fuse over what the shop has: from 2 characters, at most 10, none that fits
 * worse than a score of 0.5. Umlauts and accents are written away on both sides, so "fur" finds "für".
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
      // "LP" counts wherever it stands and however much stands beside it.
      ignoreLocation: true,
      ignoreFieldNorm: true,
    },
  )
  return (typed) => {
    const wanted = folded(typed.trim())
    if (wanted.length < SUGGEST_FROM_LENGTH) return []
    // Titles that begin with it come before what only contains it.
    const beginning = (title: string) => Number(title.startsWith(wanted))
    return fuse
      .search(wanted)
      .filter(({ score = 1 }) => score < SUGGESTION_WORST_SCORE)
      .toSorted((a, b) => beginning(b.item.title) - beginning(a.item.title) || (a.score ?? 1) - (b.score ?? 1))
      .slice(0, SUGGESTIONS_MAXIMUM)
      .map(({ item }) => item.suggestion)
  }
}

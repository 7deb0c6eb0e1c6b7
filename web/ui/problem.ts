/** What went wrong, kept as what is to be said and not as a text: after a change of language it speaks the new one (L10N-05). */
import { useCallback, useState } from 'react'

export type Say = () => string

/** The text in the page's language, or null; and how to tell another. */
export function useProblem(): [string | null, (say: Say | null) => void] {
  const [problem, setProblem] = useState<{ say: Say } | null>(null)
  const tell = useCallback((say: Say | null) => setProblem(say && { say }), [])
  return [problem?.say() ?? null, tell]
}

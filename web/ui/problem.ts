/**
 * An error message as React state. The state is the message function instead of its text, so that a language switch
 * translates the message (L10N-05).
 */
import { useCallback, useState } from 'react'

export type Message = () => string

/** Returns the message in the page's language, or null, and its setter. */
export function useProblem(): [string | null, (message: Message | null) => void] {
  // React would call a function that is passed to the setter directly.
  const [problem, setProblem] = useState<{ message: Message } | null>(null)
  const setMessage = useCallback((message: Message | null) => setProblem(message && { message }), [])
  return [problem?.message() ?? null, setMessage]
}

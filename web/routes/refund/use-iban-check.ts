/** Checks an IBAN while the fan types it. The rules of all countries load only then. */
import { useEffect, useState } from 'react'

/** The shortest IBAN. A shorter text is not called wrong before the fan leaves the field. */
const SHORTEST = 15

const loadRule = () => import('../../../schema/rules/iban.ts')

export type IbanCheck = {
  isValid: boolean
  /** Whether the field should say that the IBAN is wrong. */
  isWrong: boolean
  /** Called when the fan leaves the field. */
  leave: () => void
  /** Waits for the rules. Throws if they cannot be loaded. */
  check: () => Promise<boolean>
}

export function useIbanCheck(typed: string): IbanCheck {
  const [result, setResult] = useState<{ typed: string; isValid: boolean } | null>(null)
  const [left, setLeft] = useState<string | null>(null)
  useEffect(() => {
    if (typed === '') return
    let isCurrent = true
    loadRule().then(
      ({ ibanIn }) => isCurrent && setResult({ typed, isValid: ibanIn(typed) !== null }),
      // The submission loads the rules again and reports the error.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [typed])
  const current = result?.typed === typed ? result : null
  const isComplete = typed.replace(/\s/g, '').length >= SHORTEST || left === typed
  return {
    isValid: current?.isValid === true,
    isWrong: typed !== '' && current?.isValid === false && isComplete,
    leave: () => setLeft(typed),
    check: async () => typed !== '' && (await loadRule()).ibanIn(typed) !== null,
  }
}

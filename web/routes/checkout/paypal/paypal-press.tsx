/**
 * The button that opens PayPal's window. The browser opens a window only while it handles the press, so the button is inactive
 * until PayPal's script has loaded. It reserves its height from the start, so the layout does not shift.
 */
import { useEffect, useState } from 'react'
import type { ProviderScript } from '../../../../schema/page-data.ts'
import { m } from '../../../i18n/messages.ts'
import { loadPayPal, type PayPal } from './paypal-script.ts'

type PayPalPressProps = {
  script: ProviderScript
  label: string
  /** Called while the browser handles the press. Until it resolves, further presses are ignored. It never rejects. */
  onPress: (paypal: PayPal) => Promise<void>
}

export function PayPalPress({ script, label, onPress }: PayPalPressProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [state, setState] = useState<PayPal | 'loading' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads the script again
  useEffect(() => {
    let isGone = false
    setState('loading')
    loadPayPal(script).then(
      (paypal) => !isGone && setState(paypal),
      () => !isGone && setState('failed'),
    )
    return () => {
      isGone = true
    }
  }, [script, attempt])

  if (state === 'failed') {
    return (
      <p role="alert" className="min-h-14 font-medium text-danger">
        {m.paypal_failed_load()}{' '}
        <button type="button" className="min-h-11 underline" onClick={() => setAttempt(attempt + 1)}>
          {m.event_retry()}
        </button>
      </p>
    )
  }
  const isReady = state !== 'loading' && !isBusy
  return (
    <button
      type="button"
      className="min-h-14 w-full rounded-lg border border-[#111]/50 bg-[#ffc439] px-3 py-2 font-bold leading-tight sm:px-5 sm:text-lg text-[#111] hover:bg-[#f2b521] aria-disabled:cursor-progress"
      aria-disabled={!isReady}
      onClick={() => {
        if (state === 'loading' || !isReady) return
        setIsBusy(true)
        void onPress(state).finally(() => setIsBusy(false))
      }}
    >
      {state === 'loading' ? m.paypal_loading() : label}
    </button>
  )
}

/**
 * Stripe's card fields. They are frames of Stripe, so the shop never sees a card number. The container has their height from
 * the start, so the layout does not shift. The step calls `tokenize` of the given ref when the buyer goes on.
 */
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { ProviderScript } from '../../../../schema/page-data.ts'
import { currentLocale } from '../../../data/locale.ts'
import { m } from '../../../i18n/messages.ts'
import type { CardToken } from './card-token.ts'
import { elementAppearance } from './element-appearance.ts'
import { loadStripe } from './stripe-script.ts'

export type CardBuyer = { name?: string; email: string }

export type CardInput = {
  /** Resolves to null if a field is wrong or Stripe is unreachable. The fields or a message then say so. */
  tokenize(buyer: CardBuyer): Promise<CardToken | null>
}

type CardFieldsProps = { ref: Ref<CardInput>; script: ProviderScript; amountCents: number }

export default function CardFields({ ref, script, amountCents }: CardFieldsProps) {
  const container = useRef<HTMLDivElement>(null)
  const mounted = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const amount = useRef(amountCents)
  amount.current = amountCents

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads the script again
  useEffect(() => {
    let isGone = false
    setState('loading')
    void mount()
    async function mount(): Promise<void> {
      try {
        const stripe = await loadStripe(script)
        if (isGone || container.current === null) return
        const elements = stripe.elements({
          mode: 'payment',
          amount: amount.current,
          currency: 'eur',
          allowedPaymentMethodTypes: ['card'],
          locale: currentLocale(),
          appearance: elementAppearance(),
        })
        const fields = elements.create('payment', { wallets: { applePay: 'never', googlePay: 'never' } })
        fields.on('ready', () => setState('ready'))
        fields.on('loaderror', () => setState('failed'))
        fields.mount(container.current)
        mounted.current = { stripe, elements }
      } catch {
        if (!isGone) setState('failed')
      }
    }
    return () => {
      isGone = true
      mounted.current?.elements.getElement('payment')?.destroy()
      mounted.current = null
    }
  }, [script, attempt])

  useEffect(() => {
    void mounted.current?.elements.update({ amount: amountCents })
  }, [amountCents])

  useImperativeHandle(ref, () => ({ tokenize }))

  async function tokenize(buyer: CardBuyer): Promise<CardToken | null> {
    setProblem(null)
    const { current } = mounted
    if (current === null) return null
    const { stripe, elements } = current
    try {
      const { error: wrong } = await elements.submit()
      if (wrong) return null
      const { error, confirmationToken } = await stripe.createConfirmationToken({
        elements,
        params: { payment_method_data: { billing_details: buyer } },
      })
      if (confirmationToken)
        return { id: confirmationToken.id, label: labelOf(confirmationToken.payment_method_preview) }
      setProblem(error.message ?? m.card_failed())
    } catch {
      setProblem(m.card_failed())
    }
    return null
  }

  return (
    <div className="rounded-xl border border-line bg-surface p-4">
      <div className="relative min-h-60">
        <div ref={container} />
        {state === 'loading' && (
          <p role="status" className="absolute inset-0 text-muted">
            {m.card_loading()}
          </p>
        )}
        {state === 'failed' && (
          <p role="alert" className="absolute inset-0 font-medium text-danger">
            {m.card_failed()}{' '}
            <button type="button" className="min-h-11 underline" onClick={() => setAttempt(attempt + 1)}>
              {m.event_retry()}
            </button>
          </p>
        )}
      </div>
      {problem !== null && (
        <p role="alert" className="mt-3 font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

function labelOf({ card }: { card?: { brand: string; last4: string } | null }): string {
  return card ? `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)} •••• ${card.last4}` : m.card_entered()
}

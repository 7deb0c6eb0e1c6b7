/**
 * The card fields below the chosen payment method. If the buyer returns to the payment step, the card that is already entered
 * is shown instead, until the buyer wants another one.
 */
import { lazy, type Ref, Suspense, useImperativeHandle, useRef, useState } from 'react'
import type { ProviderScript } from '../../../../schema/page-data.ts'
import { m } from '../../../i18n/messages.ts'
import type { CardInput } from './card-fields.tsx'
import { enteredCard, holdCard } from './card-token.ts'

const CardFields = lazy(() => import('./card-fields.tsx'))

type CardProps = { ref: Ref<CardInput>; script: ProviderScript; amountCents: number }

/** The fields for a card that is used at once. */
export function CardEntry(props: CardProps) {
  return (
    <section aria-label={m.card_label()}>
      <Suspense fallback={<div className="min-h-68 rounded-xl border border-line bg-surface" />}>
        <CardFields {...props} />
      </Suspense>
    </section>
  )
}

/** The fields for a card that is held until the review step. */
export function CardChoice({ ref, ...props }: CardProps) {
  const [card, setCard] = useState(enteredCard)
  const fields = useRef<CardInput>(null)

  useImperativeHandle(ref, () => ({
    async tokenize(buyer) {
      if (card !== null) return card
      const taken = (await fields.current?.tokenize(buyer)) ?? null
      if (taken !== null) holdCard(taken)
      return taken
    },
  }))

  if (card === null) return <CardEntry ref={fields} {...props} />
  return (
    <p className="flex flex-wrap items-center justify-between gap-4 rounded-xl border border-line bg-surface px-4 py-3">
      <span>{m.card_chosen({ card: card.label })}</span>
      <button
        type="button"
        className="min-h-11 underline"
        onClick={() => {
          holdCard(null)
          setCard(null)
        }}
      >
        {m.card_other()}
      </button>
    </p>
  )
}

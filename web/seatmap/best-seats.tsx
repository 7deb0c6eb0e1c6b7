/**
 * A form to hold an amount of seats in a category. The server chooses the best free seats. It splits the group only if no
 * row has enough adjacent seats (SEAT-12).
 */
import { useState } from 'react'
import { formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'

type BestChoice = {
  variantId: string
  name: string
  priceCents: number
  left: number | null
  /** Whether the fan has chosen the category in the legend. */
  isFiltered: boolean
  /** Whether the fan holds seats of the category. */
  isHeld: boolean
}

export type BestSeatsProps = {
  choices: BestChoice[]
  /** How many more tickets the visitor may hold. */
  maximum: number
  forcedAmount: number | null
  onHold: (variantId: string, amount: number) => Promise<boolean>
}

export function BestSeatsForm({ choices, maximum, forcedAmount, onHold }: BestSeatsProps) {
  const [variantId, setVariantId] = useState<string | null>(null)
  const [requested, setRequested] = useState(forcedAmount ?? 2)
  const [isBusy, setIsBusy] = useState(false)
  const chosen = choices.find((choice) => choice.variantId === variantId) ?? suggested(choices)
  const amounts = forcedAmount ? [forcedAmount] : Array.from({ length: Math.max(1, maximum) }, (_, index) => index + 1)
  const amount = Math.min(requested, amounts.at(-1) ?? 1)
  if (!chosen) return null

  async function hold(): Promise<void> {
    if (!chosen || isBusy) return
    setIsBusy(true)
    await onHold(chosen.variantId, amount)
    setIsBusy(false)
  }

  return (
    <form
      className="mt-3 min-h-54"
      onSubmit={(event) => {
        event.preventDefault()
        void hold()
      }}
    >
      <label className="block text-sm">
        <span className="mb-1 block text-muted">{m.event_best_category()}</span>
        <select className="field" value={chosen.variantId} onChange={(event) => setVariantId(event.target.value)}>
          {choices.map((choice) => (
            <option key={choice.variantId} value={choice.variantId} disabled={choice.left === 0}>
              {choice.name}
            </option>
          ))}
        </select>
      </label>
      <div className="mt-3 flex items-end gap-3">
        <label className="w-24 shrink-0 text-sm">
          <span className="mb-1 block text-muted">{m.event_best_count()}</span>
          <select
            className="field"
            value={amount}
            onChange={(event) => setRequested(Number.parseInt(event.target.value, 10))}
          >
            {amounts.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
        <p className="flex min-h-12 items-center text-sm tabular-nums">
          {amount === 1
            ? m.event_best_price({ price: formatPrice(chosen.priceCents) })
            : m.event_best_total({
                price: formatPrice(chosen.priceCents),
                total: formatPrice(amount * chosen.priceCents),
              })}
        </p>
      </div>
      <button type="submit" aria-disabled={isBusy || maximum === 0} className="button-secondary mt-3 w-full">
        {isBusy ? m.event_adding() : m.event_best_take()}
      </button>
    </form>
  )
}

/**
 * Returns the category that the form suggests until the fan chooses one. The shop can find seats next to the fan's own only in
 * the category of these seats.
 */
function suggested(choices: BestChoice[]): BestChoice | undefined {
  const free = choices.filter(({ left }) => left !== 0)
  return free.find(({ isFiltered }) => isFiltered) ?? free.find(({ isHeld }) => isHeld) ?? free[0]
}

/** A group of radio buttons with a description and a price for each choice: carriers and payment methods. */
import { useState } from 'react'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { hasDigitalGoods } from './delivery-note.tsx'
import type { LoadedCheckout } from './use-checkout.ts'

type Choice = { id: string; name: string; description: string; priceCents: number }

type ChoiceListProps = {
  name: string
  legend: string
  choices: Choice[]
  chosen: string | null
  onChoose: (id: string) => void
  /** The error message, which marks the group as invalid. */
  error?: string | null
  /** The text for a price of 0. By default, a free choice shows no price. */
  freeText?: string
  /** Returns the text for any other price, such as "plus 2,00 €". */
  priceText?: (price: string) => string
}

export function ChoiceList({
  name,
  legend,
  choices,
  chosen,
  onChoose,
  error = null,
  freeText = '',
  priceText = (price) => price,
}: ChoiceListProps) {
  const errorId = `${name}-error`
  return (
    <fieldset
      id={name}
      tabIndex={-1}
      className="scroll-mt-24"
      {...(error !== null && { 'aria-invalid': true, 'aria-describedby': errorId })}
    >
      <legend className="display display-4 mb-3">{legend}</legend>
      {error !== null && (
        <p id={errorId} role="alert" className="mb-3 font-medium text-danger">
          {error}
        </p>
      )}
      <div className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
        {choices.map((choice) => (
          <label
            key={choice.id}
            className="flex min-h-16 cursor-pointer items-center gap-4 px-4 py-3 hover:bg-ink/3 has-checked:bg-accent/8 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              value={choice.id}
              checked={chosen === choice.id}
              onChange={() => onChoose(choice.id)}
              className="size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 grow">
              <span className="block font-semibold">{choice.name}</span>
              {choice.description !== '' && <span className="block text-sm text-muted">{choice.description}</span>}
            </span>
            <span className="whitespace-nowrap tabular-nums">
              {choice.priceCents === 0 ? freeText : priceText(formatPrice(choice.priceCents))}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type CarrierChoiceProps = { checkout: LoadedCheckout; error: string | null }

/** The choice of a carrier, or a note if the order needs no shipping. Free shipping is labelled as free. */
export function CarrierChoice({ checkout: { cart, carriers, carrier, save }, error }: CarrierChoiceProps) {
  if (!cart.physical)
    return (
      <p className="text-muted">
        {hasDigitalGoods(cart) ? m.checkout_carrier_none_digital() : m.checkout_carrier_none()}
      </p>
    )
  return (
    <ChoiceList
      name="carrier"
      legend={m.checkout_carrier()}
      choices={carriers}
      chosen={carrier?.id ?? null}
      onChoose={(shippingMethod) => save({ shippingMethod })}
      error={error}
      freeText={m.checkout_free()}
    />
  )
}

/** The carrier that the buyer has seen on the first step. A press on "change" opens the choice, so that it is asked only once. */
export function ChosenCarrier({ checkout, error }: CarrierChoiceProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { carrier, carriers, cart } = checkout
  if (!cart.physical) return null
  if (isOpen || error !== null || carrier === null) return <CarrierChoice checkout={checkout} error={error} />
  return (
    <section>
      <h2 className="display display-4 mb-3">{m.checkout_carrier()}</h2>
      <p className="flex min-h-14 flex-wrap items-center gap-x-4 rounded-xl border border-line bg-surface px-4 py-2">
        <span className="min-w-0 grow font-semibold">{carrier.name}</span>
        <span className="tabular-nums">
          {carrier.priceCents === 0 ? m.checkout_free() : formatPrice(carrier.priceCents)}
        </span>
        {carriers.length > 1 && (
          <button
            type="button"
            className="min-h-11 text-muted underline hover:text-ink"
            onClick={() => setIsOpen(true)}
          >
            {m.checkout_change()}
            <span className="sr-only">: {m.checkout_carrier()}</span>
          </button>
        )}
      </p>
    </section>
  )
}

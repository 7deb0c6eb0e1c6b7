/**
 * PROD-03 to PROD-05, PROD-10: the form to choose a variant, an amount and a personal text. The button is disabled only if
 * the product or the chosen variant is unavailable. If a choice is missing, a press on the button shows a message that asks
 * for it.
 */
import { useId, useRef, useState } from 'react'
import type { ProductPageQuery } from '../../../schema/generated/operations.ts'
import { MAX_ITEM_LIMIT, PERSONAL_IDENTIFIER_LENGTH } from '../../../schema/limits.ts'
import { areSizes } from '../../../schema/rules/variant-size.ts'
import { productMeta } from '../../data/meta.ts'
import { m } from '../../i18n/messages.ts'
import type { ReminderChoice } from '../../reminder/reminder-form.tsx'
import { ReminderOffer } from '../../reminder/reminder-offer.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { Field } from '../checkout/field.tsx'
import { AddButton } from './add-button.tsx'
import { amountLimit } from './purchase-rules.ts'
import { useAddToCart } from './use-add-to-cart.ts'
import { VariantChoice } from './variant-choice.tsx'

type Product = NonNullable<ProductPageQuery['product']>

const CHECKED_MS = 2_500

type BuyFormProps = { product: Product; chosen: string | null; onChoose: (variantId: string) => void }

export function BuyForm({ product, chosen, onChoose }: BuyFormProps) {
  const personalId = useId()
  const textField = useRef<HTMLInputElement>(null)
  const [amount, setAmount] = useState(1)
  const [personal, setPersonal] = useState('')
  const { state, problem, setProblem, reset, add } = useAddToCart(CHECKED_MS)

  const meta = productMeta(product)
  const isPersonalised = meta.personalised === true
  // Each piece has its own text, unless the product allows several pieces with the same text.
  const isSingle = isPersonalised && !meta.allow_multiple_override
  const variant = product.variants.find(({ id }) => id === chosen)
  const maximum = amountLimit(product.cartLimit, variant?.left ?? null, isSingle)
  const count = Math.min(amount, maximum)
  const isUnavailable = !product.available || maximum === 0
  const missing = variant
    ? isPersonalised && personal.trim() === ''
      ? m.product_personal_missing
      : null
    : areSizes(product.variants)
      ? m.product_choose_size_first
      : m.product_choose_first

  /** The field shows this error, and the button shows the others. */
  const lacksText = problem !== null && missing === m.product_personal_missing

  const choose = (id: string) => {
    onChoose(id)
    reset()
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    if (missing !== null || !variant) {
      setProblem(missing)
      // In a low window, the options may be out of sight.
      const options = form.querySelector<HTMLElement>('input:enabled, select')
      if (variant) textField.current?.focus()
      else options?.focus()
      return
    }
    const isAdded = await add([
      {
        productVariantId: variant.id,
        amount: count,
        ...(isPersonalised && { personalIdentifier: personal.trim() }),
      },
    ])
    if (!isAdded) return
    setAmount(1)
    setPersonal('')
  }

  return (
    <>
      <form
        className="mt-6"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (state !== 'loading' && !isUnavailable) void submit(event.currentTarget)
        }}
      >
        <VariantChoice
          variants={product.variants}
          isSelect={product.select}
          chosen={chosen}
          isMissing={problem !== null && !variant}
          basePriceCents={product.priceCents}
          onChoose={choose}
        />
        {meta.ticket_required && !isUnavailable && <p className="mt-5 font-medium">{m.product_ticket_required()}</p>}
        {isPersonalised && !isUnavailable && (
          <Field
            id={personalId}
            label={meta.personal_label ?? m.product_personal()}
            problem={lacksText ? problem : null}
            hint={m.product_personal_note({ left: PERSONAL_IDENTIFIER_LENGTH - personal.length })}
            className="mt-5"
          >
            {(attributes) => (
              <input
                {...attributes}
                ref={textField}
                className="field"
                value={personal}
                maxLength={PERSONAL_IDENTIFIER_LENGTH}
                onChange={(event) => {
                  setPersonal(event.target.value)
                  setProblem(null)
                }}
              />
            )}
          </Field>
        )}
        <div className="mt-5 flex flex-wrap gap-3">
          {maximum > 1 && !isUnavailable && (
            <Stepper label={m.product_amount()} amount={count} minimum={1} maximum={maximum} onChange={setAmount} />
          )}
          <AddButton
            state={isUnavailable ? 'disabled' : state}
            missing={lacksText ? null : (missing?.() ?? null)}
            problem={isUnavailable ? (product.errorText ?? m.product_sold_out()) : lacksText ? null : problem}
          />
        </div>
        {count === maximum && maximum > 1 && !isUnavailable && (
          <p className="mt-2 text-sm text-muted">{m.product_limit({ limit: Math.min(maximum, MAX_ITEM_LIMIT) })}</p>
        )}
      </form>
      {product.cartLimit > 0 && (
        <ReminderOffer kind="stock" choices={soldOutChoices(product)} areSizes={areSizes(product.variants)} />
      )}
    </>
  )
}

/** The variants that are sold out, for a reminder. A product with one variant needs no choice. */
function soldOutChoices({ variants }: Product): ReminderChoice[] {
  return variants
    .filter(({ available }) => !available)
    .toSorted((a, b) => a.order - b.order)
    .map(({ id, description, subline }) => ({ id, label: [description, subline].filter(Boolean).join(', ') }))
}

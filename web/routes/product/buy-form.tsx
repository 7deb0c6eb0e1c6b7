/**
 * PROD-03 to PROD-05, PROD-10: which, how many, and into the cart. The button can always be pressed; where something is
 * missing it says what, and where.
 */
import { useId, useState } from 'react'
import type { ProductPageQuery } from '../../../schema/generated/operations.ts'
import { MAX_ITEM_LIMIT, PERSONAL_IDENTIFIER_LENGTH } from '../../../schema/limits.ts'
import { openMinicart } from '../../cart/minicart-state.ts'
import { useAddItems } from '../../cart/use-cart.ts'
import { productMeta } from '../../data/meta.ts'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { amountLimit, onlyVariant } from './buying.ts'
import { VariantChoice } from './variant-choice.tsx'

type Product = NonNullable<ProductPageQuery['product']>

export function BuyForm({ product }: { product: Product }) {
  const noteId = useId()
  const { addItems, isPending } = useAddItems()
  const [chosen, setChosen] = useState<string | null>(() => onlyVariant(product.variants)?.id ?? null)
  const [amount, setAmount] = useState(1)
  const [personal, setPersonal] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isAdded, setAdded] = useState(false)

  const isPersonalised = productMeta(product).personalised === true
  const variant = product.variants.find(({ id }) => id === chosen)
  const maximum = amountLimit(product.cartLimit, variant?.left ?? null, isPersonalised)
  const count = Math.min(amount, maximum)

  if (!product.available || maximum === 0) {
    return (
      <p className="mt-6 rounded-lg border-(length:--rule) border-line bg-surface px-4 py-3 font-semibold">
        {product.soldOutMessage ?? m.product_sold_out()}
      </p>
    )
  }

  async function add(): Promise<void> {
    if (!variant) return setProblem(m.product_choose_first())
    if (isPersonalised && personal.trim() === '') return setProblem(m.product_personal_missing())
    setProblem(null)
    try {
      await addItems([
        {
          productVariantId: variant.id,
          amount: count,
          ...(isPersonalised && { personalIdentifier: personal.trim() }),
        },
      ])
      setAdded(true)
      setAmount(1)
      setPersonal('')
      setTimeout(() => setAdded(false), 2_500)
      openMinicart(true)
    } catch (error) {
      setProblem(errorText(error))
    }
  }

  return (
    <form
      className="mt-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) void add()
      }}
    >
      <VariantChoice
        variants={product.variants}
        isSelect={product.select}
        chosen={chosen}
        isMissing={problem !== null && !variant}
        basePriceCents={product.priceCents}
        onChoose={(id) => {
          setChosen(id)
          setProblem(null)
        }}
      />
      {isPersonalised && (
        <label className="mt-5 block">
          <span className="mb-1.5 block font-medium">{m.product_personal()}</span>
          <input
            className="field"
            value={personal}
            maxLength={PERSONAL_IDENTIFIER_LENGTH}
            aria-describedby={`${noteId}-personal`}
            onChange={(event) => setPersonal(event.target.value)}
          />
          <span id={`${noteId}-personal`} className="mt-1.5 block text-sm text-muted">
            {m.product_personal_note({ left: PERSONAL_IDENTIFIER_LENGTH - personal.length })}
          </span>
        </label>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {!isPersonalised && maximum > 1 && (
          <Stepper label={m.product_amount()} amount={count} minimum={1} maximum={maximum} onChange={setAmount} />
        )}
        <button
          type="submit"
          className="button-primary grow"
          aria-busy={isPending}
          {...(problem !== null && { 'aria-describedby': noteId })}
          {...(!variant && { title: m.product_choose_first() })}
        >
          {isAdded && <Icon name="check" className="size-5" />}
          {isPending ? m.product_adding() : isAdded ? m.product_added() : m.product_add()}
        </button>
      </div>
      {count === maximum && maximum > 1 && (
        <p className="mt-2 text-sm text-muted">{m.product_limit({ limit: Math.min(maximum, MAX_ITEM_LIMIT) })}</p>
      )}
      <div id={noteId} role="alert">
        {problem !== null && <p className="mt-3 font-medium text-danger">{problem}</p>}
      </div>
    </form>
  )
}

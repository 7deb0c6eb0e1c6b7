/**
 * The list of combinations. After the choice, only the chosen combination is visible, with a button to change it. Its parts
 * follow below it with their dates and venues.
 */
import { formatLonePrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { FactLine } from '../../ui/fact-line.tsx'
import { eventFacts } from './event-facts.ts'
import { partName } from './part-choice.tsx'
import { saleTextOf } from './sale-text.ts'
import {
  type Bundle,
  type BundleProduct,
  combinationIsAvailable,
  EMPTY_SELECTION,
  kindNameOf,
  type Part,
  totalSpanCents,
} from './selection.ts'

type CombinationChoiceProps = {
  product: BundleProduct
  bundle: Bundle
  chosen: number | null
  isMissing: boolean
  onChoose: (option: number | null) => void
}

export function CombinationChoice({ product, bundle, chosen, isMissing, onChoose }: CombinationChoiceProps) {
  const { combinations } = bundle
  const picked = chosen === null ? undefined : combinations[chosen]
  if (picked) {
    return (
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border-(length:--rule) border-ink px-4 py-3">
        <p className="grow">
          <span className="label block text-muted">{m.bundle_option()}</span>
          <strong>{picked.optionName}</strong>
          {picked.tourName && <span className="text-muted"> ·&nbsp;{picked.tourName}</span>}
        </p>
        <button type="button" className="text-link min-h-11 font-semibold" onClick={() => onChoose(null)}>
          {m.bundle_change()}
        </button>
      </div>
    )
  }
  const part = commonProduct(combinations)
  const prices = combinations.map((_, index) => priceText(product, bundle, index, part !== null))
  // The same price beside every combination would look like the price of the part.
  const showsPrices = new Set(prices.filter((price) => price !== null)).size > 1
  return (
    <fieldset className="mt-4">
      <legend className={`mb-2 font-medium ${isMissing ? 'text-danger' : ''}`}>
        {pickText(combinations, part)}
        {areShows(combinations) && (
          <span className="block text-sm font-normal text-muted">{m.bundle_pick_show_only()}</span>
        )}
        {isMissing && <span className="block text-sm">{m.bundle_pick_missing()}</span>}
      </legend>
      <ul className="grid gap-2">
        {combinations.map((combination, index) => {
          const isAvailable = combinationIsAvailable(bundle, index)
          return (
            <li key={combination.id}>
              <button
                type="button"
                disabled={!isAvailable}
                {...(isMissing && isAvailable && { 'data-open': true })}
                onClick={() => onChoose(index)}
                className={`flex min-h-14 w-full flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border-(length:--rule) bg-surface px-4 py-3 text-left hover:border-ink disabled:border-dashed disabled:border-line disabled:text-muted ${isMissing ? 'border-danger' : 'border-line'}`}
              >
                {isAvailable && (
                  <span aria-hidden="true" className="size-5 flex-none rounded-full border-2 border-ink" />
                )}
                <span className="grow basis-44">
                  <strong className="font-semibold">{combination.optionName}</strong>
                  {combination.tourName && <span className="block text-sm text-muted">{combination.tourName}</span>}
                  <EventLines parts={combination.parts} />
                </span>
                <span className="font-semibold tabular-nums">
                  {isAvailable
                    ? showsPrices && prices[index]
                    : (combination.soldOutMessage ?? saleTextOf(combination.parts) ?? m.tile_sold_out())}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

/** The part of whose product each combination has another variant; null if they have different products or concerts. */
function commonProduct(combinations: Bundle['combinations']): Part | null {
  const first = combinations[0]?.parts[0]
  if (!first?.product || combinations.some(({ parts }) => parts.some(({ event }) => event !== null))) return null
  return combinations.every(({ parts }) => parts[0]?.product?.id === first.product?.id) ? first : null
}

/** Whether each combination contains a concert. */
function areShows(combinations: Bundle['combinations']): boolean {
  return combinations.every(({ parts }) => parts.some(({ event }) => event !== null))
}

/** Says what the combinations differ in: the concert, or the variant of `common`. */
function pickText(combinations: Bundle['combinations'], common: Part | null): string {
  if (areShows(combinations)) return m.bundle_pick_show()
  if (!common?.product) return m.bundle_pick_one()
  const name = partName(common)
  const { productType } = common.product
  return m.bundle_pick_of({ part: productType === name ? name : `${name}, ${productType}` })
}

/** When and where the concerts of a combination take place, and the kind of their tickets. */
function EventLines({ parts }: { parts: Part[] }) {
  return parts.map((part) =>
    part.event === null ? null : <FactLine key={part.event.id} facts={[...eventFacts(part.event), kindNameOf(part)]} />,
  )
}

/**
 * The price of the whole bundle with this combination; null if it cannot be bought. With `isDifference`, the text is what the
 * combination costs more than the cheapest one, and empty for that one, because a price beside a size would look like the
 * price of the part.
 */
function priceText(product: BundleProduct, bundle: Bundle, option: number, isDifference: boolean): string | null {
  const spanOf = (index: number) => totalSpanCents(product, bundle, { ...EMPTY_SELECTION, option: index })
  const span = spanOf(option)
  if (span === null) return null
  const { lowest, highest } = span
  if (isDifference) {
    const cheapest = Math.min(...bundle.combinations.map((_, index) => spanOf(index)?.lowest ?? lowest))
    return lowest > cheapest ? `+ ${formatLonePrice(lowest - cheapest)}` : ''
  }
  return highest > lowest ? `${m.price_from()} ${formatLonePrice(lowest)}` : formatLonePrice(lowest)
}

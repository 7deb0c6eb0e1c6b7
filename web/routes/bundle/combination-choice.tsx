/** The list of combinations. After the choice, only the chosen combination is visible, with a button to change it. */
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { type Bundle, combinationIsAvailable } from './selection.ts'

type CombinationChoiceProps = {
  bundle: Bundle
  chosen: number | null
  isMissing: boolean
  onChoose: (option: number | null) => void
}

export function CombinationChoice({ bundle, chosen, isMissing, onChoose }: CombinationChoiceProps) {
  const { combinations } = bundle
  const picked = chosen === null ? undefined : combinations[chosen]
  if (picked) {
    return (
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border-(length:--rule) border-ink px-4 py-3">
        <p className="grow">
          <span className="label block text-muted">{m.bundle_option()}</span>
          <strong>{picked.optionName}</strong>
          {picked.tourName && <span className="text-muted"> · {picked.tourName}</span>}
        </p>
        <button type="button" className="text-link min-h-11 font-semibold" onClick={() => onChoose(null)}>
          {m.bundle_change()}
        </button>
      </div>
    )
  }
  return (
    <fieldset className="mt-4">
      <legend className={`mb-2 font-medium ${isMissing ? 'text-danger' : ''}`}>{m.bundle_pick_one()}</legend>
      <ul className="grid gap-2">
        {combinations.map((combination, index) => (
          <li key={combination.id}>
            <button
              type="button"
              disabled={!combinationIsAvailable(bundle, index)}
              onClick={() => onChoose(index)}
              className="flex min-h-14 w-full items-center gap-4 rounded-lg border-(length:--rule) border-line bg-surface px-4 py-3 text-left hover:border-ink disabled:border-dashed disabled:text-muted"
            >
              <span className="grow">
                <strong className="font-semibold">{combination.optionName}</strong>
                {combination.tourName && <span className="block text-sm text-muted">{combination.tourName}</span>}
              </span>
              <span className="text-sm tabular-nums">
                {combinationIsAvailable(bundle, index)
                  ? combination.additionalPriceCents > 0 && `+ ${formatPrice(combination.additionalPriceCents)}`
                  : (combination.soldOutMessage ?? m.tile_sold_out())}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** The additional group: visitors may add one of its products, or none. */

import { formatLonePrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { PartChoice, PartPicture, partName } from './part-choice.tsx'
import { namedKind, type Part, type Selection, type Slot, slotIsFilled } from './selection.ts'

type GroupChoiceProps = {
  slots: Slot[]
  selection: Selection
  onChange: (selection: Selection) => void
  onWrite: (slotId: string, text: string) => void
  onCount: (slotId: string, tickets: number) => void
}

export function GroupChoice({ slots, selection, onChange, onWrite, onCount }: GroupChoiceProps) {
  const chosen = slots.find(({ id }) => (selection.variants[id] ?? '') !== '')
  /** Chooses a variant of `slot`, by default the first available one, and empties all other slots. Null empties all slots. */
  const chooseSlot = (slot: Slot | null, variantId?: string) => {
    const variants = { ...selection.variants }
    for (const { id } of slots) delete variants[id]
    const wanted = variantId ?? slot?.variants.find(({ available }) => available)?.id
    if (slot && wanted) variants[slot.id] = wanted
    onChange({ ...selection, variants })
  }
  return (
    <fieldset className="mt-6">
      <legend className="mb-2 font-medium">{m.bundle_group()}</legend>
      <div className="flex flex-wrap gap-2 max-sm:flex-col">
        <label className="option">
          <input type="radio" name="bundle-group" checked={!chosen} onChange={() => chooseSlot(null)} />
          {m.bundle_leave_empty()}
        </label>
        {slots.map((slot) => {
          const available = slot.variants.filter((variant) => variant.available)
          const lowest = Math.min(...available.map(({ priceCents }) => priceCents))
          return (
            <label key={slot.id} className="option gap-3 max-sm:justify-start max-sm:text-start">
              <input
                type="radio"
                name="bundle-group"
                checked={chosen?.id === slot.id}
                disabled={available.length === 0}
                onChange={() => chooseSlot(slot)}
              />
              <PartPicture part={slot.part} sizes="40px" className="size-10" />
              {groupName(slot.part)}
              {lowest > 0 && Number.isFinite(lowest) && (
                <span className="whitespace-nowrap max-sm:ml-auto">+ {formatLonePrice(lowest)}</span>
              )}
            </label>
          )
        })}
      </div>
      {chosen && (
        <ul className="mt-3 rule-t">
          <PartChoice
            slot={{ ...chosen, isOptional: false }}
            selection={selection}
            isMissing={!slotIsFilled(chosen, selection)}
            onChoose={(_id, variantId) => chooseSlot(chosen, variantId)}
            onWrite={onWrite}
            onCount={onCount}
          />
        </ul>
      )}
    </fieldset>
  )
}

/** The group's list shows no facts below the name, so the name contains the kind of product. */
function groupName(part: Part): string {
  const name = partName(part)
  return part.product ? namedKind({ name, productType: part.product.productType }) : name
}

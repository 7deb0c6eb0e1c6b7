/** A part of a bundle, with the choice of its variant and its personal text. */
import { useId } from 'react'
import { PERSONAL_IDENTIFIER_LENGTH } from '../../../schema/limits.ts'
import { areSizes } from '../../../schema/rules/variant-size.ts'
import { Picture } from '../../catalogue/picture.tsx'
import { kindName, kindText } from '../../catalogue/ticket-kind-text.ts'
import { productMeta } from '../../data/meta.ts'
import { formatLonePrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { FactLine } from '../../ui/fact-line.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { VariantChoice } from '../product/variant-choice.tsx'
import { eventFacts } from './event-facts.ts'
import { amountOf, chosenVariant, kindOf, type Part, type Selection, type Slot } from './selection.ts'

type PartChoiceProps = {
  slot: Slot
  selection: Selection
  isMissing: boolean
  onChoose: (slotId: string, variantId: string) => void
  onWrite: (slotId: string, text: string) => void
  /** BND-04: missing for parts of which the bundle takes one. */
  onCount?: (slotId: string, tickets: number) => void
}

export function PartChoice({ slot, selection, isMissing, onChoose, onWrite, onCount }: PartChoiceProps) {
  const fieldId = useId()
  const { part, variants, isOptional } = slot
  const variant = chosenVariant(slot, selection)
  const kind = kindOf(slot, variant)
  const meta = part.product ? productMeta(part.product) : {}
  const isChoice = variants.length > 1 || isOptional
  // The catalogue may hide parts without a choice, such as a sticker or a download.
  if (!isChoice && !slot.isPersonalised && meta.hide_in_combined_product) return null
  return (
    <li className="flex gap-4 rule-b py-4">
      <PartPicture part={part} sizes="80px" className="size-20" />
      <div className="min-w-0 grow">
        <h3>{partName(part)}</h3>
        {part.product && part.product.productType !== partName(part) && (
          <p className="text-sm text-muted">{part.product.productType}</p>
        )}
        {part.event && <FactLine facts={eventFacts(part.event)} />}
        {kind && (
          <p className="text-sm text-muted">
            {kindName(kind)}: {kindText(kind)}
          </p>
        )}
        {part.product && !isOptional && isChoice && areSizes(variants) ? (
          <div className="mt-3">
            <VariantChoice
              variants={variants}
              isSelect={false}
              chosen={selection.variants[slot.id] ?? null}
              isMissing={isMissing && variant === null}
              basePriceCents={Math.min(...variants.map(({ priceCents }) => priceCents))}
              productName={partName(part)}
              onChoose={(variantId) => onChoose(slot.id, variantId)}
            />
          </div>
        ) : isChoice ? (
          <label htmlFor={fieldId} className="mt-2 block">
            <span className="mb-1 block text-sm font-medium">
              <span className="sr-only">{partName(part)}: </span>
              {part.event ? m.bundle_category() : areSizes(variants) ? m.product_size() : m.product_choose()}
            </span>
            <select
              id={fieldId}
              className="field"
              value={selection.variants[slot.id] ?? ''}
              {...(isMissing && !variant && { 'aria-invalid': true })}
              onChange={(event) => onChoose(slot.id, event.target.value)}
            >
              <option value="" disabled={!isOptional}>
                {isOptional ? m.bundle_leave_empty() : m.product_please_choose()}
              </option>
              {variants.map((each) => (
                <option key={each.id} value={each.id} disabled={!each.available}>
                  {[each.description, each.subline].filter(Boolean).join(', ')}
                  {each.priceCents > 0 ? ` (${formatLonePrice(each.priceCents)})` : ''}
                  {each.available ? '' : ` – ${m.tile_sold_out()}`}
                </option>
              ))}
            </select>
          </label>
        ) : (
          variant &&
          variant.description !== partName(part) && <p className="text-sm text-muted">{variant.description}</p>
        )}
        {slot.maximum > 1 && variant && onCount && (
          <div className="mt-3 flex flex-wrap items-center gap-3">
            <span className="text-sm font-medium">{m.bundle_tickets()}</span>
            <Stepper
              label={m.bundle_tickets_of({ part: partName(part) })}
              amount={amountOf(slot, selection)}
              minimum={1}
              maximum={slot.maximum}
              onChange={(tickets) => onCount(slot.id, tickets)}
            />
          </div>
        )}
        {slot.isPersonalised && variant && (
          <label className="mt-3 block">
            <span className="mb-1 block text-sm font-medium">{meta.personal_label ?? m.product_personal()}</span>
            <input
              className="field"
              maxLength={PERSONAL_IDENTIFIER_LENGTH}
              value={selection.texts[slot.id] ?? ''}
              {...(isMissing && !selection.texts[slot.id]?.trim() && { 'aria-invalid': true })}
              onChange={(event) => onWrite(slot.id, event.target.value)}
            />
          </label>
        )}
      </div>
    </li>
  )
}

export function partName(part: Part): string {
  if (!part.product) return part.event?.descriptiveName ?? ''
  const { name, color } = part.product
  return productMeta(part.product).show_color_in_combined_product && color ? `${name}, ${color}` : name
}

export function PartPicture({ part, sizes, className }: { part: Part; sizes: string; className: string }) {
  return (
    <Picture
      image={part.product ? part.product.tileImages[0] : part.event?.image}
      name={partName(part)}
      sign={part.product?.tileMeta.artwork_sign}
      sizes={sizes}
      alt=""
      className={`flex-none rounded-image object-cover ${className}`}
    />
  )
}

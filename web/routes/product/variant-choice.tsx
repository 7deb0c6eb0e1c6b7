/** PROD-03: the choice of a variant, as radio buttons or a select element. Unavailable variants are visible but disabled. */

import { useId } from 'react'
import { areSizes } from '../../../schema/rules/variant-size.ts'
import { formatLonePrice, formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'

export type Variant = {
  id: string
  description: string
  subline: string | null
  order: number
  /** Includes the additional price. */
  priceCents: number
  additionalPriceCents: number
  available: boolean
  left?: number | null
  message?: string | null
}

type VariantChoiceProps = {
  variants: Variant[]
  isSelect: boolean
  chosen: string | null
  isMissing: boolean
  /** The product's price. A variant shows its additional price, or its own price if it differs for another reason. */
  basePriceCents: number
  /** The product's name, where a page has choices for several products. */
  productName?: string
  onChoose: (id: string) => void
}

/**
 * What a variant costs, if that is not the product's price: "(+ 2,00 €)" or "(26,99 €)". The variants of a gift card are named
 * after their value, and need not say it twice.
 */
function otherPriceText({ description, priceCents, additionalPriceCents }: Variant, basePriceCents: number): string {
  if (priceCents === basePriceCents || isNamedAfter(priceCents, description)) return ''
  if (priceCents === basePriceCents + additionalPriceCents) return ` (+ ${formatLonePrice(additionalPriceCents)})`
  return ` (${formatLonePrice(priceCents)})`
}

/** Whether a description is the price, as in "50 €" or "€50". */
function isNamedAfter(priceCents: number, description: string): boolean {
  return formatPrice(priceCents).replace(/\D00(?=\D|$)/, '') === description.replace(/\s/g, '\u00a0')
}

/** The subline that all variants have, such as "unisex". It stands once beside the legend; null if the sublines differ. */
function sharedSubline([first, ...others]: Variant[]): string | null {
  if (!first?.subline || others.length === 0) return null
  return others.every(({ subline }) => subline === first.subline) ? first.subline : null
}

function SharedSubline({ text }: { text: string | null }) {
  return (
    text && (
      <>
        {' '}
        <span className="text-sm font-normal text-muted">{text}</span>
      </>
    )
  )
}

export function VariantChoice({
  variants,
  isSelect,
  chosen,
  isMissing,
  basePriceCents,
  productName,
  onChoose,
}: VariantChoiceProps) {
  const name = useId()
  const ordered = variants.toSorted((a, b) => a.order - b.order)
  const [only] = ordered
  // A product's only variant is no choice. Among the parts of a bundle, one that is sold out says why the bundle is.
  const isPart = productName !== undefined
  if (ordered.length < 2 && only && (only.description === '' || only.available || !isPart)) return null
  const variant = ordered.find(({ id }) => id === chosen)
  const areValues = ordered.every(({ priceCents, description }) => isNamedAfter(priceCents, description))
  const legend = areSizes(ordered) ? m.product_size() : areValues ? m.product_value() : m.product_choose()
  const shared = sharedSubline(ordered)

  if (isSelect) {
    return (
      <label className="block">
        <span className="mb-1.5 block font-medium">
          {legend}
          <SharedSubline text={shared} />
        </span>
        <select
          className="field"
          value={chosen ?? ''}
          {...(isMissing && { 'aria-invalid': true })}
          onChange={(event) => onChoose(event.target.value)}
        >
          <option value="" disabled>
            {m.product_please_choose()}
          </option>
          {ordered.map((each) => (
            <option key={each.id} value={each.id} disabled={!each.available}>
              {each.description}
              {each.subline && shared === null ? `, ${each.subline}` : ''}
              {otherPriceText(each, basePriceCents)}
              {each.available ? '' : ` – ${each.message ?? m.tile_sold_out()}`}
            </option>
          ))}
        </select>
        <LeftNote variant={variant} />
      </label>
    )
  }
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">
        {productName !== undefined && <span className="sr-only">{productName}: </span>}
        {legend}
        <SharedSubline text={shared} />
      </legend>
      <div className="flex flex-wrap gap-2">
        {ordered.map((each) => (
          <label key={each.id} className={`option ${isMissing && each.available ? 'border-danger' : ''}`}>
            <input
              type="radio"
              name={name}
              checked={each.id === chosen}
              disabled={!each.available}
              {...(isMissing && each.available && { 'aria-invalid': true })}
              onChange={() => onChoose(each.id)}
            />
            <span>
              {each.description}
              {each.subline && shared === null && <span className="block text-xs font-normal">{each.subline}</span>}
              {otherPriceText(each, basePriceCents)}
              {!each.available && <span className="sr-only"> {each.message ?? m.tile_sold_out()}</span>}
            </span>
          </label>
        ))}
      </div>
      <LeftNote variant={variant} />
    </fieldset>
  )
}

const FEW_LEFT = 5

function LeftNote({ variant }: { variant: Variant | undefined }) {
  const left = variant?.left ?? null
  const text = variant?.message ?? (left !== null && left <= FEW_LEFT ? m.product_left({ count: left }) : null)
  return text ? <p className="mt-2 text-sm font-medium text-accent">{text}</p> : null
}

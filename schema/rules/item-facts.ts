/** Facts below an item's title, without those that another fact contains. */
import { withProperties } from './with-properties.ts'

/**
 * Returns the place and the properties of a seat for display beside the variant's name. The place is left out if that name
 * begins with it: `Innenraum` beside `Innenraum, Vollpreis`. The properties always remain.
 */
export function placeBeside(variantName: string, place: string, properties: readonly string[]): string {
  const isRepeated = variantName === place || variantName.startsWith(`${place},`)
  return withProperties(isRepeated ? '' : place, properties)
}

/**
 * Returns the variant's name for display below the item's title, such as `Aschenfirn – Firngeist Gin (Spirituose)`. It is empty
 * for a product's only variant, which has the product's name.
 */
export function variantBeside(title: string, variantName: string): string {
  return ` – ${title} (`.includes(` – ${variantName} (`) ? '' : variantName
}

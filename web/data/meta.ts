/** The catalogue's typed JSON as it reaches the browser: the same shapes, each text already in the page's language. */
import type { EventMeta, ProductMeta } from '../../schema/catalogue-values.ts'
import type { Localised } from '../../schema/locale.ts'

export type Spoken<Value> = Value extends Localised
  ? string
  : Value extends (infer Element)[]
    ? Spoken<Element>[]
    : Value extends object
      ? { [Key in keyof Value]: Spoken<Value[Key]> }
      : Value

/** `meta` of an answer, which the worker writes by the same types. */
export function spoken<Meta extends object>(meta: unknown): Partial<Spoken<Meta>> {
  return typeof meta === 'object' && meta !== null ? meta : {}
}

export function productMeta(product: { meta: unknown }): Partial<Spoken<ProductMeta>> {
  return spoken<ProductMeta>(product.meta)
}

export function eventMeta(event: { meta: unknown }): Partial<Spoken<EventMeta>> {
  return spoken<EventMeta>(event.meta)
}

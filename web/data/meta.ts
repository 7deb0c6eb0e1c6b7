/** The catalogue's typed JSON as it reaches the browser: the same shapes, each text already in the page's language. */
import type { EventMeta, ProductMeta } from '../../schema/catalogue-values.ts'
import type { Translated } from '../../schema/locale.ts'

/** `meta` of an answer, which the worker writes by the same types. */
export function spoken<Meta extends object>(meta: unknown): Partial<Translated<Meta>> {
  return typeof meta === 'object' && meta !== null ? meta : {}
}

export function productMeta(product: { meta: unknown }): Partial<Translated<ProductMeta>> {
  return spoken<ProductMeta>(product.meta)
}

export function eventMeta(event: { meta: unknown }): Partial<Translated<EventMeta>> {
  return spoken<EventMeta>(event.meta)
}

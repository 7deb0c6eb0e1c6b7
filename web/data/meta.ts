/** Gives the API's untyped JSON its type. The worker has replaced each translated text by the one in the page's language. */
import type { EventMeta, ProductMeta } from '../../schema/catalogue-values.ts'
import type { Translated } from '../../schema/locale.ts'

/** `Value` is a type of schema/catalogue-values.ts. The import has validated the JSON, so the browser does not. */
export function readCatalogueJson<Value extends object>(json: unknown): Partial<Translated<Value>> {
  return json ?? {}
}

export function productMeta(product: { meta: unknown }): Partial<Translated<ProductMeta>> {
  return readCatalogueJson<ProductMeta>(product.meta)
}

export function eventMeta(event: { meta: unknown }): Partial<Translated<EventMeta>> {
  return readCatalogueJson<EventMeta>(event.meta)
}

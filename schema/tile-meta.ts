/**
 * The part of `meta` that tiles, rows and grids read. Lists send only these keys. Otherwise, a page with 50 tiles would contain
 * the check-in forms of 50 events, or the track lists and notices of 50 products. A tile that reads another key does not compile.
 */
import type { EventMeta, ProductMeta } from './catalogue-values.ts'
import type { Translated } from './locale.ts'

export const PRODUCT_TILE_KEYS = [
  'external_url',
  'list_price',
  'content_ml',
  'code_required',
  'ks_wide_item',
] as const satisfies (keyof ProductMeta)[]

export const EVENT_TILE_KEYS = [
  'external_link',
  'external_link_text',
  'custom_tag',
  'hideDate',
  'former_date',
] as const satisfies (keyof EventMeta)[]

/** `artwork_sign` is the path of the sign (artwork.ts), so that the browser does not need the list of signs. */
export type ProductTileMeta = Translated<Pick<ProductMeta, (typeof PRODUCT_TILE_KEYS)[number]>> & {
  artwork_sign?: string
}
export type EventTileMeta = Translated<Pick<EventMeta, (typeof EVENT_TILE_KEYS)[number]>>

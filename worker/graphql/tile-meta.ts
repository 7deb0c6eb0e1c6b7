/** Selects the part of `meta` that lists send (schema/tile-meta.ts), in the language of the request. */
import { ARTWORK_SIGNS } from '../../schema/artwork.ts'
import type { EventMeta, ProductMeta } from '../../schema/catalogue-values.ts'
import type { Locale } from '../../schema/locale.ts'
import { EVENT_TILE_KEYS, type EventTileMeta, PRODUCT_TILE_KEYS, type ProductTileMeta } from '../../schema/tile-meta.ts'
import { localiseDeep } from './localise.ts'
import { pickKeys } from './pick-keys.ts'

export function productTileMeta(meta: ProductMeta, locale: Locale): ProductTileMeta {
  const sign = meta.artwork_sign ?? (meta.gift_voucher ? 'ticket' : null)
  return {
    ...localiseDeep(pickKeys(meta, PRODUCT_TILE_KEYS), locale),
    ...(sign && { artwork_sign: ARTWORK_SIGNS[sign] }),
  }
}

export function eventTileMeta(meta: EventMeta, locale: Locale): EventTileMeta {
  return localiseDeep(pickKeys(meta, EVENT_TILE_KEYS), locale)
}

/**
 * The import format of a catalogue: a folder of YAML or JSON files, with images and seat maps. Each YAML or JSON file is one
 * object with any of the keys below, and authors divide the lists among files as they like. Entities refer to each other by
 * slug. An unknown key is an error, so that the import never ignores a misspelt key.
 */
import * as z from 'zod'
import { artist, category, tour, venue } from './catalogue-file/artist.ts'
import { event } from './catalogue-file/event.ts'
import { bundle, product } from './catalogue-file/product.ts'
import { bandShop, carrier, newsItem, redirect, shop, voucher } from './catalogue-file/shop.ts'
import { slug } from './catalogue-file/values.ts'

export const CatalogueFile = z.strictObject({
  /** The owner of the imported rows. `--prune` removes only rows of the same source. Set it in one file only. */
  source: slug.optional(),
  mainShop: shop.optional(),
  shops: z.array(bandShop).optional(),
  artists: z.array(artist).optional(),
  categories: z.array(category).optional(),
  venues: z.array(venue).optional(),
  tours: z.array(tour).optional(),
  events: z.array(event).optional(),
  products: z.array(product).optional(),
  bundles: z.array(bundle).optional(),
  news: z.array(newsItem).optional(),
  redirects: z.array(redirect).optional(),
  carriers: z.array(carrier).optional(),
  vouchers: z.array(voucher).optional(),
})

/** The file as authors write it. */
export type CatalogueFileInput = z.input<typeof CatalogueFile>
/** The parsed file: texts in both languages, prices in cents. */
export type CatalogueFile = z.output<typeof CatalogueFile>

/** The parent values of resolvers: database rows, or parts of them. The resolvers of some fields read other rows. */
import type { InferSelectModel } from 'drizzle-orm'
import type { BundleParts, BundlePart as StoredBundlePart } from '../../schema/catalogue-values.ts'
import type { categories } from '../../schema/tables/category.ts'
import type { venues } from '../../schema/tables/event.ts'
import type { tourCategories } from '../db/event.ts'
import type { ProductRow } from '../db/product.ts'
import type { TourRow } from '../db/tour.ts'
import type { Cart } from '../generated/resolver-types.ts'

export type { ArtistModel } from './artist-page.ts'
export type { ProductModel } from './bundle-offer.ts'
export type { EventModel } from './event-details.ts'

export type CategoryModel = InferSelectModel<typeof categories>
export type TourModel = TourRow
export type TourCategoryModel = Awaited<ReturnType<typeof tourCategories>>[number]
export type VenueModel = InferSelectModel<typeof venues>
export type BundleModel = { parts: BundleParts; product: ProductRow }
export type BundlePartModel = StoredBundlePart
/** Without the buyer's input, which is personal data and read only if the operation asks for it. */
export type CartModel = Omit<Cart, 'details'>

/** A stored image with its texts in the requested language. */
import type { Image as StoredImage } from '../../schema/catalogue-values.ts'
import type { Locale } from '../../schema/locale.ts'
import type { Image } from '../generated/resolver-types.ts'

export function shownImage(image: StoredImage | null, locale: Locale): Image | null {
  return image === null ? null : { ...image, alt: image.alt[locale] }
}

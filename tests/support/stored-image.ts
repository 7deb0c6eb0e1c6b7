import type { Image } from '../../schema/catalogue-values.ts'

/** An image as the import stores it, without its file. The last of the `widths` is that of the largest file. */
export function storedImage(key: string, [width, height]: readonly [number, number], widths: number[]): Image {
  return { key, width, height, widths, thumbhash: '', alt: { de: '', en: '' } }
}

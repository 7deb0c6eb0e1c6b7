/** The order of the products that advertise a category in the merch overview. */
import { contentOfKey } from '../../../schema/owner-mark.ts'

type Picture = { key: string } | null | undefined

/** Moves products whose first picture the category itself shows behind the others, so that no picture repeats. */
export function otherPicturesFirst<Row extends { product: { images: { key: string }[] } }>(
  rows: Row[],
  shown: Picture[],
): Row[] {
  const own = new Set(shown.flatMap((image) => (image ? contentOfKey(image.key) : [])))
  const repeats = ({ product: { images } }: Row) => images[0] !== undefined && own.has(contentOfKey(images[0].key))
  return [...rows.filter((row) => !repeats(row)), ...rows.filter(repeats)]
}

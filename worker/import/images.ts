/**
 * Reads the values that catalogue rows store about an image: key, size, widths and thumbhash. A key contains a hash of the
 * image, so equal images of one owner have equal keys. If the catalogue has no fault, the import then writes the images
 * that the bucket lacks, either scaled or in their original size.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { Image } from '../../schema/catalogue-values.ts'
import { IMAGE_WIDTHS } from '../../schema/limits.ts'
import type { Localised } from '../../schema/locale.ts'
import { ownedKey } from '../../schema/owner-mark.ts'
import { audioFormatOf } from '../../schema/rules/audio.ts'
import { messageOf } from '../domain/text/error-message.ts'
import { inParallel } from '../parallel.ts'
import { type Catalogue, faultAt, type Origin } from './catalogue.ts'
import { contentName } from './ids.ts'
import {
  IMAGE_CONCURRENCY,
  type ImageOptions,
  imageIsScaled,
  putOriginal,
  type ScalableImage,
  scaleImages,
  writeToCache,
} from './image-scaling.ts'
import { materialPath } from './material.ts'
import type { Fault } from './report.ts'
import type { ImportTarget } from './target.ts'

/**
 * The hash in every key covers this value. Raise it when the scaling changes, so that the import does not reuse files of
 * the former scaling.
 */
const PIPELINE = 'v2'
const THUMB_SIDE = 100

export type ImageReference = { file: string; alt?: Localised | undefined; focus?: Image['focus'] | undefined }
type Facts = Omit<Image, 'alt' | 'focus'>

export type ImageCatalogue = {
  /**
   * Returns the image for a row of an artist; `artistId` is null if the row belongs to no artist. Returns null if the image
   * is missing or unreadable. `alt` is the default alternative text. A logo is also stored as PNG.
   */
  find(
    reference: ImageReference,
    origin: Origin,
    alt: Localised,
    artistId: string | null,
    kind?: 'picture' | 'logo',
  ): Image | null
  /** Stores the scaled files of the images that the bucket lacks. Returns the number of images that were scaled. */
  write(bucket: ImportTarget['bucket'], progress: (done: number, all: number) => void): Promise<number>
  /**
   * Stores the original files of the images that the bucket lacks. Images in a format that cannot be served unscaled are
   * scaled at once. Returns the other images, which still need to be scaled.
   */
  writeOriginals(bucket: ImportTarget['bucket']): Promise<ScalableImage[]>
  /** Returns the number of images that rows use so far. */
  count(): number
}

/**
 * Inspects every image that the catalogue names. Reports a missing or unreadable image at the first entry that names
 * it.
 */
export async function inspectImages(
  catalogue: Catalogue,
  faults: Fault[],
  options: ImageOptions,
): Promise<ImageCatalogue> {
  const named = new Map<string, { file: string; reference: ImageReference; origin: Origin; path: PropertyKey[] }>()
  for (const entry of Object.values(catalogue.lists).flat()) {
    collect(entry.value, [], (reference, path) => {
      const file = materialPath(entry.origin, reference.file)
      const key = file || reference.file
      if (!named.has(key)) named.set(key, { file, reference, origin: entry.origin, path })
    })
  }
  const facts = new Map<string, Facts>()
  await inParallel([...named.values()], IMAGE_CONCURRENCY, async ({ file, reference, origin, path }) => {
    if (file === '') {
      faults.push(
        faultAt(origin, path, `expected an image at ${reference.file}; there is none in the catalogue's folder`),
      )
      return
    }
    try {
      facts.set(file, await inspect(file, options))
    } catch (error) {
      const reason = messageOf(error).split('\n')[0]
      faults.push(faultAt(origin, path, `expected a PNG, JPEG, WebP or SVG at ${reference.file}: ${reason}`))
    }
  })
  // The map is by key, because the bucket stores an image twice if it belongs to two owners.
  const used = new Map<string, UsedImage>()
  const readFileOf = ({ file }: UsedImage) => readFile(file)
  return {
    count: () => used.size,
    find(reference, origin, alt, artistId, kind = 'picture') {
      const file = materialPath(origin, reference.file)
      const image = facts.get(file)
      if (!image) return null
      const key = ownedKey(image.key, artistId)
      const isLogo = kind === 'logo' || used.get(key)?.isLogo === true
      used.set(key, { key, content: image.key, widths: image.widths, file, isLogo })
      return { ...image, key, alt: reference.alt ?? alt, ...(reference.focus && { focus: reference.focus }) }
    },
    write: (bucket, progress) => scaleImages(bucket, [...used.values()], readFileOf, options, progress),
    async writeOriginals(bucket) {
      const left: ScalableImage[] = []
      const hidden: UsedImage[] = []
      await inParallel([...used.values()], IMAGE_CONCURRENCY, async (image) => {
        if (await imageIsScaled(bucket, image)) return
        const { key, content, widths, isLogo = false } = image
        if (await putOriginal(bucket, key, await readFileOf(image))) left.push({ key, content, widths, isLogo })
        else hidden.push(image)
      })
      await scaleImages(bucket, hidden, readFileOf, options, () => {})
      return left
    },
  }
}

type UsedImage = ScalableImage & { file: string }

function collect(
  value: unknown,
  path: PropertyKey[],
  found: (reference: ImageReference, path: PropertyKey[]) => void,
): void {
  if (typeof value !== 'object' || value === null) return
  if ('file' in value && typeof value.file === 'string' && !value.file.endsWith('.json') && !audioFormatOf(value.file))
    found({ file: value.file }, path)
  for (const [key, inner] of Object.entries(value))
    collect(inner, [...path, Array.isArray(value) ? Number(key) : key], found)
}

async function inspect(file: string, { cacheDir }: ImageOptions): Promise<Facts> {
  const bytes = await readFile(file)
  const key = contentName(Buffer.concat([Buffer.from(PIPELINE), bytes]))
  const cached = cacheDir === null ? null : join(cacheDir, key, 'image.json')
  if (cached && existsSync(cached)) return JSON.parse(await readFile(cached, 'utf8')) as Facts
  const { autoOrient } = await sharp(bytes).metadata()
  const { width, height } = autoOrient
  const widths = IMAGE_WIDTHS.filter((candidate) => candidate <= width)
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .resize(THUMB_SIDE, THUMB_SIDE, { fit: 'inside' })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const thumbhash = Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
  const facts: Facts = { key, width, height, widths: widths.length > 0 ? widths : [width], thumbhash }
  if (cached) await writeToCache(cached, Buffer.from(JSON.stringify(facts)))
  return facts
}

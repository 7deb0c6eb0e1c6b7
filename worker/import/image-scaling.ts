/**
 * Scales images to `IMAGE_WIDTHS` as AVIF, WebP and JPEG, and puts the results into the bucket. A cache folder
 * keeps them, so that a fresh database costs no second scaling.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { originalImageKey } from '../../schema/owner-mark.ts'
import { inParallel } from '../parallel.ts'
import type { ImportTarget } from './target.ts'

/** One thread per image is faster than several threads for one image. */
export const IMAGE_CONCURRENCY = availableParallelism() + 1
sharp.concurrency(1)
const FOREVER = 'public, max-age=31536000, immutable'
const AVIF_QUALITY = 45

const FORMATS = [
  { extension: 'avif', contentType: 'image/avif' },
  { extension: 'webp', contentType: 'image/webp' },
  { extension: 'jpg', contentType: 'image/jpeg' },
] as const

/** Formats that can be served unscaled. An SVG may contain scripts, so it is served only after it has been rasterised. */
const SHOWN_AS_THEY_ARE: Record<string, string> = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

export type ImageOptions = {
  /** The cache folder for scaled files; null: no cache. */
  cacheDir: string | null
  /** AVIF's effort, from 0 (fast, larger files) to 9; WebP's effort follows from it. */
  effort: number
}

/** An image to scale: `key` names it in the bucket, `content` (the same for every owner) in the cache. */
export type ScalableImage = { key: string; content: string; widths: number[] }

/** The largest JPEG is written last: if it exists, the whole image does. */
export async function imageIsScaled(bucket: ImportTarget['bucket'], image: ScalableImage): Promise<boolean> {
  return bucket.has(scaledKey(image.key, image.widths.at(-1) ?? 0, 'jpg'))
}

/** Scales the images that the bucket lacks and returns their number. `read` returns an image's original bytes. */
export async function scaleImages<Scalable extends ScalableImage>(
  bucket: ImportTarget['bucket'],
  images: Scalable[],
  read: (image: Scalable) => Promise<Uint8Array>,
  options: ImageOptions,
  progress: (done: number, all: number) => void,
): Promise<number> {
  let [done, scaled] = [0, 0]
  await inParallel(images, IMAGE_CONCURRENCY, async (image) => {
    if (!(await imageIsScaled(bucket, image))) {
      await putScaled(bucket, image, () => read(image), options)
      scaled++
    }
    progress(++done, images.length)
  })
  return scaled
}

/** Stores an image's original bytes, for a shop that opens before its images are scaled. Returns false if they cannot be served. */
export async function putOriginal(bucket: ImportTarget['bucket'], key: string, bytes: Uint8Array): Promise<boolean> {
  const { format } = await sharp(bytes).metadata()
  const contentType = SHOWN_AS_THEY_ARE[format]
  if (contentType === undefined) return false
  await bucket.put(originalImageKey(key), bytes, { contentType, cacheControl: 'no-store' })
  return true
}

function scaledKey(key: string, width: number, extension: string): string {
  return `images/${key}/${width}.${extension}`
}

async function putScaled(
  bucket: ImportTarget['bucket'],
  { key, content, widths }: ScalableImage,
  read: () => Promise<Uint8Array>,
  options: ImageOptions,
): Promise<void> {
  let original: Sharp | null = null
  for (const width of widths) {
    let scaled: Promise<Sharp> | null = null
    for (const { extension, contentType } of FORMATS) {
      const cached = options.cacheDir === null ? null : join(options.cacheDir, content, `${width}.${extension}`)
      let bytes: Uint8Array
      if (cached && existsSync(cached)) bytes = await readFile(cached)
      else {
        // Read from memory: an SVG that is read from a path may include other files.
        original ??= await decode(sharp(await read()).autoOrient())
        scaled ??= decode(original.clone().resize({ width, withoutEnlargement: true }))
        bytes = await encode((await scaled).clone(), extension, options.effort)
        if (cached) await keepInCache(cached, bytes)
      }
      await bucket.put(scaledKey(key, width, extension), bytes, { contentType, cacheControl: FOREVER })
    }
  }
}

function encode(scaled: Sharp, extension: (typeof FORMATS)[number]['extension'], effort: number): Promise<Buffer> {
  if (extension === 'avif') return scaled.avif({ quality: AVIF_QUALITY, effort }).toBuffer()
  if (extension === 'webp') return scaled.webp({ quality: 78, effort: effort === 0 ? 1 : 4 }).toBuffer()
  return scaled.flatten({ background: '#ffffff' }).jpeg({ quality: 80, progressive: true }).toBuffer()
}

/** Decodes once per image and scales once per width. Otherwise each format would rasterise the SVG or scale the photo again. */
async function decode(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}

/** Writes to a temporary name and renames, so that an interrupted import leaves no partial file in the cache. */
export async function keepInCache(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(resolve(path, '..'), { recursive: true })
  const aside = `${path}.${randomUUID()}.part`
  await writeFile(aside, bytes)
  await rename(aside, path)
}

/**
 * Scales images to given widths as AVIF and JPEG. Stores the results in the bucket and in the optional cache
 * folder. With a cache, an import into a new local database does not need to scale the images again.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { logoKey, logoWidth } from '../../schema/logo-file.ts'
import { originalImageKey } from '../../schema/owner-mark.ts'
import { inParallel } from '../parallel.ts'
import type { ImportTarget } from './target.ts'

/** Scaling several images in parallel, with one thread each, is faster than using several threads for one image. */
export const IMAGE_CONCURRENCY = availableParallelism() + 1
sharp.concurrency(1)
const FOREVER = 'public, max-age=31536000, immutable'
/** The largest width, in pixels, that phones load for a picture as wide as the page. */
const PHONE_WIDTH = 750
/**
 * Phones show about two of a picture's pixels per CSS pixel, which hides a coarser colour and a lower quality. The file is a
 * fifth smaller, and on a slow connection the largest picture appears a round trip earlier. Desktops show these widths as tiles,
 * at one pixel per CSS pixel, where edges of strong colours are a little softer. Logos keep sharp edges. After a change of the
 * settings, raise PIPELINE in images.ts.
 */
const PHONE_AVIF = { quality: 42, chromaSubsampling: '4:2:0', effort: 3 }
const LARGE_AVIF = { quality: 45, chromaSubsampling: '4:4:4', effort: 1 }

const FORMATS = [
  { extension: 'avif', contentType: 'image/avif' },
  { extension: 'jpg', contentType: 'image/jpeg' },
] as const

const PNG = { extension: 'png', contentType: 'image/png' } as const

/**
 * Formats that can be served unscaled. An SVG may contain scripts, so it is served only after it has been rasterised.
 */
const SERVABLE_FORMATS: Record<string, string> = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

export type ImageOptions = {
  /** The cache folder for scaled files; null: no cache. */
  cacheDir: string | null
  /**
   * The effort of the AVIF encoder, from 0 (fast, larger files) to 9. Null: 3 for the widths that phones load, and 1 for
   * larger ones.
   */
  effort: number | null
}

/**
 * An image to scale. `key` names it in the bucket. `content`, which is the same for every owner, names it in the cache.
 */
export type ScalableImage = {
  key: string
  content: string
  widths: number[]
  /** The image is also stored as PNG, for passes in wallets and for the icon of browser tabs. */
  isLogo?: boolean
}

/** Returns whether the bucket has all files of an image. The largest JPEG is written last, so checking it is enough. */
export async function imageIsScaled(bucket: ImportTarget['bucket'], image: ScalableImage): Promise<boolean> {
  const isScaled = await bucket.has(scaledKey(image.key, image.widths.at(-1) ?? 0, 'jpg'))
  return isScaled && (!image.isLogo || bucket.has(logoKey(image)))
}

/**
 * Stores the scaled files of the images that the bucket lacks. Returns the number of images that it scaled, without those
 * that it copied from the cache. `read` returns an image's original bytes.
 */
export async function scaleImages<Scalable extends ScalableImage>(
  bucket: ImportTarget['bucket'],
  images: Scalable[],
  read: (image: Scalable) => Promise<Uint8Array>,
  options: ImageOptions,
  progress: (done: number, all: number) => void,
): Promise<number> {
  let [done, scaled] = [0, 0]
  await inParallel(images, IMAGE_CONCURRENCY, async (image) => {
    if (!(await imageIsScaled(bucket, image)) && (await putScaled(bucket, image, () => read(image), options))) scaled++
    progress(++done, images.length)
  })
  return scaled
}

/**
 * Stores an image's original file, for a local shop that starts before its images are scaled. Returns false for a
 * format that cannot be served unscaled.
 */
export async function putOriginal(bucket: ImportTarget['bucket'], key: string, bytes: Uint8Array): Promise<boolean> {
  const { format } = await sharp(bytes).metadata()
  const contentType = SERVABLE_FORMATS[format]
  if (contentType === undefined) return false
  await bucket.put(originalImageKey(key), bytes, { contentType, cacheControl: 'no-store' })
  return true
}

function scaledKey(key: string, width: number, extension: string): string {
  return `images/${key}/${width}.${extension}`
}

/** Stores the scaled files of one image. Returns false if the cache had all of them. */
async function putScaled(
  bucket: ImportTarget['bucket'],
  { key, content, widths, isLogo }: ScalableImage,
  read: () => Promise<Uint8Array>,
  options: ImageOptions,
): Promise<boolean> {
  let original: Sharp | null = null
  for (const width of widths) {
    let scaled: Promise<Sharp> | null = null
    const formats = isLogo && width === logoWidth(widths) ? [PNG, ...FORMATS] : FORMATS
    for (const { extension, contentType } of formats) {
      const cached = options.cacheDir === null ? null : join(options.cacheDir, content, `${width}.${extension}`)
      let bytes: Uint8Array
      if (cached && existsSync(cached)) bytes = await readFile(cached)
      else {
        // Pass the bytes instead of the path, because an SVG that is read from a path may include other files.
        original ??= await decode(sharp(await read()).autoOrient())
        scaled ??= decode(original.clone().resize({ width, withoutEnlargement: true }))
        bytes = await encode((await scaled).clone(), extension, width <= PHONE_WIDTH && !isLogo, options.effort)
        if (cached) await writeToCache(cached, bytes)
      }
      await bucket.put(scaledKey(key, width, extension), bytes, { contentType, cacheControl: FOREVER })
    }
  }
  return original !== null
}

type Extension = (typeof FORMATS)[number]['extension'] | (typeof PNG)['extension']

function encode(scaled: Sharp, extension: Extension, isForPhones: boolean, effort: number | null): Promise<Buffer> {
  if (extension === 'png') return scaled.png().toBuffer()
  if (extension === 'avif') {
    const usual = isForPhones ? PHONE_AVIF : LARGE_AVIF
    return scaled.avif({ ...usual, effort: effort ?? usual.effort }).toBuffer()
  }
  return scaled.flatten({ background: '#ffffff' }).jpeg({ quality: 80, progressive: true }).toBuffer()
}

/** Decodes an image to raw pixels, so that the encoders of the formats do not each decode or scale it again. */
async function decode(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}

/** Writes a temporary file and renames it, so that an interrupted import leaves no incomplete file in the cache. */
export async function writeToCache(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(resolve(path, '..'), { recursive: true })
  const aside = `${path}.${randomUUID()}.part`
  await writeFile(aside, bytes)
  await rename(aside, path)
}

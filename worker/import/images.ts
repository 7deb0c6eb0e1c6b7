/**
 * Images are named by their content. Looking at one gives what its row keeps (size, widths, thumbhash); scaling it to
 * `IMAGE_WIDTHS` as AVIF, WebP and JPEG comes later, only once nothing else is at fault, and only what the bucket
 * lacks. Both results are kept in a cache folder, so that a fresh database costs no second scaling.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { Image } from '../../schema/catalogue-values.ts'
import { IMAGE_WIDTHS } from '../../schema/limits.ts'
import type { Localised } from '../../schema/locale.ts'
import { ownedKey } from '../../schema/owner-mark.ts'
import { inParallel } from '../services/parallel.ts'
import { type Catalogue, faultAt, type Origin } from './catalogue.ts'
import { contentName } from './ids.ts'
import { materialPath } from './material.ts'
import type { Fault } from './report.ts'
import type { ImportTarget } from './target.ts'

/** Part of every key: raised when scaling changes, so that old objects are not taken for new ones. */
const PIPELINE = 'v1'
/** One thread for each image is quicker than several for one. */
const CONCURRENCY = availableParallelism() + 1
sharp.concurrency(1)
const FOREVER = 'public, max-age=31536000, immutable'
const THUMB_SIDE = 100
const AVIF_QUALITY = 45

const FORMATS = [
  { extension: 'avif', contentType: 'image/avif' },
  { extension: 'webp', contentType: 'image/webp' },
  { extension: 'jpg', contentType: 'image/jpeg' },
] as const

export type ImageReference = { file: string; alt?: Localised | undefined }
type Facts = Omit<Image, 'alt'>

export type ImageOptions = {
  /** Folder for what was scaled before; null: none is kept. */
  cacheDir: string | null
  /** How long a smaller file may take: AVIF's effort, 0 (quick) to 9; WebP's follows. */
  effort: number
}

export type ImageCatalogue = {
  /** The row's image, owned by `artistId`; `alt` stands in where the author gave none. Null after a fault. */
  find(reference: ImageReference, origin: Origin, alt: Localised, artistId: string | null): Image | null
  /** Puts what was found and the bucket lacks; answers how many images were scaled or taken from the cache. */
  write(bucket: ImportTarget['bucket'], progress: (done: number, all: number) => void): Promise<number>
  /** How many were found so far. */
  count(): number
}

/** Looks at every image the catalogue names; one that is missing or unreadable is a fault where it is named first. */
export async function lookAtImages(
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
  await inParallel([...named.values()], CONCURRENCY, async ({ file, reference, origin, path }) => {
    if (file === '') {
      faults.push(
        faultAt(origin, path, `expected an image at ${reference.file}; there is none in the catalogue's folder`),
      )
      return
    }
    try {
      facts.set(file, await lookAt(file, options))
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
      faults.push(faultAt(origin, path, `expected a PNG, JPEG, WebP or SVG at ${reference.file}: ${reason}`))
    }
  })
  // By key: the same picture of two owners lies in the bucket twice.
  const used = new Map<string, { file: string; image: Facts }>()
  return {
    count: () => used.size,
    find(reference, origin, alt, artistId) {
      const file = materialPath(origin, reference.file)
      const image = facts.get(file)
      if (!image) return null
      const key = ownedKey(image.key, artistId)
      used.set(key, { file, image })
      return { ...image, key, alt: reference.alt ?? alt }
    },
    async write(bucket, progress) {
      let [done, scaled] = [0, 0]
      await inParallel([...used], CONCURRENCY, async ([key, { file, image }]) => {
        if (!(await bucket.has(objectKey(key, image.widths.at(-1) ?? 0, 'jpg')))) {
          await putScaled(bucket, key, file, image, options)
          scaled++
        }
        progress(++done, used.size)
      })
      return scaled
    },
  }
}

function collect(
  value: unknown,
  path: PropertyKey[],
  found: (reference: ImageReference, path: PropertyKey[]) => void,
): void {
  if (typeof value !== 'object' || value === null) return
  if ('file' in value && typeof value.file === 'string' && !value.file.endsWith('.json'))
    found({ file: value.file }, path)
  for (const [key, inner] of Object.entries(value))
    collect(inner, [...path, Array.isArray(value) ? Number(key) : key], found)
}

function objectKey(key: string, width: number, extension: string): string {
  return `images/${key}/${width}.${extension}`
}

async function lookAt(file: string, { cacheDir }: ImageOptions): Promise<Facts> {
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
  if (cached) await keep(cached, Buffer.from(JSON.stringify(facts)))
  return facts
}

/** The largest JPEG goes last: where it stands, all of the image does. */
async function putScaled(
  bucket: ImportTarget['bucket'],
  key: string,
  file: string,
  image: Facts,
  options: ImageOptions,
): Promise<void> {
  let original: Sharp | null = null
  for (const width of image.widths) {
    let scaled: Promise<Sharp> | null = null
    for (const { extension, contentType } of FORMATS) {
      const cached = options.cacheDir === null ? null : join(options.cacheDir, image.key, `${width}.${extension}`)
      let bytes: Buffer
      if (cached && existsSync(cached)) bytes = await readFile(cached)
      else {
        // From memory: an SVG that is read from a path may draw in other files.
        original ??= await decode(sharp(await readFile(file)).autoOrient())
        scaled ??= decode(original.clone().resize({ width, withoutEnlargement: true }))
        bytes = await encode((await scaled).clone(), extension, options.effort)
        if (cached) await keep(cached, bytes)
      }
      await bucket.put(objectKey(key, width, extension), bytes, { contentType, cacheControl: FOREVER })
    }
  }
}

function encode(scaled: Sharp, extension: (typeof FORMATS)[number]['extension'], effort: number): Promise<Buffer> {
  if (extension === 'avif') return scaled.avif({ quality: AVIF_QUALITY, effort }).toBuffer()
  if (extension === 'webp') return scaled.webp({ quality: 78, effort: effort === 0 ? 1 : 4 }).toBuffer()
  return scaled.flatten({ background: '#ffffff' }).jpeg({ quality: 80, progressive: true }).toBuffer()
}

/** Once for a picture and once for a width: an SVG would otherwise be drawn, and a photo scaled, anew for each format. */
async function decode(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}

/** Written aside and renamed, so that an interrupted import leaves no half file in the cache. */
async function keep(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(resolve(path, '..'), { recursive: true })
  const aside = `${path}.${randomUUID()}.part`
  await writeFile(aside, bytes)
  await rename(aside, path)
}

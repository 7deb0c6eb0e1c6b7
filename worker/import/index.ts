/**
 * The import. It reads and validates the files, inspects images and seat maps, and compares the entries with the
 * database. If there is no fault, it first writes the files to the bucket and then all rows in one transaction. If the
 * transaction fails, the new files stay in the bucket unused. They replace no older files, because a file's key contains
 * a hash of its content.
 */
import { extname } from 'node:path'
import type { Localised } from '../../schema/locale.ts'
import { AUDIO_TYPES, audioFormatOf } from '../../schema/rules/audio.ts'
import type { CodeSecrets } from '../domain/tickets/presale-voucher-hash.ts'
import { inParallel } from '../parallel.ts'
import type { Build } from './build.ts'
import type { Catalogue } from './catalogue.ts'
import { type Current, readCurrent } from './current.ts'
import { declareEntries } from './declare.ts'
import { entityId } from './ids.ts'
import type { ScalableImage } from './image-scaling.ts'
import { inspectImages } from './images.ts'
import { planImport } from './plan.ts'
import { readPruning } from './prune.ts'
import { readFiles } from './read-files.ts'
import { emptyReport, finishReport, type ImportReport } from './report.ts'
import { wantCategories, wantTours, wantVenues } from './rows/artist.ts'
import { wantEvents } from './rows/event.ts'
import { checkCodeSecret } from './rows/presale-voucher-code.ts'
import { wantProducts } from './rows/product.ts'
import { wantShopBelongings, wantShops } from './rows/shop.ts'
import { roomLoader } from './seat-map/rooms.ts'
import { readShopifyExport } from './shopify.ts'
import { keepHeldEvents, refuseSoldWithdrawals } from './sold-seats.ts'
import type { ImportTarget, Statement } from './target.ts'

export type ImportOptions = {
  /** The shop to which the products of a Shopify export belong. */
  shop?: string
  /** Removes a row if the files of its source no longer contain its entry. prune.ts lists the exceptions. See prune.ts. */
  prune?: boolean
  /** Renumbers repeated seats and corrects other faults of seat maps. */
  repair?: boolean
  /** Checks and compares, but writes nothing. */
  dryRun?: boolean
  /** The time of the import in epoch milliseconds. Relative dates count from its day. */
  now?: number
  /** The cache folder for scaled images. Without it, nothing is cached. */
  cacheDir?: string
  /** The effort of the AVIF encoder, from 0 (fast, larger files) to 9. By default, it depends on the width. */
  imageEffort?: number
  /** The secrets of the worker that will check the codes; required if the catalogue has presale codes or vouchers. */
  codeSecrets?: CodeSecrets
  /**
   * Receives the images that the bucket has only in their original size. The import calls this function before it
   * writes the rows. If that write fails, the images are unused, which does no harm. Without this function, the import
   * scales all images itself.
   */
  scaleLater?: (images: ScalableImage[]) => Promise<void>
  /** Receives a line of text at each step, for a terminal. */
  progress?: (line: string) => void
}

const FOREVER = 'public, max-age=31536000, immutable'
const BUCKET_CONCURRENCY = 8

/**
 * Imports folders, YAML and JSON files of our own format, and Shopify's CSV exports. Returns a report. If the report
 * has faults, nothing was written. Throws if the database refuses the transaction, or if the database or bucket is
 * unreachable. No row was written in that case.
 */
export async function importCatalogue(
  target: ImportTarget,
  paths: string[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  const report = emptyReport(options.dryRun ?? false)
  const { faults, notes } = report
  const progress = options.progress ?? (() => {})
  const current = await readCurrent(target)
  report.version = { before: current.version, after: current.version }

  progress('Reading files')
  const isExport = (path: string) => extname(path).toLowerCase() === '.csv'
  const catalogue = await readFiles(
    paths.filter((path) => !isExport(path)),
    faults,
  )
  for (const path of paths.filter(isExport))
    await readShopifyExport(path, options.shop, catalogue, current, faults, notes)
  if (options.prune) checkPrune(paths, catalogue.wholeSources, catalogue, faults)

  const imageOptions = { cacheDir: options.cacheDir ?? null, effort: options.imageEffort ?? null }
  const images = await inspectImages(catalogue, faults, imageOptions)
  const build: Build = {
    catalogue,
    current,
    bucket: target.bucket,
    images,
    faults,
    notes,
    now: options.now ?? Date.now(),
    repair: options.repair ?? false,
    codeSecrets: options.codeSecrets ?? {},
    known: new Set(),
    artistNames: artistNames(catalogue, current),
    wanted: [],
    wantedIds: new Set(),
    objects: new Map(),
    audio: new Map(),
    shrunkEvents: [],
  }
  declareEntries(build, options.prune ?? false)
  wantCategories(build)
  wantVenues(build)
  wantShops(build)
  wantTours(build, await wantEvents(build, roomLoader(build)))
  wantProducts(build)
  wantShopBelongings(build)
  await refuseSoldWithdrawals(target, build)

  const pruning = options.prune ? await readPruning(target, catalogue.wholeSources) : null
  if (pruning) await keepHeldEvents(target, build, pruning)
  const codeCheck = checkCodeSecret(build, options.prune ? catalogue.wholeSources : new Set())
  const plan = planImport(current, build.wanted, build.now, pruning)
  faults.push(...plan.faults)
  notes.push(...plan.notes)
  report.counts = plan.counts
  report.images.used = images.count()
  if (faults.length > 0 || report.dryRun) return finishReport(report)

  if (options.scaleLater) await options.scaleLater(await images.writeOriginals(target.bucket))
  else report.images.scaled = await images.write(target.bucket, (done, all) => progress(`Images: ${done} of ${all}`))
  await inParallel([...build.objects], BUCKET_CONCURRENCY, async ([key, bytes]) => {
    if (await target.bucket.has(key)) return
    await target.bucket.put(key, bytes, { contentType: 'application/json', cacheControl: FOREVER })
  })
  await inParallel([...build.audio], BUCKET_CONCURRENCY, async ([key, bytesOf]) => {
    const format = audioFormatOf(key)
    if (format === null || (await target.bucket.has(key))) return
    await target.bucket.put(key, bytesOf(), { contentType: AUDIO_TYPES[format], cacheControl: FOREVER })
  })
  const statements = [...plan.statements, ...(codeCheck === null ? [] : [storeCodeCheck(codeCheck)])]
  if (statements.length > 0) {
    progress('Writing the catalogue')
    await target.d1.batch(statements)
    report.version.after = plan.versionAfter
  }
  return finishReport(report)
}

function artistNames(catalogue: Catalogue, current: Current): Map<string, Localised> {
  const names = new Map([...current.categories].map(([id, { name }]) => [id, name]))
  for (const { value } of catalogue.lists.artists) names.set(entityId('category', 'ARTIST', value.slug), value.name)
  return names
}

function storeCodeCheck(check: string): Statement {
  return { sql: 'UPDATE catalogue_state SET code_check = ?1 WHERE id = 1', params: [check] }
}

/**
 * Reports a fault if the import read only some files of a source. The import then does not know which entries the source
 * no longer contains.
 */
function checkPrune(paths: string[], whole: Set<string>, catalogue: Catalogue, faults: Build['faults']): void {
  const partial = Object.values(catalogue.lists)
    .flat()
    .find(({ origin }) => !whole.has(origin.source))
  if (!partial && whole.size > 0) return
  const message = "--prune needs all files of a source: give the catalogue's folder"
  faults.push({ file: partial?.origin.file ?? paths.join(' '), location: '', message })
}

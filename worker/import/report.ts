/** The report of an import, and its text for a terminal. If a report has faults, the import wrote nothing. */
import { ENTITY_KINDS, type EntityKind } from './ids.ts'

/**
 * A fault in a file. `location` is the path of the entry and field, and `message` says what was expected. Lines count from
 * 1.
 */
export type Fault = { file: string; location: string; line?: number | undefined; message: string }

type Count = { created: number; updated: number; unchanged: number; pruned: number }

export type ImportReport = {
  /** True if there are no faults. */
  ok: boolean
  /** The report as lines for a terminal. */
  text: string
  faults: Fault[]
  /**
   * Notes for the author, such as missing images, repairs of seat maps, and rows that stay because orders need them.
   */
  notes: string[]
  counts: Record<EntityKind, Count>
  images: { used: number; scaled: number }
  /** The catalogue's version before and after the import. The two are equal if nothing changed. */
  version: { before: number; after: number }
  dryRun: boolean
}

export function emptyReport(dryRun: boolean): ImportReport {
  const none = (): Count => ({ created: 0, updated: 0, unchanged: 0, pruned: 0 })
  return {
    ok: true,
    text: '',
    faults: [],
    notes: [],
    counts: Object.fromEntries(ENTITY_KINDS.map((kind) => [kind, none()])) as Record<EntityKind, Count>,
    images: { used: 0, scaled: 0 },
    version: { before: 0, after: 0 },
    dryRun,
  }
}

const NAMES: Record<EntityKind, string> = {
  category: 'artists and categories',
  venue: 'venues',
  shop: 'shops',
  tour: 'tours',
  event: 'events',
  pricingCategory: 'pricing categories',
  presaleCode: 'presale codes',
  product: 'products and bundles',
  variant: 'variants',
  news: 'news',
  redirect: 'redirects',
  carrier: 'carriers',
  voucher: 'vouchers',
}

/** Returns the report with `ok` and `text`, which are derived from the other fields. */
export function finishReport(report: ImportReport): ImportReport {
  return { ...report, ok: report.faults.length === 0, text: formatReport(report) }
}

function formatReport(report: ImportReport): string {
  const lines: string[] = []
  if (report.faults.length > 0) {
    for (const fault of report.faults)
      lines.push(`${fault.file}${fault.line ? `:${fault.line}` : ''}  ${fault.location}`, `    ${fault.message}`)
    lines.push('', `${report.faults.length} ${report.faults.length === 1 ? 'fault' : 'faults'}. Nothing was imported.`)
  } else {
    lines.push(
      `${''.padEnd(24)}${['created', 'updated', 'unchanged', 'pruned'].map((word) => word.padStart(10)).join('')}`,
    )
    for (const kind of ENTITY_KINDS) {
      const { created, updated, unchanged, pruned } = report.counts[kind]
      if (created + updated + unchanged + pruned === 0) continue
      lines.push(
        NAMES[kind].padEnd(24) + [created, updated, unchanged, pruned].map((n) => String(n).padStart(10)).join(''),
      )
    }
    lines.push(`${report.images.used} images, ${report.images.scaled} of them scaled now.`)
    if (report.dryRun) lines.push('Dry run: nothing was written.')
    else if (report.version.before === report.version.after)
      lines.push(`Nothing changed; the catalogue stays at version ${report.version.after}.`)
    else lines.push(`The catalogue is at version ${report.version.after}.`)
  }
  if (report.notes.length > 0) lines.push('', ...report.notes.map((note) => `- ${note}`))
  return lines.join('\n')
}

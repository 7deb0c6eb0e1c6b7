/**
 * Reads the files of a catalogue and validates each entry. It does not stop at the first fault, so that an author sees
 * all faults at once. Each fault names the file and what was expected. A fault in an entry also names the line.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { isNode, LineCounter, parseDocument } from 'yaml'
import { CatalogueFile } from '../../schema/catalogue-file.ts'
import { addEntries, type Catalogue, emptyCatalogue, locationText, type Origin } from './catalogue.ts'
import type { Fault } from './report.ts'
import { describeIssue } from './schema-issue.ts'

const FILE_TYPES = new Set(['.yaml', '.yml', '.json'])
/** The folders in which the import looks for no entries. */
const MATERIAL = new Set(['images', 'seatmaps', 'node_modules'])
const ROOT_FILES = ['catalogue.yaml', 'catalogue.yml', 'catalogue.json']
const DEFAULT_SOURCE = 'catalogue'

/** `file` is the path of the folder's catalogue.yaml, or null if there is none. */
type Root = { folder: string; source: string; file: string | null }
type ParsedFile = { shown: string; path: string; root: Root; data: Record<string, unknown>; lineOf: Origin['lineOf'] }

/** Reads folders and single files of our own format. Adds the faults of the files to `faults`. */
export async function readFiles(paths: string[], faults: Fault[]): Promise<Catalogue> {
  const catalogue = emptyCatalogue()
  const roots = new Map<string, Root>()
  const seen = new Set<string>()
  for (const given of paths) {
    const path = resolve(given)
    if (!existsSync(path)) {
      faults.push({ file: given, location: '', message: 'expected a file or folder; there is none' })
      continue
    }
    const isFolder = (await stat(path)).isDirectory()
    const root = await rootOf(isFolder ? path : dirname(path), roots)
    const files = isFolder ? await filesBelow(path) : [path]
    if (isFolder && path === root.folder) catalogue.wholeSources.add(root.source)
    if (files.length === 0)
      faults.push({ file: given, location: '', message: 'expected YAML or JSON files in this folder' })
    for (const file of files) {
      if (seen.has(file)) continue
      seen.add(file)
      const parsed = await parseFile(file, root, faults)
      if (parsed) readEntries(parsed, catalogue, faults)
    }
  }
  // All files get their source from catalogue.yaml. Therefore report its faults even if `paths` do not include it.
  for (const root of roots.values()) {
    if (root.file === null || seen.has(root.file)) continue
    const parsed = await parseFile(root.file, root, faults)
    if (parsed && 'source' in parsed.data) readSource(parsed, parsed.data.source, faults)
  }
  return catalogue
}

/**
 * Finds the nearest folder with a `catalogue.yaml`, from `start` upwards. That file sets the source of all files below,
 * and its folder is their root for images and seat maps. Without such a folder, `start` is the root.
 */
async function rootOf(start: string, roots: Map<string, Root>): Promise<Root> {
  for (let folder = start; ; folder = dirname(folder)) {
    const known = roots.get(folder)
    if (known) return known
    const file = ROOT_FILES.map((name) => join(folder, name)).find((path) => existsSync(path))
    if (file) {
      const root = { folder, source: DEFAULT_SOURCE, file }
      // `readFiles` reports the faults.
      const data = (await parseFile(file, root, []))?.data
      if (typeof data?.source === 'string') root.source = data.source
      roots.set(folder, root)
      return root
    }
    if (folder === dirname(folder)) {
      const root = { folder: start, source: DEFAULT_SOURCE, file: null }
      roots.set(start, root)
      return root
    }
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const files: string[] = []
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!MATERIAL.has(entry.name) && !entry.name.startsWith('.')) files.push(...(await filesBelow(path)))
    } else if (FILE_TYPES.has(extname(entry.name))) files.push(path)
  }
  return files
}

async function parseFile(path: string, root: Root, faults: Fault[]): Promise<ParsedFile | null> {
  const shown = relative(process.cwd(), path) || basename(path)
  const text = await readFile(path, 'utf8')
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  for (const error of document.errors) {
    const line = lines.linePos(error.pos[0]).line
    faults.push({ file: shown, location: '', line, message: `expected YAML or JSON: ${error.message}` })
  }
  if (document.errors.length > 0) return null
  const data: unknown = document.toJS()
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    faults.push({ file: shown, location: '', line: 1, message: `expected an object with lists such as ${listNames()}` })
    return null
  }
  const lineOf = (at: readonly PropertyKey[]): number | undefined => {
    // A missing field has no node, so report it at the line of the nearest object around it.
    for (let length = at.length; length >= 0; length--) {
      const node: unknown = length === 0 ? document.contents : document.getIn(at.slice(0, length), true)
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
    }
    return undefined
  }
  return { shown, path, root, data: { ...data }, lineOf }
}

function readEntries(file: ParsedFile, catalogue: Catalogue, faults: Fault[]): void {
  for (const [list, values] of Object.entries(file.data)) {
    if (list === 'source') readSource(file, values, faults)
    else if (list === 'mainShop') readEntry(file, catalogue, faults, [list], list, values)
    else if (!(list in CatalogueFile.shape)) {
      const message = `expected one of the lists ${listNames()}`
      faults.push({ file: file.shown, location: list, line: file.lineOf([list]), message })
    } else if (Array.isArray(values)) {
      for (const [index, value] of values.entries()) {
        readEntry(file, catalogue, faults, [list, index], list, value)
      }
    } else if (values !== null) {
      faults.push({ file: file.shown, location: list, line: file.lineOf([list]), message: 'expected a list' })
    }
  }
}

function readSource(file: ParsedFile, source: unknown, faults: Fault[]): void {
  const parsed = CatalogueFile.shape.source.safeParse(source)
  const expected = `expected "${file.root.source}": only catalogue.yaml can give the folder another source`
  const message = parsed.success
    ? parsed.data === file.root.source
      ? undefined
      : expected
    : parsed.error.issues.map((issue) => describeIssue(issue).message).join('; ')
  if (message) faults.push({ file: file.shown, location: 'source', line: file.lineOf(['source']), message })
}

/** Validates each entry separately, so that an invalid entry does not hide the faults of others. */
function readEntry(
  file: ParsedFile,
  catalogue: Catalogue,
  faults: Fault[],
  at: PropertyKey[],
  list: string,
  value: unknown,
): void {
  const slug = slugOf(value)
  const location = locationText('', at) + (slug ? ` (${slug})` : '')
  const parsed = CatalogueFile.safeParse({ [list]: at.length > 1 ? [value] : value })
  if (parsed.success) {
    const { mainShop, source: _, ...lists } = parsed.data
    const origin: Origin = {
      file: file.shown,
      location,
      root: file.root.folder,
      folder: dirname(file.path),
      source: file.root.source,
      lineOf: (path) => file.lineOf([...at, ...path]),
    }
    if (mainShop) catalogue.lists.shops.push({ value: mainShop, origin })
    addEntries(catalogue, lists, origin)
    return
  }
  if (slug) catalogue.broken.push({ list: list === 'mainShop' ? 'shops' : list, slug })
  for (const issue of parsed.error.issues) {
    const described = describeIssue(issue)
    const path = described.path.slice(at.length)
    const line = file.lineOf([...at, ...path])
    faults.push({ file: file.shown, location: locationText(location, path), line, message: described.message })
  }
}

function slugOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'slug' in value && typeof value.slug === 'string'
    ? value.slug
    : undefined
}

function listNames(): string {
  return Object.keys(CatalogueFile.shape)
    .filter((name) => name !== 'source' && name !== 'mainShop')
    .join(', ')
}

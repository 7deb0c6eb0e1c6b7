/**
 * Writes the fonts that nearly all pages need into web/designs/generated. Each is a subset of a font of `@fontsource-variable`
 * with the characters of German and English texts, and only the weights and widths that its design uses. Browsers load the
 * complete fonts only for other characters. The `@font-face` rules in web/designs/faces state all of this.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compress, decompress } from 'wawoff2'
import { ROOT } from './root.ts'

const FACES = join(ROOT, 'web/designs/faces')
const SUBSETS = join(ROOT, 'web/designs/generated')
/** A hash of what determines the written files. It covers this module, so that a change here writes them again. */
const STATE = join(SUBSETS, '.written')

/**
 * Axes that a design sets with `font-variation-settings` to the same value wherever it uses the font. No property of
 * `@font-face` refers to them.
 */
const FIXED_AXES: Record<string, Record<string, number>> = { fraunces: { SOFT: 100 } }
/**
 * Fonts of texts whose kerning takes up to half of the file, because it varies with the weight. Their subsets have the
 * kerning of `TEXT_WEIGHT` at every weight.
 */
const FIXED_KERNING = ['cabin', 'instrument-sans', 'newsreader', 'source-serif-4']
const TEXT_WEIGHT = 450
const POSITIONING = ['GPOS', 'GDEF']
/** Substitution and positioning that browsers apply by default, and the figures of equal width of `tabular-nums`. */
const FEATURES = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rclt', 'rlig', 'rvrn', 'tnum']

const HB_MEMORY_MODE_WRITABLE = 2
const HB_SUBSET_SETS_LAYOUT_FEATURE_TAG = 6

type FontSubset = {
  /** The file in web/designs/generated. */
  file: string
  package: string
  /** The font file in the package, without its ending. */
  source: string
  codePoints: number[]
  /** The lowest and the highest value of each axis that the subset limits. */
  axes: Record<string, readonly [number, number]>
}

/** The subsets that the `@font-face` rules of a stylesheet name. */
function subsetsOf(css: string): FontSubset[] {
  return [...css.matchAll(/@font-face \{([^}]*)\}/g)].flatMap(([, rule = '']) => {
    const file = /url\("\.\.\/generated\/([\w.-]+)"\)/.exec(rule)?.[1]
    if (!file) return []
    const source = file.slice(0, file.indexOf('.'))
    const name = source.slice(0, source.indexOf('-latin-'))
    const fixed = Object.entries(FIXED_AXES[name] ?? {}).map(([axis, value]) => [axis, [value, value]])
    const wght = numbersOf(rule, 'font-weight')
    const wdth = numbersOf(rule, 'font-stretch')
    const stated = [...(wght ? [['wght', wght]] : []), ...(wdth ? [['wdth', wdth]] : [])]
    return {
      file,
      package: name,
      source,
      codePoints: codePointsOf(rule),
      axes: Object.fromEntries([...stated, ...fixed]),
    }
  })
}

function numbersOf(rule: string, property: string): [number, number] | null {
  const [low, high = low] = (new RegExp(`${property}: ([^;]+);`).exec(rule)?.[1] ?? '')
    .split(' ')
    .map(Number.parseFloat)
  return low === undefined || high === undefined || Number.isNaN(low) ? null : [low, high]
}

/** The characters of the `unicode-range` of an `@font-face` rule. */
export function codePointsOf(rule: string): number[] {
  const ranges = [...(/unicode-range:([^;]+);/.exec(rule)?.[1] ?? '').matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
  return ranges.flatMap(([, from = '', until = from]) => {
    const first = Number.parseInt(from, 16)
    return Array.from({ length: Number.parseInt(until, 16) - first + 1 }, (_, index) => first + index)
  })
}

/** Writes the subsets unless they are up to date. */
export async function writeFontSubsets(): Promise<void> {
  const subsets = readdirSync(FACES).flatMap((file) => subsetsOf(readFileSync(join(FACES, file), 'utf8')))
  const source = readFileSync(import.meta.filename)
  const state = createHash('sha256').update(source).update(JSON.stringify(subsets)).digest('hex')
  if (existsSync(STATE) && readFileSync(STATE, 'utf8') === state) return
  mkdirSync(SUBSETS, { recursive: true })
  const cut = openSubsetter()
  for (const subset of subsets) {
    const path = import.meta.resolve(`@fontsource-variable/${subset.package}/files/${subset.source}.woff2`)
    const font = await decompress(readFileSync(fileURLToPath(path)))
    const part = cut(font, subset)
    const isFixed = FIXED_KERNING.includes(subset.package)
    const kerned = isFixed ? withPositioningOf(cut(font, subset, TEXT_WEIGHT), part) : part
    writeFileSync(join(SUBSETS, subset.file), await compress(kerned))
  }
  writeFileSync(STATE, state)
}

/**
 * The returned function cuts a subset or, with a weight, a static instance of it. HarfBuzz's own functions take addresses in
 * the module's memory. A module may have only one caller at a time.
 */
function openSubsetter(): (font: Uint8Array, subset: FontSubset, weight?: number) => Uint8Array {
  const library = join(dirname(fileURLToPath(import.meta.resolve('harfbuzzjs'))), 'harfbuzz-subset.wasm')
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(library)))
  const { memory } = exports
  if (!(memory instanceof WebAssembly.Memory)) throw new Error(`${library} exports no memory`)
  const call = (name: string, ...values: number[]): number => {
    const found = exports[name]
    if (typeof found !== 'function') throw new Error(`${library} has no function ${name}`)
    return Number(found(...values))
  }
  call('_initialize')
  return (font, { file, codePoints, axes }, weight) => {
    const address = call('malloc', font.length)
    new Uint8Array(memory.buffer).set(font, address)
    const blob = call('hb_blob_create', address, font.length, HB_MEMORY_MODE_WRITABLE, 0, 0)
    const face = call('hb_face_create', blob, 0)
    const input = call('hb_subset_input_create_or_fail')
    const characters = call('hb_subset_input_unicode_set', input)
    for (const code of codePoints) call('hb_set_add', characters, code)
    const features = call('hb_subset_input_set', input, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG)
    call('hb_set_clear', features)
    for (const feature of FEATURES) call('hb_set_add', features, tagOf(feature))
    for (const [axis, [low, high]] of Object.entries(axes)) {
      const isLimited =
        low === high
          ? call('hb_subset_input_pin_axis_location', input, face, tagOf(axis), low)
          : call('hb_subset_input_set_axis_range', input, face, tagOf(axis), low, high, Number.NaN)
      if (!isLimited) throw new Error(`${file}: the font has no axis ${axis}`)
    }
    if (weight !== undefined) {
      call('hb_subset_input_pin_all_axes_to_default', input, face)
      call('hb_subset_input_pin_axis_location', input, face, tagOf('wght'), weight)
    }
    const result = call('hb_subset_or_fail', face, input)
    if (result === 0) throw new Error(`${file}: HarfBuzz cannot create the subset`)
    const output = call('hb_face_reference_blob', result)
    const start = call('hb_blob_get_data', output, 0)
    const bytes = new Uint8Array(memory.buffer).slice(start, start + call('hb_blob_get_length', output))
    for (const blobs of [output, blob]) call('hb_blob_destroy', blobs)
    for (const faces of [result, face]) call('hb_face_destroy', faces)
    call('hb_subset_input_destroy', input)
    call('free', address)
    return bytes
  }
}

type Tables = Map<string, Uint8Array>

/** The tables of an uncompressed font, in the order of its directory. */
function tablesOf(font: Uint8Array): Tables {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const entries = Array.from({ length: view.getUint16(4) }, (_, index) => 12 + 16 * index)
  return new Map(
    entries.map((at) => {
      const start = view.getUint32(at + 8)
      return [
        Buffer.from(font.subarray(at, at + 4)).toString('latin1'),
        font.subarray(start, start + view.getUint32(at + 12)),
      ]
    }),
  )
}

/**
 * Returns the font with the positioning tables of a static instance of it. The checksums are zero, because the compression
 * to WOFF2 computes them.
 */
function withPositioningOf(instance: Uint8Array, font: Uint8Array): Uint8Array {
  const [tables, fixed] = [tablesOf(font), tablesOf(instance)]
  // Positioning refers to glyphs by number. Some fonts have other glyphs for some weights, which an instance lacks.
  const glyphs = (of: Tables) => Buffer.from(of.get('maxp') ?? []).readUInt16BE(4)
  if (glyphs(tables) !== glyphs(fixed)) throw new Error('the instance has other glyphs than its font')
  for (const tag of POSITIONING) {
    const table = fixed.get(tag)
    if (table) tables.set(tag, table)
  }
  const padded = (length: number) => Math.ceil(length / 4) * 4
  const directory = 12 + 16 * tables.size
  const output = Buffer.alloc([...tables.values()].reduce((sum, { length }) => sum + padded(length), directory))
  output.set(font.subarray(0, 12))
  let [entry, start] = [12, directory]
  for (const [tag, table] of tables) {
    output.write(tag, entry, 'latin1')
    output.writeUInt32BE(start, entry + 8)
    output.writeUInt32BE(table.length, entry + 12)
    output.set(table, start)
    entry += 16
    start += padded(table.length)
  }
  return output
}

/** The four letters of an OpenType tag as a number. */
function tagOf(name: string): number {
  return Buffer.from(name).readUInt32BE()
}

if (process.argv[1] === import.meta.filename) await writeFontSubsets()

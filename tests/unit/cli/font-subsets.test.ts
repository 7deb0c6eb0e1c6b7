import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fontkit from '@cantoo/fontkit'
import * as hb from 'harfbuzzjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { decompress } from 'wawoff2'
import { codePointsOf, writeFontSubsets } from '../../../worker/cli/font-subsets.ts'

const WEB = join(import.meta.dirname, '../../../web')
const FACES = readdirSync(join(WEB, 'designs/faces'))
const KINDS = ['@fontsource-variable', '../generated'] as const

/** An `@font-face` rule of a font file. */
type Face = { rule: string; kind: (typeof KINDS)[number]; url: string }

/** The rules of a stylesheet whose files contain the basic Latin letters, in the order of the stylesheet. */
function facesOf(file: string): Face[] {
  const css = readFileSync(join(WEB, 'designs/faces', file), 'utf8')
  return [...css.matchAll(/@font-face \{([^}]*)\}/g)].flatMap(([, rule = '']) => {
    const url = /url\("([^"]+)"\)/.exec(rule)?.[1] ?? ''
    const kind = KINDS.find((start) => url.startsWith(start))
    return kind && codePointsOf(rule).includes('a'.charCodeAt(0)) ? [{ rule, kind, url }] : []
  })
}

const descriptorOf = (rule: string, property: string) => new RegExp(`${property}: ([^;]+);`).exec(rule)?.[1]
const descriptorsOf = ({ rule }: Face) =>
  ['font-family', 'font-style', 'font-weight', 'font-stretch'].map((property) => descriptorOf(rule, property))

function fontOf(path: string) {
  const font = fontkit.create(readFileSync(path))
  if (!('characterSet' in font)) throw new Error(`${path} is a collection of fonts`)
  return font
}

async function shapingFont(path: string): Promise<hb.Font> {
  return new hb.Font(new hb.Face(new hb.Blob(Uint8Array.from(await decompress(readFileSync(path))))))
}

/** The difference that kerning makes to the advance of each glyph, in units of the font. */
function kerningOf(font: hb.Font, text: string, weight: number): number[] {
  font.setVariations([new hb.Variation('wght', weight)])
  const advances = (kerning: 0 | 1) => {
    const buffer = new hb.Buffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    hb.shape(font, buffer, [new hb.Feature('kern', kerning)])
    return buffer.getGlyphPositions().map(({ xAdvance }) => xAdvance)
  }
  const plain = advances(0)
  return advances(1).map((advance, index) => advance - (plain[index] ?? 0))
}

const completePath = ({ url }: Face) => join(WEB, '../node_modules', url)
const subsetPath = ({ url }: Face) => join(WEB, 'designs/faces', url)

describe('the fonts of a design', () => {
  beforeAll(writeFontSubsets, 60_000)

  it.each(FACES)('SHOP-08 have a subset behind each font, so that browsers prefer the subset: %s', (file) => {
    const faces = facesOf(file)
    expect(faces.map(({ kind }) => kind)).toEqual(faces.map((_, index) => KINDS[index % 2]))
    for (const [index, face] of faces.entries()) {
      const complete = faces[index - 1]
      if (face.kind !== '../generated' || !complete) continue
      // Browsers choose between two rules by character only if all these descriptors are equal.
      expect(descriptorsOf(face)).toEqual(descriptorsOf(complete))
      const known = new Set(codePointsOf(complete.rule))
      expect(codePointsOf(face.rule).filter((code) => !known.has(code))).toEqual([])
    }
  })

  it('SHOP-08 have subsets with all characters of the texts in both languages, and of the components of most pages', () => {
    const read = (folder: string, ending: RegExp) =>
      readdirSync(join(WEB, folder))
        .filter((name) => ending.test(name))
        .map((name) => readFileSync(join(WEB, folder, name), 'utf8'))
    const texts = ['i18n/de', 'i18n/en'].flatMap((folder) => read(folder, /\.json$/))
    const components = ['app', 'cart', 'catalogue', 'ui'].flatMap((folder) => read(folder, /\.tsx$/))
    const used = [...new Set([...texts, ...components].join(''))]
    for (const face of FACES.flatMap(facesOf).filter(({ kind }) => kind === '../generated')) {
      const known = new Set(codePointsOf(face.rule))
      expect(
        used.filter((letter) => !known.has(letter.codePointAt(0) ?? 0)),
        face.url,
      ).toEqual([])
    }
  })

  it.each(FACES)('SHOP-08 have small subsets with each of their characters that the complete font has: %s', (file) => {
    const faces = facesOf(file)
    for (const [index, face] of faces.entries()) {
      const complete = faces[index - 1]
      if (face.kind !== '../generated' || !complete) continue
      const existing = new Set(fontOf(completePath(complete)).characterSet)
      const expected = codePointsOf(face.rule).filter((code) => existing.has(code))
      const cut = new Set(fontOf(subsetPath(face)).characterSet)
      expect(expected.filter((code) => !cut.has(code))).toEqual([])
      expect(statSync(subsetPath(face)).size, face.url).toBeLessThan(26_500)
    }
  })

  it.each(['instrument-sans.css', 'newsreader.css', 'source-serif-4.css', 'cabin.css'])(
    'SHOP-08 have the kerning of regular text at every weight, if it takes much of the file: %s',
    async (file) => {
      const text = 'AVATAR To Te LTV Tonträger'
      const faces = facesOf(file)
      for (const [index, face] of faces.entries()) {
        const complete = faces[index - 1]
        if (face.kind !== '../generated' || !complete) continue
        const [whole, cut] = [await shapingFont(completePath(complete)), await shapingFont(subsetPath(face))]
        const expected = kerningOf(whole, text, 450)
        expect(expected.filter((kerning) => kerning < 0).length).toBeGreaterThan(5)
        expect(kerningOf(whole, text, 700)).not.toEqual(expected)
        for (const weight of [400, 450, 700]) expect([weight, kerningOf(cut, text, weight)]).toEqual([weight, expected])
      }
    },
  )

  it('SHOP-08 lack the axis SOFT of Fraunces, which each design sets to the value of the subset', () => {
    const faces = facesOf('fraunces.css')
    for (const [index, face] of faces.entries()) {
      const complete = faces[index - 1]
      if (face.kind !== '../generated' || !complete) continue
      expect(Object.keys(fontOf(completePath(complete)).variationAxes)).toContain('SOFT')
      expect(Object.keys(fontOf(subsetPath(face)).variationAxes)).not.toContain('SOFT')
    }
    const folder = join(WEB, 'designs')
    const designs = readdirSync(folder).filter((file) => file.endsWith('.css'))
    const settings = designs.flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/font-variation-settings: ([^;]+);/g)].map(
        ([, set]) => set,
      ),
    )
    expect(new Set(settings)).toEqual(new Set(['"SOFT" 100']))
  })
})

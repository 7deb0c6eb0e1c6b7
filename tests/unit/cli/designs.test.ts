import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LAYOUTS } from '../../../schema/layout.ts'
import { designColours, designLayouts } from '../../../worker/generated/design-colours.ts'
import { designLook } from '../../../worker/mail/design-look.ts'

const WEB = join(import.meta.dirname, '../../../web')
const stylesheetsIn = (folder: string) => readdirSync(join(WEB, folder)).filter((file) => file.endsWith('.css'))
const DESIGNS = stylesheetsIn('designs')
const FACES = stylesheetsIn('designs/faces').map((file) => `faces/${file}`)

type Tokens = Record<string, string>

/**
 * Returns the custom properties of each rule that sets `--ground` or `--surface`. Properties that the rule omits come from
 * `:root`.
 */
function palettes(css: string): { selector: string; tokens: Tokens }[] {
  const rules = [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)]
  const found = rules.map(([, selector = '', body = '']) => ({
    selector: selector.trim(),
    tokens: Object.fromEntries(
      [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value?.trim()]),
    ) as Tokens,
  }))
  const root = found.find(({ selector }) => selector === ':root')?.tokens ?? {}
  return found
    .filter(({ tokens }) => '--ground' in tokens || '--surface' in tokens)
    .map(({ selector, tokens }) => ({ selector, tokens: { ...root, ...tokens } }))
}

/** WCAG 2.2: the relative luminance of a #rrggbb colour. */
function luminance(colour: string): number {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour)
  if (!match) throw new Error(`${colour} is not a #rrggbb colour`)
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((part) => {
    const value = Number.parseInt(part, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const TEXT_COLOURS = ['--ink', '--muted', '--accent', '--danger', '--good']

describe('designs', () => {
  it('SHOP-08 include the main shop’s, a plain one and at least eight others', () => {
    expect(DESIGNS).toEqual(expect.arrayContaining(['plain.css', 'stagedoor.css']))
    expect(DESIGNS.length).toBeGreaterThanOrEqual(10)
  })

  it.each(DESIGNS)('SHOP-08 set the required colours, fonts, radii and spacings: %s', (file) => {
    const [root] = palettes(readFileSync(join(WEB, 'designs', file), 'utf8'))
    expect(Object.keys(root?.tokens ?? {})).toEqual(
      expect.arrayContaining([
        ...TEXT_COLOURS,
        ...['--ground', '--surface', '--line', '--on-accent', '--face-body', '--face-display', '--display-weight'],
        ...['--round', '--round-button', '--round-image', '--gap', '--section'],
      ]),
    )
  })

  it.each(DESIGNS)('SHOP-08 have a contrast of at least 4.5 for text: %s', (file) => {
    for (const { selector, tokens } of palettes(readFileSync(join(WEB, 'designs', file), 'utf8'))) {
      const of = (name: string) => tokens[name] ?? ''
      for (const ground of ['--ground', '--surface']) {
        for (const text of selector === ':root' ? TEXT_COLOURS : TEXT_COLOURS.slice(0, 3)) {
          expect(contrast(of(text), of(ground)), `${selector} ${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
        }
      }
      expect(contrast(of('--on-accent'), of('--accent')), `${selector} on accent`).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('SHOP-08 load fonts only from @fontsource-variable packages and import only font faces and layouts', () => {
    for (const file of [...DESIGNS, ...FACES]) {
      const css = readFileSync(join(WEB, 'designs', file), 'utf8')
      expect(css, file).not.toMatch(/https?:|\/\/fonts/)
      for (const [, source = ''] of css.matchAll(/url\("([^"]+)"\)/g))
        expect(source).toMatch(/^(@fontsource-variable|\.\.\/generated)\//)
      for (const [, source = ''] of css.matchAll(/@import ([^;]+);/g))
        expect(source).toMatch(/^"\.\/(faces|layouts)\/[\w-]+\.css"$/)
    }
  })

  it('SHOP-08 choose among three layouts, each of which two bands or more use', () => {
    const used = Map.groupBy(Object.keys(designLayouts), (design) => designLayouts[design])
    for (const layout of LAYOUTS) expect(used.get(layout)?.length, layout).toBeGreaterThanOrEqual(2)
    // A layout without a stylesheet is that of the base styles.
    expect(stylesheetsIn('designs/layouts').sort()).toEqual(['index.css', 'poster.css'])
    expect(designLook('aschenfirn').layout).toBe('poster')
    for (const design of ['no-such-design', 'constructor']) expect(designLook(design)).toEqual(designLook('plain'))
    expect(designLook()).toMatchObject({ layout: 'split', colours: designColours.plain })
  })

  it('SHOP-08 contain no @font-face, and together import every file of the faces folder', () => {
    const imported = DESIGNS.flatMap((file) => {
      const css = readFileSync(join(WEB, 'designs', file), 'utf8')
      expect(css, file).not.toContain('@font-face')
      return [...css.matchAll(/"\.\/(faces\/[\w-]+\.css)"/g)].map(([, face]) => face)
    })
    expect([...new Set(imported)].sort()).toEqual(FACES)
  })
})

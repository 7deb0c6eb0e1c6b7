/**
 * Generates the text of `worker/generated/design-colours.ts`: the main colours and shapes of each design, for mails, printed
 * tickets and passes in wallets. They are read from the first rule of the design's stylesheet, so that a mail and the band's
 * pages never differ.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LAYOUTS, type Layout } from '../../schema/layout.ts'

const DESIGNS = join(import.meta.dirname, '../../web/designs')
const TOKENS = { ground: '--ground', ink: '--ink', muted: '--muted', accent: '--accent', onAccent: '--on-accent' }

function coloursOf(design: string, css: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => {
      const [, value] = new RegExp(`${token}:\\s*(#[0-9a-f]{6});`).exec(css) ?? []
      if (value === undefined) throw new Error(`web/designs/${design}.css: expected ${token} as #rrggbb`)
      return [name, value]
    }),
  )
}

/** Mail programs load no fonts, so the generic family of the headlines and their case must suffice. */
function shapeOf(design: string, css: string): Record<string, string | number | boolean> {
  const [, face] = /--face-display:[^;]*, (serif|sans-serif|monospace);/.exec(css) ?? []
  const [, round] = /--round-button:\s*(\d+)px;/.exec(css) ?? []
  if (face === undefined || round === undefined)
    throw new Error(
      `web/designs/${design}.css: expected --face-display with a generic family, and --round-button in px`,
    )
  return { face, roundPixels: Number(round), isUppercase: /--display-case:\s*uppercase;/.test(css) }
}

/** The layout whose stylesheet the design imports. */
function layoutOf(_design: string, css: string): Layout {
  const [, name] = /@import "\.\/layouts\/([a-z]+)\.css";/.exec(css) ?? []
  return LAYOUTS.find((layout) => layout === name) ?? 'split'
}

export function designColours(): string {
  const designs = readdirSync(DESIGNS).flatMap((file) => (file.endsWith('.css') ? [file.slice(0, -'.css'.length)] : []))
  const sheets = designs.sort().map((design) => [design, readFileSync(join(DESIGNS, `${design}.css`), 'utf8')] as const)
  const table = (read: typeof coloursOf | typeof shapeOf | typeof layoutOf) =>
    JSON.stringify(Object.fromEntries(sheets.map(([design, css]) => [design, read(design, css)])), null, 2)
  return `/* Written by worker/cli/generate.ts from web/designs. */
import type { Layout } from '../../schema/layout.ts'

export type DesignColours = Record<${Object.keys(TOKENS)
    .map((name) => `'${name}'`)
    .join(' | ')}, string>

/** The generic family of the headlines, the rounding of buttons, and whether headlines are written in capitals. */
export type DesignShape = { face: 'serif' | 'sans-serif' | 'monospace'; roundPixels: number; isUppercase: boolean }

export const designColours: Record<string, DesignColours> = ${table(coloursOf)}

export const designShapes: Record<string, DesignShape> = ${table(shapeOf)}

export const designLayouts: Record<string, Layout> = ${table(layoutOf)}
`
}

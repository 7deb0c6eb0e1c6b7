/**
 * Generates the text of `worker/generated/design-colours.ts`: the main colours of each design, for passes in wallets. They are
 * read from the first rule of the design's stylesheet, so that a pass and the band's pages never differ.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const DESIGNS = join(import.meta.dirname, '../../web/designs')
const TOKENS = { ground: '--ground', ink: '--ink', muted: '--muted', accent: '--accent', onAccent: '--on-accent' }

function coloursOf(design: string): Record<string, string> {
  const css = readFileSync(join(DESIGNS, `${design}.css`), 'utf8')
  return Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => {
      const [, value] = new RegExp(`${token}:\\s*(#[0-9a-f]{6});`).exec(css) ?? []
      if (value === undefined) throw new Error(`web/designs/${design}.css: expected ${token} as #rrggbb`)
      return [name, value]
    }),
  )
}

export function designColours(): string {
  const designs = readdirSync(DESIGNS).flatMap((file) => (file.endsWith('.css') ? [file.slice(0, -'.css'.length)] : []))
  const colours = Object.fromEntries(designs.sort().map((design) => [design, coloursOf(design)]))
  return `/* Written by worker/cli/generate.ts from web/designs. */
export type DesignColours = Record<${Object.keys(TOKENS)
    .map((name) => `'${name}'`)
    .join(' | ')}, string>

export const designColours: Record<string, DesignColours> = ${JSON.stringify(colours, null, 2)}
`
}

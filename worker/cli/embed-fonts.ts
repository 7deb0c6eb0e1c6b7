/**
 * Writes the fonts of printed tickets as a module, for the worker has no files: PDF's own fonts lack letters that names
 * have. Run again after the font's package has been raised.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './build.ts'

const FONTS = join(ROOT, 'node_modules/@expo-google-fonts/instrument-sans')
const WEIGHTS = { regular: '400Regular', bold: '700Bold' }

const constants = Object.entries(WEIGHTS).map(([name, weight]) => {
  const base64 = readFileSync(join(FONTS, weight, `InstrumentSans_${weight}.ttf`)).toString('base64')
  return `export const ${name} =\n  '${base64}'\n`
})
writeFileSync(
  join(ROOT, 'worker/mail/ticket-fonts.ts'),
  `/** Instrument Sans, TrueType in base64, written by \`worker/cli/embed-fonts.ts\`. Copyright 2022 The Instrument Sans Project Authors, SIL Open Font License 1.1. */\n${constants.join('')}`,
)

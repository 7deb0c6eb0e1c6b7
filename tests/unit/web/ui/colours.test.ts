import { expect, it } from 'vitest'

const SOURCES = import.meta.glob<string>(['../../../../web/**/*.{ts,tsx}', '!**/generated/**'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const UTILITIES = 'bg|text|border(?:-[trblxyse])?|divide|outline|ring|shadow|fill|stroke|decoration|accent|from|via|to'
const HUES =
  'red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose|slate|gray|zinc|neutral|stone'
/** Classes with colours of Tailwind's palette. web/styles/tokens.css removes the palette, so these classes have no effect. */
const REMOVED = new RegExp(`(?<![\\w-])(?:${UTILITIES})-(?:white|black|(?:${HUES})-\\d+)(?![\\w-])`, 'g')

it("the web's source uses no class with a colour of Tailwind's palette, which the base styles remove", () => {
  expect('backdrop:bg-black/60 border-t-red-500'.match(REMOVED)).toEqual(['bg-black', 'border-t-red-500'])
  expect(Object.keys(SOURCES).length).toBeGreaterThan(100)
  const found = Object.entries(SOURCES).flatMap(([path, text]) =>
    (text.match(REMOVED) ?? []).map((name) => `${path}: ${name}`),
  )
  expect(found).toEqual([])
})

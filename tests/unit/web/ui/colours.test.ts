import { expect, it } from 'vitest'

const SOURCES = import.meta.glob<string>(['../../../../web/**/*.{ts,tsx}', '!**/generated/**'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const UTILITIES = 'bg|text|border(?:-[trblxyse])?|divide|outline|ring|shadow|fill|stroke|decoration|accent|from|via|to'
const HUES =
  'red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose|slate|gray|zinc|neutral|stone'
/** Names of Tailwind's palette. web/styles/base.css removes the palette, so Tailwind generates no CSS for these classes. */
const REMOVED = new RegExp(`(?<![\\w-])(?:${UTILITIES})-(?:white|black|(?:${HUES})-\\d+)(?![\\w-])`, 'g')

it("no class names a colour of Tailwind's palette, for which Tailwind would generate no CSS", () => {
  expect('backdrop:bg-black/60 border-t-red-500'.match(REMOVED)).toEqual(['bg-black', 'border-t-red-500'])
  expect(Object.keys(SOURCES).length).toBeGreaterThan(100)
  const found = Object.entries(SOURCES).flatMap(([path, text]) =>
    (text.match(REMOVED) ?? []).map((name) => `${path}: ${name}`),
  )
  expect(found).toEqual([])
})

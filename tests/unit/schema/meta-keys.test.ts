/** Keys of `meta`: each is in the README's table and read where a fan sees it. */
import { describe, expect, it } from 'vitest'

const [README = ''] = Object.values(
  import.meta.glob<string>('../../../README.md', { eager: true, query: '?raw', import: 'default' }),
)
const [TYPES = ''] = Object.values(
  import.meta.glob<string>('../../../schema/catalogue-values.ts', { eager: true, query: '?raw', import: 'default' }),
)
const SOURCES = Object.entries(
  import.meta.glob<string>(
    ['../../../web/**/*.{ts,tsx}', '../../../worker/**/*.ts', '../../../schema/page-description.ts'],
    {
      eager: true,
      query: '?raw',
      import: 'default',
    },
  ),
)
  .filter(([path]) => !/\/worker\/import\/|\/generated\//.test(path))
  .map(([, source]) => source)

/** The import makes columns of them, which lists and pages ask (PROD-08). */
const AT_IMPORT = ['hide']

function keysOf(type: string): string[] {
  const [, body = ''] = new RegExp(`export type ${type} = \\{\\n(.*?)\\n\\}`, 's').exec(TYPES) ?? []
  return [...body.matchAll(/^ {2}(\w+)\?:/gm)].map(([, key = '']) => key)
}

/** As a member of something called meta, of a name given to it, or taken out of it. */
function isRead(key: string): boolean {
  return SOURCES.some((source) => {
    const names = [...source.matchAll(/const (\w+) = (?:eventMeta|productMeta|spoken<\w+>)\(/g)].map(([, name]) => name)
    const member = new RegExp(
      `(?:[mM]eta|\\b(?:${['meta', ...names].join('|')}))(?:\\([\\w.]*\\))?\\)?\\??\\.${key}\\b`,
    )
    const taken = new RegExp(`\\{[^{}]*\\b${key}\\b[^{}]*\\}[^\\n=]*= [^\\n]*[mM]eta\\b`)
    return member.test(source) || taken.test(source)
  })
}

describe.each([
  ['ShopMeta', 'shop'],
  ['ProductMeta', 'product'],
  ['EventMeta', 'event'],
])('keys of %s', (type, column) => {
  const keys = keysOf(type)
  const [, table = ''] = new RegExp(`\\| ${column} \\| effect \\|\\n(.*?)\\n\\n`, 's').exec(README) ?? []
  const named = [...table.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? [])

  it('SHOP-03 stand in the README with their effect, and nothing else does', () => {
    expect(keys.length).toBeGreaterThan(15)
    expect(named.sort()).toEqual(keys.sort())
  })

  it('SHOP-03 are read somewhere', () => {
    expect(keys.filter((key) => !AT_IMPORT.includes(key) && !isRead(key))).toEqual([])
  })
})

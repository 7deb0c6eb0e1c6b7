import { describe, expect, it } from 'vitest'
import { importFaults, type Rules } from '../../../worker/cli/import-rules.ts'

const RULES: Rules = {
  base: [],
  'base/inner': ['base'],
  middle: ['base'],
  top: ['base', 'middle'],
  tests: ['base', 'middle', 'top'],
}

const file = (path: string, ...lines: string[]) => ({ path, text: lines.join('\n') })
const faultsOf = (...files: ReturnType<typeof file>[]) => importFaults(files, RULES)

describe('import rules', () => {
  it('allow imports within a folder and from the folders that its rule lists', () => {
    const files = [
      file('base/a.ts', "import { b } from './b.ts'"),
      file('base/b.ts', "import z from 'zod'"),
      file('top/c.ts', "import { b } from '../base/b.ts'", "export { d } from '../middle/deep/d.ts'"),
      file('middle/deep/d.ts'),
    ]
    expect(faultsOf(...files)).toEqual([])
  })

  it.each([
    ['an import', "import { c } from '../top/c.ts'"],
    ['an import of types over several lines', "import type {\n  C,\n  D,\n} from '../top/c.ts'"],
    ['an import for its effects', "import '../top/c.ts'"],
    ['an export', "export * from '../top/c.ts'"],
    ['a dynamic import', "const c = () => import('../top/c.ts')"],
  ])('report %s from a folder that the rule does not list', (_, line) => {
    expect(faultsOf(file('middle/a.ts', line), file('top/c.ts'))).toEqual([
      'middle/a.ts imports top/c.ts, but middle may not import top',
    ])
  })

  it('forbid imports from a subfolder with its own rule, even if imports from its parent folder are allowed', () => {
    expect(faultsOf(file('middle/a.ts', "import '../base/inner/b.ts'"), file('base/inner/b.ts'))).toEqual([
      'middle/a.ts imports base/inner/b.ts, but middle may not import base/inner',
    ])
  })

  it('report a folder that no rule names', () => {
    expect(faultsOf(file('attic/a.ts'))).toEqual(['attic/a.ts: no rule names its folder'])
  })

  it('report a cycle of imports, even if one of the imports is a type import', () => {
    const files = [
      file('base/a.ts', "import { b } from './b.ts'"),
      file('base/b.ts', "import type { C } from './c.ts'"),
      file('base/c.ts', "import { a } from './a.ts'"),
    ]
    expect(faultsOf(...files)).toEqual(['import cycle: base/a.ts → base/b.ts → base/c.ts → base/a.ts'])
  })

  it('ignore an import inside a string', () => {
    expect(faultsOf(file('base/a.ts', "const text = `import { c } from '../top/c.ts'`"))).toEqual([])
  })

  it('forbid imports of the Cloudflare runtime in the domain folder', () => {
    const text = "import { env } from 'cloudflare:workers'"
    expect(importFaults([{ path: 'worker/domain/seats/a.ts', text }])).toEqual([
      'worker/domain/seats/a.ts imports cloudflare:workers',
    ])
    expect(importFaults([{ path: 'worker/durable/a.ts', text }])).toEqual([])
  })
})

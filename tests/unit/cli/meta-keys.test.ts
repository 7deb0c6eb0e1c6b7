/** Checks that the web app or the worker reads each key of `meta`, and that `withMetaTables` lists the keys in a README. */
import { join } from 'node:path'
import type { Node } from 'typescript/unstable/ast'
import { API, type Project } from 'typescript/unstable/sync'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { categoryMeta, eventMeta, productMeta, shopMeta } from '../../../schema/catalogue-file/meta.ts'
import { withMetaTables } from '../../../worker/cli/meta-table.ts'
import { ROOT } from '../../../worker/cli/root.ts'

const SCHEMA = join(ROOT, 'schema/catalogue-file/meta.ts')
const STORED = join(ROOT, 'schema/catalogue-values.ts')
const TESTS = join(ROOT, 'tests/')
const OBJECTS = { shopMeta, productMeta, eventMeta, categoryMeta }

const compiler = new API({ cwd: ROOT })
const snapshot = compiler.updateSnapshot({
  openProjects: ['tsconfig.web.json', 'tsconfig.worker.json'].map((name) => join(ROOT, name)),
})
afterAll(() => compiler.close())

function nodeAt(root: Node, position: number): Node {
  let found = root
  const visitNode = (node: Node): void => {
    if (position < node.pos || position >= node.end) return
    found = node
    node.forEachChild(visitNode)
  }
  visitNode(root)
  return found
}

/** The places that declare the key: the schema of the catalogue file, and a stored type that may replace it. */
function declarations(object: string, key: string): { file: string; opening: string; declared: RegExp }[] {
  const type = `${object.slice(0, 1).toUpperCase()}${object.slice(1)}`
  return [
    { file: SCHEMA, opening: `export const ${object} =`, declared: new RegExp(`(?<=\\n {2})${key}: `) },
    { file: STORED, opening: `export type ${type} =`, declared: new RegExp(`(?<=[\\s{])${key}\\?: `) },
  ]
}

/**
 * Returns the files, except tests, that use this key of this object. The compiler resolves types, so the same key of another
 * object does not count.
 */
function readers({ program, checker, configFileName }: Project, object: string, key: string): string[] {
  return declarations(object, key).flatMap(({ file, opening, declared }) => {
    const source = program.getSourceFile(file)
    if (!source) throw new Error(`${configFileName} does not contain ${file}`)
    const from = source.text.indexOf(opening)
    const [declaration = ''] = source.text.slice(from).split(/\n(?=export )/, 1)
    const start = from + declaration.search(declared)
    if (start < from) return []
    const [symbol] = checker.getReferencedSymbolsForNode(nodeAt(source, start), start)
    const paths = (symbol?.references ?? []).map(({ path }) => path)
    return paths.filter((path) => path !== SCHEMA && path !== STORED && !path.startsWith(TESTS))
  })
}

describe.each(Object.entries(OBJECTS))('keys of %s', (name, object) => {
  it('SHOP-03 are each read by the web app or the worker', () => {
    const unread = Object.keys(object.shape).filter(
      (key) => !snapshot.getProjects().some((project) => readers(project, name, key).length > 0),
    )
    expect(unread).toEqual([])
  })
})

describe('tables of meta keys', () => {
  const example = z.strictObject({ snow: z.boolean().exactOptional().meta({ effect: 'It snows | it rains.' }) })
  const readme = 'before\n<!-- meta keys: shop -->\n\n| old |\n\n<!-- end -->\nafter\n'

  it('SHOP-03 list each key with its effect and do not change the text around the table', () => {
    const written = withMetaTables(readme, { shop: example })
    expect(written).toBe(
      'before\n<!-- meta keys: shop -->\n\n| shop | effect |\n| --- | --- |\n| `snow` | It snows \\| it rains. |\n\n<!-- end -->\nafter\n',
    )
    expect(withMetaTables(written, { shop: example })).toBe(written)
  })

  it('SHOP-03 cannot be written for a key without an effect or into a README without markers', () => {
    const silent = z.strictObject({ snow: z.boolean().exactOptional() })
    expect(() => withMetaTables(readme, { shop: silent })).toThrow('snow of shop has no effect')
    expect(() => withMetaTables(readme, { event: example })).toThrow('no markers for the meta keys of event')
  })
})

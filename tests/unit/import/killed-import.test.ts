import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { localSecrets } from '../../../worker/cli/local-secrets.ts'
import { openLocalStores } from '../../../worker/cli/local-stores.ts'
import { importCatalogue } from '../../../worker/import/index.ts'
import { changes, newFolder, smallCatalogue, writeCatalogue } from './catalogue-builder.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const PRODUCTS = 400

function startImport(folder: string, stateDir: string): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, 'import-process.ts'), folder], {
    cwd: ROOT,
    // A process group of its own, so that the signal also ends workerd.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, STATE_DIR: stateDir },
  })
}

/** Kills the import and its workerd `delay` ms after the import printed `line`. The import may already have ended by then. */
async function killAfter(child: ChildProcess, line: string, delay: number): Promise<void> {
  const ended = once(child, 'exit')
  await new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(line)) resolve()
    })
    child.once('exit', () => resolve())
  })
  await new Promise((elapsed) => setTimeout(elapsed, delay))
  try {
    process.kill(-Number(child.pid), 'SIGKILL')
  } catch {
    // The import had already ended.
  }
  await ended
}

describe('killed import', () => {
  it.each([
    ['Reading files', 0],
    ['Images', 0],
    ['Writing the catalogue', 0],
    ['Writing the catalogue', 10],
    ['Writing the catalogue', 25],
    ['Writing the catalogue', 60],
  ])('at the step “%s” plus %i ms writes all rows or none, and the next import succeeds', async (line, delay) => {
    const products = Array.from({ length: PRODUCTS }, (_, index) => ({
      slug: `shirt-${index}`,
      productType: 'T-Shirt',
      name: `Shirt ${index}`,
      price: 20,
      images: ['images/shirt.png'],
      variants: [{ sku: `S-${index}`, stock: 5 }],
    }))
    const folder = await writeCatalogue(smallCatalogue({ products, bundles: [] }))
    const stateDir = await newFolder()
    await killAfter(startImport(folder, stateDir), line, delay)

    const stores = await openLocalStores(stateDir)
    try {
      const count = async (table: string) => (await stores.target.d1.query(`SELECT count(*) AS n FROM ${table}`))[0]?.n
      const whole = [
        await count('catalogue_state'),
        await count('products'),
        await count('variant_stock'),
        await count('carriers'),
      ]
      expect([
        [0, 0, 0, 0],
        [1, PRODUCTS, PRODUCTS, 1],
      ]).toContainEqual(whole)
      const codeSecrets = localSecrets(stateDir)
      const report = await importCatalogue(stores.target, [folder], { imageEffort: 0, codeSecrets })
      expect(report.faults).toEqual([])
      expect(await count('products')).toBe(PRODUCTS)
      expect(changes(await importCatalogue(stores.target, [folder], { codeSecrets }))).toEqual({
        created: 0,
        updated: 0,
        pruned: 0,
      })
    } finally {
      await stores.dispose()
    }
  })
})

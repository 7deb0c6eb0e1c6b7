/** Runs the bare worker (`baseline-worker.js`) in its own workerd. Benchmarks compare the shop with it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { V4WorkerOptions } from 'miniflare'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { ROOT } from '../../worker/cli/root.ts'
import { http } from './buyer.ts'
import { type LoneWorker, startLoneWorker } from './lone-worker.ts'

/**
 * Starts the bare worker. With `assets`, each request first passes through the router for static files, as in the
 * shop. This costs each request an additional step.
 */
export async function startBare(stateDir: string, assets: boolean): Promise<LoneWorker> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(ROOT, 'wrangler.toml'))
  const worker: V4WorkerOptions = {
    ...(assets ? workerOptions : {}),
    name: 'bare',
    compatibilityDate: '2026-10-23',
    modules: [
      {
        type: 'ESModule',
        path: 'bare.js',
        contents: readFileSync(join(import.meta.dirname, 'baseline-worker.js'), 'utf8'),
      },
    ],
    d1Databases: { DB: 'bare' },
    durableObjects: { ROW: { className: 'Row', useSQLite: true } },
  }
  const bare = await startLoneWorker(worker, stateDir)
  await http(`${bare.url}/fill`)
  return bare
}

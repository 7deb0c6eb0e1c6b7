/**
 * `npm run import -- PATH… [--shop SLUG] [--prune] [--repair] [--dry-run] [--remote]`: imports a catalogue into the local
 * stores or, with `--remote`, into the deployed ones. A local import goes through the local server if one is running.
 * Prints a report. If the files contain a fault, the command leaves the catalogue as it is and exits with 1.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { SeatClaim } from '../domain/seats/seat-hold.ts'
import { messageOf } from '../domain/text/error-message.ts'
import { importCatalogue } from '../import/index.ts'
import type { ImportTarget } from '../import/target.ts'
import { localSecrets } from './local-secrets.ts'
import { openLocalStores } from './local-stores.ts'
import { migrate, requireMigrations } from './migrations.ts'
import { ask, askAt } from './operator-client.ts'
import { remoteSettings, remoteTarget } from './remote-stores.ts'
import { runningServer } from './server-note.ts'
import { runningTarget } from './store-server.ts'
import { terminalProgress } from './terminal-progress.ts'

const USAGE = `npm run import -- PATH… [options]

  PATH       a folder or file in Stagedoor's format (YAML, JSON), or a Shopify product export (CSV)
  --shop     the slug of the shop that sells the products of a Shopify export
  --prune    delete rows from earlier imports of the same source (see catalogue.yaml) that the files no longer contain
  --repair   renumber repeated seats and fix other defects of seat maps
  --dry-run  check and compare, but write nothing to the database and the bucket
  --remote   import into the deployed database and bucket

Environment:
  STATE_DIR     folder of the local state (default: .state)
  IMAGE_CACHE   folder of scaled images (default: STATE_DIR/image-cache)
  IMAGE_EFFORT  effort of the AVIF encoder, 0 to 9 (default: 3 for phones, 1 for larger screens)
  CODE_SECRET   with --remote, for presale codes and vouchers: the worker's secret; during its rotation also CODE_SECRET_PREVIOUS
  SHOP_URL, OPERATOR_TOKEN
                with --remote, for an import that removes seats: it asks the shop which seats carts hold`

process.exitCode = await main()

async function main(): Promise<number> {
  let parsed: ReturnType<typeof readArguments>
  try {
    parsed = readArguments()
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${USAGE}`)
    return 1
  }
  const { values, positionals } = parsed
  if (values.help || positionals.length === 0) {
    console.log(USAGE)
    return values.help ? 0 : 1
  }
  const stateDir = resolve(process.env.STATE_DIR ?? '.state')
  const progress = terminalProgress(process.stderr)
  try {
    return await withTarget(stateDir, { remote: values.remote, dryRun: values['dry-run'] }, async (target) => {
      const report = await importCatalogue(target, positionals, {
        codeSecrets: values.remote ? process.env : localSecrets(stateDir),
        ...(values.shop === undefined ? {} : { shop: values.shop }),
        prune: values.prune,
        repair: values.repair,
        dryRun: values['dry-run'],
        cacheDir: process.env.IMAGE_CACHE ?? join(stateDir, 'image-cache'),
        ...(process.env.IMAGE_EFFORT === undefined ? {} : { imageEffort: Number(process.env.IMAGE_EFFORT) }),
        progress: progress.show,
      })
      progress.clear()
      console.log(report.text)
      return report.ok ? 0 : 1
    })
  } catch (error) {
    progress.clear()
    console.error(`The import failed: ${messageOf(error)}`)
    return 1
  }
}

function readArguments() {
  return parseArgs({
    allowPositionals: true,
    options: {
      shop: { type: 'string' },
      prune: { type: 'boolean', default: false },
      repair: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      remote: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
}

/** A function declaration and not a constant, because `main` runs before constants below it are initialised. */
async function askShop({ slug }: { slug: string }): Promise<SeatClaim[]> {
  if (!process.env.SHOP_URL || !process.env.OPERATOR_TOKEN) {
    throw new Error('set SHOP_URL and OPERATOR_TOKEN, so that the import can ask the shop which seats are held')
  }
  return (await ask('GET', claimsPath(slug))) as SeatClaim[]
}

function claimsPath(slug: string): string {
  return `/events/${slug}/claims`
}

async function withTarget(
  stateDir: string,
  { remote, dryRun }: { remote: boolean; dryRun: boolean },
  run: (target: ImportTarget) => Promise<number>,
): Promise<number> {
  const prepare = dryRun ? requireMigrations : migrate
  if (remote) {
    const target = remoteTarget(await remoteSettings(process.env, 'wrangler.toml'), askShop)
    await prepare(target.d1)
    return run(target)
  }
  const server = await runningServer(stateDir)
  if (server) {
    return run(runningTarget(server, async ({ slug }) => (await askAt(server, 'GET', claimsPath(slug))) as SeatClaim[]))
  }
  const stores = await openLocalStores(stateDir, prepare)
  try {
    return await run(stores.target)
  } finally {
    await stores.dispose()
  }
}

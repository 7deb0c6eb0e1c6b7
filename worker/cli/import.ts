/**
 * `npm run import -- PATH… [--shop SLUG] [--prune] [--repair] [--dry-run] [--remote]`: brings a catalogue into the local stores
 * (through the server where one has them open), or into the deployed ones. Prints the report; the exit code is 1 where anything was at fault, and then nothing was written.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { SeatClaim } from '../domain/seats/seat-hold.ts'
import { messageOf } from '../domain/text/error-message.ts'
import { importCatalogue } from '../import/index.ts'
import type { AskClaims, ImportTarget } from '../import/target.ts'
import { localSecrets } from './local-secrets.ts'
import { migrate, openLocalStores } from './local-stores.ts'
import { ask, askAt } from './operator-client.ts'
import { remoteSettings, remoteTarget } from './remote-stores.ts'
import { runningServer } from './server-note.ts'
import { runningTarget } from './store-server.ts'
import { terminalProgress } from './terminal-progress.ts'

const USAGE = `npm run import -- PATH… [options]

  PATH       a folder or file of our own format (YAML, JSON), or a Shopify product export (CSV)
  --shop     the slug of the shop whose products a Shopify export holds
  --prune    remove what the files of the same source no longer hold
  --repair   renumber repeated seats and mend other defects of seat maps
  --dry-run  check and compare, write nothing
  --remote   into the deployed database and bucket

STATE_DIR is where local state lives (.state), IMAGE_CACHE where scaled images are kept (STATE_DIR/image-cache),
With --remote, a catalogue with presale codes or vouchers needs CODE_SECRET, as the worker has it (and CODE_SECRET_PREVIOUS while it changes), and a plan that takes seats away needs SHOP_URL and OPERATOR_TOKEN: the shop is asked what carts hold.
IMAGE_EFFORT how hard AVIF tries, 0 to 9 (1).`

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
    return await withTarget(stateDir, values.remote, async (target) => {
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
    console.error(`The import failed and changed nothing: ${messageOf(error)}`)
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

const askShop: AskClaims = async ({ slug }) => {
  if (!process.env.SHOP_URL || !process.env.OPERATOR_TOKEN) {
    throw new Error('set SHOP_URL and OPERATOR_TOKEN, so that the import can ask the shop')
  }
  return (await ask('GET', claimsPath(slug))) as SeatClaim[]
}

function claimsPath(slug: string): string {
  return `/events/${slug}/claims`
}

async function withTarget(
  stateDir: string,
  remote: boolean,
  run: (target: ImportTarget) => Promise<number>,
): Promise<number> {
  if (remote) {
    const target = remoteTarget(await remoteSettings(process.env, 'wrangler.toml'), askShop)
    await migrate(target.d1)
    return run(target)
  }
  const server = await runningServer(stateDir)
  if (server) {
    return run(runningTarget(server, async ({ slug }) => (await askAt(server, 'GET', claimsPath(slug))) as SeatClaim[]))
  }
  const stores = await openLocalStores(stateDir)
  try {
    return await run(stores.target)
  } finally {
    await stores.dispose()
  }
}

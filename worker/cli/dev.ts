/**
 * `npm run dev`: the local shop, updated while its sources change. Vite updates components and styles in the open page. After
 * a change to texts, browsers reload their page. After a change to the worker, the schema, the API or the title of a page, the
 * worker restarts with the same state before browsers reload.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ViteDevServer } from 'vite'
import { messageOf } from '../domain/text/error-message.ts'
import { devBundle, RENDERER } from './dev-bundle.ts'
import { mergeWork, NO_WORK, type Work, workOf } from './dev-change.ts'
import { devProxy } from './dev-proxy.ts'
import { compileMessages, openVite, renderPage, writeDevAssets } from './dev-web.ts'
import { writeFontSubsets } from './font-subsets.ts'
import { localSettings, type OpenShop, runLocalShop, serverOptions } from './local-shop.ts'
import { PAGE_TITLES_FILE, pageTitles } from './page-titles.ts'
import { ROOT } from './root.ts'
import { type Server, startServer } from './server.ts'

const settings = localSettings()
const folder = join(settings.stateDir, 'dev')
const assets = join(folder, 'assets')
const bundle = devBundle(join(folder, 'worker'), assets)
const proxy = devProxy(() => ({ vite: vite.middlewares, worker: workerPort }))

let vite: ViteDevServer
let opening: Promise<Server>
let wanted: Work = NO_WORK
let generations = 0
/** The rebuild that is in progress. The promise is settled if there is none. */
let following: Promise<void> = Promise.resolve()

async function workerPort(): Promise<number> {
  await following
  const { miniflare } = await opening
  return Number((await miniflare.ready).port)
}

await runLocalShop(settings, {
  async build() {
    await writeFontSubsets()
    vite = await openVite(proxy, join(folder, 'vite'))
    writeDevAssets(assets)
    await bundle.build()
  },
  async open(): Promise<OpenShop> {
    const options = serverOptions(settings)
    opening = startServer({
      ...options,
      port: 0,
      publicUrl: `http://localhost:${settings.port}`,
      bundle,
      // A page cached half a minute ago would hide the change.
      variables: { ...options.variables, ANSWER_CACHE: 'off' },
      services: { [RENDERER]: (request: Request) => renderPage(vite, request) },
    })
    proxy.listen(settings.port, '127.0.0.1')
    await Promise.all([opening, once(proxy, 'listening')])
    vite.watcher.add(['worker', 'schema'].map((name) => join(ROOT, name)))
    vite.watcher.on('all', (event, path) => note(path, event !== 'change'))
    return { close }
  },
  hints: [
    'Changes to components, styles, texts, the worker, the schema and the API take effect at once.',
    'After changes to migrations, wrangler.toml or packages, run npm run dev again.',
  ],
})

async function close(): Promise<void> {
  proxy.close()
  proxy.closeAllConnections()
  await vite.close()
  await (await opening).close()
}

function note(path: string, isNew: boolean): void {
  const work = workOf(relative(ROOT, path).replaceAll('\\', '/'), isNew)
  if (work === NO_WORK) return
  const isIdle = wanted === NO_WORK
  wanted = mergeWork(wanted, work)
  // One save may cause several events. All events that arrive during a build cause a single further build.
  if (isIdle) following = following.then(follow)
}

async function follow(): Promise<void> {
  const work = wanted
  wanted = NO_WORK
  const started = Date.now()
  try {
    if (work.messages) await compileMessages(vite)
    // The worker writes some texts into the HTML as titles of pages.
    const hasNewTitles = work.messages && readFileSync(PAGE_TITLES_FILE, 'utf8') !== pageTitles()
    if (work.generate || hasNewTitles) await generate()
    if (work.assets) writeDevAssets(assets)
    if (work.worker || hasNewTitles) await bundle.build()
    if (work.worker || work.assets || hasNewTitles) await (await opening).reload()
  } catch (error) {
    console.error(messageOf(error))
    return
  }
  console.log(`Updated in ${Date.now() - started} ms.`)
  vite.environments.client.hot.send({ type: 'full-reload' })
}

/** Runs the generator, a module without exports. Node runs a module once per URL, so each run imports it with a new query. */
async function generate(): Promise<void> {
  generations++
  await import(`./generate.ts?${generations}`)
}

/**
 * `npm run dev`: the local shop, which follows its sources. Vite shows changes to components and styles. After a change to texts
 * browsers load their page again; after one to the worker, the schema or the API the worker restarts before, on the same state.
 */
import { once } from 'node:events'
import { join, relative } from 'node:path'
import type { ViteDevServer } from 'vite'
import { messageOf } from '../domain/text/error-message.ts'
import { devBundle, RENDERER } from './dev-bundle.ts'
import { bothWorks, NO_WORK, type Work, workOf } from './dev-change.ts'
import { devProxy } from './dev-proxy.ts'
import { compileMessages, openVite, renderPage, writeDevAssets } from './dev-web.ts'
import { localSettings, type OpenShop, runLocalShop, serverOptions } from './local-shop.ts'
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
/** What is being done about changes; settled while nothing is. */
let following: Promise<void> = Promise.resolve()

async function workerPort(): Promise<number> {
  await following
  const { miniflare } = await opening
  return Number((await miniflare.ready).port)
}

await runLocalShop(settings, {
  async build() {
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
      // A page of half a minute ago would hide what has just been changed.
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
    'Changes to components, styles, texts, the worker, the schema and the API show by themselves.',
    'After changes to migrations, wrangler.toml or packages, start again.',
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
  wanted = bothWorks(wanted, work)
  // One editor's save may be several events; all that come while something is built are one further turn.
  if (isIdle) following = following.then(follow)
}

async function follow(): Promise<void> {
  const work = wanted
  wanted = NO_WORK
  const started = Date.now()
  try {
    if (work.generate) await generate()
    if (work.messages) await compileMessages(vite)
    if (work.assets) writeDevAssets(assets)
    if (work.worker) await bundle.build()
    if (work.worker || work.assets) await (await opening).reload()
  } catch (error) {
    console.error(messageOf(error))
    return
  }
  console.log(`Your change is there (${Date.now() - started} ms).`)
  vite.environments.client.hot.send({ type: 'full-reload' })
}

/** The generator is a program; a module runs once for each address that it is imported by. */
async function generate(): Promise<void> {
  generations++
  await import(`./generate.ts?${generations}`)
}

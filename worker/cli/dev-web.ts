/**
 * The web part of `npm run dev`. Vite serves each module separately below `/@dev/`, where no shop has a page. It also
 * renders the first view of pages, in this process. The worker finds the modules through index.html and the manifest. In
 * production, a build produces these two files.
 */
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import { join } from 'node:path'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { ROOT } from './root.ts'

export const DEV_BASE = '/@dev/'
const WEB = join(ROOT, 'web')
const MODULES = join(ROOT, 'node_modules')
const FIRST_SCRIPT = '/boot/boot.ts'
const BOOT = 'dev-boot'
const SERVER = '/boot/server.tsx'
const APPLICATION = 'boot/main.tsx'
const BASE_STYLES = 'styles/base.css'

/**
 * The preamble of React Refresh must run before any component. It is a module, because the shop's content security policy
 * refuses inline scripts.
 */
const BOOT_MODULE = `import '/@vite/client'
import { injectIntoGlobalHook } from '/@react-refresh'
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type
import('${FIRST_SCRIPT}')
`

/**
 * Serves the module BOOT, and replaces the import of the base styles with an empty module. Vite would insert the styles by
 * script, which the policy refuses. `writeDevAssets` links them in the HTML instead.
 */
const boot: Plugin = {
  name: 'stagedoor-dev-boot',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === BOOT) return `\0${BOOT}`
    if (source.endsWith(BASE_STYLES) && importer?.endsWith(FIRST_SCRIPT)) return '\0no-styles'
    return null
  },
  load(id) {
    if (id === `\0${BOOT}`) return BOOT_MODULE
    return id === '\0no-styles' ? 'export {}' : null
  },
}

/** `http` carries the WebSocket through which Vite notifies browsers of changes. */
export function openVite(http: HttpServer, cacheDir: string): Promise<ViteDevServer> {
  return createServer({
    configFile: join(ROOT, 'vite.config.ts'),
    base: DEV_BASE,
    appType: 'custom',
    cacheDir,
    logLevel: 'warn',
    clearScreen: false,
    plugins: [boot],
    // index.html imports none of these, so Vite would discover their packages one by one and reload the page each time.
    optimizeDeps: { entries: ['boot/main.tsx', 'app/**/*.tsx', 'routes/**/*.tsx'] },
    server: {
      middlewareMode: true,
      // The policy refuses the overlay's inline styles. The terminal and the browser's console show errors.
      hmr: { server: http, overlay: false },
      // In a Git worktree, node_modules may be a link to another folder.
      fs: { allow: [ROOT, realpathSync(MODULES)] },
    },
  })
}

/** Renders a page for the worker with the current components. */
export async function renderPage(vite: ViteDevServer, request: Request): Promise<Response> {
  try {
    const { page, path } = (await request.json()) as { page: unknown; path: string }
    const { renderPage } = await vite.ssrLoadModule(SERVER)
    return new Response(await renderPage(page, path))
  } catch (error) {
    if (error instanceof Error) vite.ssrFixStacktrace(error)
    return new Response(error instanceof Error ? error.stack : String(error), { status: 500 })
  }
}

/** Compiles changed texts with the plugin of vite.config.ts. */
export async function compileMessages({ config }: ViteDevServer): Promise<void> {
  const plugin = config.plugins.find(({ name }) => name === 'stagedoor-messages') as Plugin<{
    compile(): Promise<void>
  }>
  await plugin.api?.compile()
}

/** Writes the files that the worker reads through its assets: index.html and the manifest. */
export function writeDevAssets(folder: string): void {
  mkdirSync(join(folder, '.vite'), { recursive: true })
  const html = readFileSync(join(WEB, 'index.html'), 'utf8')
    .replace(FIRST_SCRIPT, `${DEV_BASE}@id/${BOOT}`)
    .replace('</head>', `<link rel="stylesheet" href="${DEV_BASE}${BASE_STYLES}"></head>`)
  writeFileSync(join(folder, 'index.html'), html)
  const designs = readdirSync(join(WEB, 'designs')).filter((name) => name.endsWith('.css'))
  const sources = [APPLICATION, 'styles/locked.css', ...designs.map((name) => `designs/${name}`)]
  const manifest = Object.fromEntries(sources.map((source) => [source, { file: DEV_BASE.slice(1) + source }]))
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
}

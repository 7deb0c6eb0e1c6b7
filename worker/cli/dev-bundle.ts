/** The worker as `npm run dev` runs it. Vite builds it, because wrangler's bundler would start anew at each change. */
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { ROOT } from './root.ts'
import type { Bundle } from './server.ts'

/** The binding by which the worker asks this process to render a page. */
export const RENDERER = 'DEV_RENDERER'
const RENDER_MODULE = '\0render'

/** What `#render` exports, done by `dev-web.ts`: a change to a component then needs neither a build nor a restart. */
const renderElsewhere: Plugin = {
  name: 'stagedoor-render-elsewhere',
  enforce: 'pre',
  resolveId: (source) => (source === '#render' ? RENDER_MODULE : null),
  load: (id) =>
    id === RENDER_MODULE
      ? `import { env } from 'cloudflare:workers'
export async function renderPage(page, path) {
  const body = JSON.stringify({ page, path })
  const answer = await env.${RENDERER}.fetch('http://renderer/', { method: 'POST', body })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.text()
}`
      : null,
}

export type DevBundle = Bundle & { build(): Promise<void> }

/** `folder` takes the module. */
export function devBundle(folder: string, assets: string): DevBundle {
  const module = 'index.js'
  return {
    folder,
    modules: [module],
    assets,
    async build() {
      await build({
        root: ROOT,
        configFile: false,
        publicDir: false,
        envDir: false,
        logLevel: 'error',
        plugins: [renderElsewhere],
        resolve: { conditions: ['workerd', 'worker', 'browser', 'module'] },
        ssr: { target: 'webworker', noExternal: true },
        build: {
          ssr: join(ROOT, 'worker/index.ts'),
          outDir: folder,
          emptyOutDir: false,
          target: 'es2022',
          reportCompressedSize: false,
          rolldownOptions: {
            external: [/^cloudflare:/, /^node:/],
            output: {
              codeSplitting: false,
              entryFileNames: module,
              // Miniflare copies the text many times at each restart. Names stay, for stack traces.
              minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
            },
          },
        },
      })
    },
  }
}

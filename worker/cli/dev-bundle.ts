/** The worker's bundle for `npm run dev`. Vite builds it in this process. Wrangler would need a new process for each change. */
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { ROOT } from './root.ts'
import type { Bundle } from './server.ts'

/** The binding through which the worker asks this process to render a page. */
export const RENDERER = 'DEV_RENDERER'
const RENDER_MODULE = '\0render'

/** Replaces the module `#render`: `dev-web.ts` renders instead, so a changed component needs no build and no restart. */
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

/** `folder` receives the built module. */
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
              // Miniflare copies the code many times at each restart, so whitespace is removed. Stack traces need the names.
              minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
            },
          },
        },
      })
    },
  }
}

/**
 * Builds the server renderer: the web's components and their libraries in one module, dist/render/server.js, which the
 * worker imports as `#render`.
 */
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The folders of the private pages, which are rendered only in the browser. */
const PRIVATE =
  /^\.\.\/routes\/(?:add-to-order|check-in|checkout|order|order-names|pay-later|refund|ticket-service|trace)\//

/** Leaves out the code of private pages. Vitest cannot send a renderer of more than about 2.7 MB to a test's worker. */
function visitorPages(): Plugin {
  const empty = '\0visitor-page'
  return {
    name: 'stagedoor-visitor-pages',
    enforce: 'pre',
    resolveId: (source) => (PRIVATE.test(source) ? empty : null),
    load: (id) => (id === empty ? 'export default () => null' : null),
  }
}

export default defineConfig({
  root: 'web',
  plugins: [visitorPages(), react()],
  ssr: { target: 'webworker', noExternal: true },
  build: {
    ssr: join(import.meta.dirname, 'web/boot/server.tsx'),
    outDir: '../dist/render',
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    rolldownOptions: { external: ['node:async_hooks'], output: { codeSplitting: false } },
  },
})

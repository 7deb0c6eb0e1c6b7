/**
 * Builds the web into dist/client. Every design is an entry of its own, so the manifest tells the edge which stylesheet a
 * shop links; assets bear their hash and may be kept for ever. The messages are compiled first.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const WEB = join(import.meta.dirname, 'web')
const COMPILER = join(WEB, 'i18n/compile.ts')

function compileMessages(): void {
  const { status, stderr } = spawnSync(process.execPath, [COMPILER], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the messages do not compile\n${stderr}`)
}

function messages(): Plugin {
  return {
    name: 'stagedoor-messages',
    buildStart: compileMessages,
    handleHotUpdate({ file }) {
      if (file.startsWith(join(WEB, 'i18n')) && file.endsWith('.json')) compileMessages()
    },
  }
}

const designs = readdirSync(join(WEB, 'designs')).filter((file) => file.endsWith('.css'))

export default defineConfig({
  root: 'web',
  plugins: [messages(), react(), tailwindcss()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // No inlined images or fonts: a design's stylesheet must stay small, and fonts are fetched only where used.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [join(WEB, 'index.html'), ...designs.map((file) => join(WEB, 'designs', file))],
    },
  },
})

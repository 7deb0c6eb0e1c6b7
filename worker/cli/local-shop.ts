/** Shared by `npm start` and `npm run dev`: settings, the steps that open the local shop, and its shutdown. */
import type { ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { messageOf } from '../domain/text/error-message.ts'
import { generateSources } from './build.ts'
import { ROOT } from './root.ts'
import { type SandboxProcess, startSandbox } from './sandbox-process.ts'
import type { ServerOptions } from './server.ts'
import { removeServerNote, runningServer } from './server-note.ts'
import { showStage, takePort } from './shop-port.ts'

export type LocalSettings = { port: number; sandboxPort: number; stateDir: string }

/** The running server of the local shop. */
export type OpenShop = { close(): Promise<void> }

export function localSettings(): LocalSettings {
  const port = Number(process.env.PORT ?? 8787)
  return {
    port,
    sandboxPort: Number(process.env.SANDBOX_PORT ?? port + 1),
    stateDir: resolve(process.env.STATE_DIR ?? join(ROOT, '.state')),
  }
}

/** Returns the options of the server for these settings. */
export function serverOptions({ port, sandboxPort, stateDir }: LocalSettings): ServerOptions {
  return {
    port,
    stateDir,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    mailboxUrl: `http://localhost:${sandboxPort}`,
    variables: {
      PUBLIC_ORIGIN: `http://localhost:${port}`,
      ANALYTICS_URL: `http://localhost:${sandboxPort}/reports/analytics`,
      ERROR_REPORT_URL: `http://localhost:${sandboxPort}/reports/errors`,
    },
  }
}

/**
 * Opens the shop and runs it until a signal ends this process. `build` runs in parallel with the import of the demo
 * catalogue. `open` starts the server once both are done and the port is free.
 */
export async function runLocalShop(
  settings: LocalSettings,
  mode: { build: () => Promise<void>; open: () => Promise<OpenShop>; hints: string[] },
): Promise<void> {
  const { sandboxPort, stateDir } = settings
  const started = Date.now()
  let ending = false
  let shop: OpenShop | undefined
  let sandbox: SandboxProcess | undefined
  let scaling: ChildProcess | null | undefined
  const end = async (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => {
    if (ending) return
    ending = true
    scaling?.kill()
    await Promise.all([sandbox?.end(), shop?.close()])
    process.exit(128 + constants.signals[signal])
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(signal))
  // On a signal, miniflare itself exits the process and does not wait for the other handlers. All state survives that.
  process.once('exit', () => {
    sandbox?.kill()
    scaling?.kill()
    if (shop) removeServerNote(stateDir)
  })

  try {
    mkdirSync(stateDir, { recursive: true })
    const other = await runningServer(stateDir)
    if (other) throw new Error(`A shop with this state folder is running at ${other.url}. Stop it first.`)
    showStage('building')
    console.log('Building the shop and importing the demo catalogue, if they are missing …')
    await generateSources()
    // Loaded only now, because `demo-catalogue.ts` imports generated sources indirectly.
    const { prepareStores, startScaling } = await import('./demo-catalogue.ts')
    await Promise.all([mode.build(), prepareStores(stateDir)])
    showStage('starting')
    sandbox = await startSandbox({ port: sandboxPort, shopPort: settings.port, stateDir })
    await takePort()
    shop = await mode.open()
    scaling = startScaling(stateDir)
  } catch (error) {
    if (ending) return
    console.error(messageOf(error))
    process.exit(1)
  }
  console.log(`
Stagedoor is open (${Math.round((Date.now() - started) / 1000)} s).

  Shop      http://localhost:${settings.port}
  Mailbox   http://localhost:${sandboxPort}/mailbox
  Sandbox   http://localhost:${sandboxPort}

${mode.hints.map((hint) => `  ${hint}\n`).join('')}
Ctrl-C stops everything.`)
  if (scaling) console.log('The demo’s images are being scaled. Until each is ready, its original is served.')
}

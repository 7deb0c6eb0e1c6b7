/** Starts the sandbox for the workerd tests, and provides its URL and the keys of its wallets. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startSandbox } from '../sandbox/server.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stateDir = mkdtempSync(join(tmpdir(), 'stagedoor-sandbox-'))
  const sandbox = await startSandbox({ port: 0, stateDir, webhookTarget: '' })
  project.provide('sandboxUrl', sandbox.url)
  const settings = await fetch(`${sandbox.url}/wallet/settings.json`)
  project.provide('walletSettings', (await settings.json()) as Record<string, string>)
  return async () => {
    await sandbox.close()
    rmSync(stateDir, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    sandboxUrl: string
    /** The keys of the sandbox's wallets, as settings of the worker. */
    walletSettings: Record<string, string>
  }
}

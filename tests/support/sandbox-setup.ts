/** Starts the sandbox for the workerd tests, and provides its URL. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startSandbox } from '../sandbox/server.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stateDir = mkdtempSync(join(tmpdir(), 'stagedoor-sandbox-'))
  const sandbox = await startSandbox({ port: 0, stateDir, webhookTarget: '' })
  project.provide('sandboxUrl', sandbox.url)
  return async () => {
    await sandbox.close()
    rmSync(stateDir, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    sandboxUrl: string
  }
}

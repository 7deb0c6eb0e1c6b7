/** The sandbox of outside companies in a process of its own, as they would be. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT } from './root.ts'

export type SandboxProcess = {
  /** Resolves once it has ended; a connection that a browser keeps open delays that by two seconds at most. */
  end(): Promise<void>
  /** For the end of this process, which it must not outlive. Its state survives that. */
  kill(): void
}

const PATIENCE_MS = 2_000

/** Resolves once it listens. */
export async function startSandbox(options: {
  port: number
  shopPort: number
  stateDir: string
}): Promise<SandboxProcess> {
  const child = spawn(process.execPath, [join(ROOT, 'tests/sandbox/server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SANDBOX_PORT: String(options.port),
      STATE_DIR: join(options.stateDir, 'sandbox'),
      WEBHOOK_TARGET: `http://localhost:${options.shopPort}/webhooks/stripe`,
    },
  })
  const ended = once(child, 'exit')
  const failed = ended.then(([code]) => {
    throw new Error(`the sandbox ended with ${code}; is port ${options.port} taken?`)
  })
  await Promise.race([once(child.stdout, 'data'), failed])
  // From here on its end is no failure of the start.
  failed.catch(() => {})
  return {
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const force = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
      child.kill('SIGTERM')
      await ended
      clearTimeout(force)
    },
    kill: () => child.kill('SIGKILL'),
  }
}

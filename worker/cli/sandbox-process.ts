/** Runs the sandbox, which simulates outside companies, as a separate process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT } from './root.ts'

export type SandboxProcess = {
  /**
   * Ends the sandbox, and resolves once its process has ended. A sandbox that has not ended two seconds after SIGTERM is
   * killed.
   */
  end(): Promise<void>
  /** Kills the sandbox at once, for an `exit` handler, which cannot wait for `end`. The stored state survives. */
  kill(): void
}

const PATIENCE_MS = 2_000

/** Starts the sandbox, and resolves once it accepts connections. */
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
      SHOP_STATE_DIR: options.stateDir,
      WEBHOOK_TARGET: `http://localhost:${options.shopPort}/webhooks/stripe`,
    },
  })
  const ended = once(child, 'exit')
  const failed = ended.then(([code]) => {
    throw new Error(`the sandbox exited with ${code}; is port ${options.port} in use?`)
  })
  await Promise.race([once(child.stdout, 'data'), failed])
  // Once the sandbox has started, its exit is no longer an error.
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

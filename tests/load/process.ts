/**
 * Runs the server, and the sandbox that simulates outside companies, as processes. The server has its own process group, so
 * that SIGKILL ends miniflare and workerd together. The sandbox is a process of its own, because an outside company does not
 * crash with the shop.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const HERE = import.meta.dirname

export type ServerProcess = { url: string; token: string; pid: number; kill(): Promise<void>; stop(): Promise<void> }

/** Waits for the line with the server's URL. Log lines are JSON, too, and may come first. */
function readyLine(child: ChildProcess, name: string): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (part: Buffer) => {
      text += part.toString()
      const line = text.split('\n').find((candidate) => candidate.startsWith('{"url":') && candidate.endsWith('}'))
      if (line) resolve(JSON.parse(line) as Record<string, string>)
    })
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it was ready`)))
  })
}

function ended(child: ChildProcess): Promise<void> {
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

// Without a listener, Node emits no `exit` event when a signal ends the process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** Calls `end` when this process exits, throws or is interrupted, so that the child process ends too. */
function endWithThisProcess(end: () => void): void {
  process.once('exit', end)
}

export async function spawnServer(options: {
  port: number
  stateDir: string
  sandboxUrl?: string
}): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(HERE, 'server-process.ts')], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      PORT: String(options.port),
      STATE_DIR: options.stateDir,
      SANDBOX_URL: options.sandboxUrl ?? '',
    },
  })
  endWithThisProcess(() => killGroup(child, 'SIGKILL'))
  const { url = '', token = '' } = await readyLine(child, 'the server')
  return {
    url,
    token,
    pid: child.pid ?? 0,
    async kill() {
      killGroup(child, 'SIGKILL')
      await ended(child)
    },
    async stop() {
      killGroup(child, 'SIGTERM')
      await ended(child)
    },
  }
}

export async function spawnSandbox(options: {
  port: number
  stateDir: string
  webhookTarget: string
}): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [join(HERE, '../sandbox/server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      SANDBOX_PORT: String(options.port),
      STATE_DIR: options.stateDir,
      WEBHOOK_TARGET: options.webhookTarget,
    },
  })
  endWithThisProcess(() => child.kill('SIGKILL'))
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)))
  })
  return {
    url: `http://127.0.0.1:${options.port}`,
    async stop() {
      child.kill('SIGTERM')
      await ended(child)
    },
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '../../worker/cli/root.ts'

/** Runs the import command in its own process with these arguments and environment variables. */
export async function importCommand(args: string[], variables: Record<string, string>) {
  const child = spawn(process.execPath, [join(ROOT, 'worker/cli/import.ts'), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, IMAGE_EFFORT: '0', ...variables },
  })
  const [[code], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code, stdout, stderr }
}

/**
 * `npm test`: installs Debian's Chromium if the machine has none, builds, and runs all tests: rules and tools in Node, Durable
 * Objects and operations in workerd, journeys in the browser. Arguments are passed to vitest.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.ts'
import { ROOT } from './root.ts'

const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function chromiumPath(): string {
  const known = [process.env.CHROMIUM, ...CHROMIUM_PATHS].find((path) => path !== undefined && existsSync(path))
  if (known) return known
  console.log('Installing Chromium (apt-get) …')
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const args of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const [command = '', ...rest] = [...asRoot, ...args]
    const outcome = spawnSync(command, rest, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (outcome.status !== 0) {
      console.error('Chromium is missing and could not be installed. Install it, and set CHROMIUM to its path.')
      process.exit(1)
    }
  }
  return '/usr/bin/chromium'
}

const chromium = chromiumPath()
await ensureBuilt()

/** The projects run one after the other, because other tests on the same cores would slow down the browser tests. */
const PROJECTS = ['node', 'workerd', 'browser']
const given = process.argv.slice(2)
const runs = given.length > 0 ? [given] : PROJECTS.map((project) => ['--project', project])
let failed = false
for (const run of runs) {
  const outcome = spawnSync(join(ROOT, 'node_modules/.bin/vitest'), ['run', ...run], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: chromium, NODE_NO_WARNINGS: '1' },
  })
  failed ||= outcome.status !== 0
}
process.exit(failed ? 1 : 0)

/** `npm run imports`: checks every import against the table in `import-rules.ts`, and that there are no import cycles. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importFaults } from './import-rules.ts'
import { ROOT } from './root.ts'

const listing = spawnSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'schema', 'worker', 'web', 'tests'],
  { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 },
)
if (listing.status !== 0) throw new Error(`git ls-files failed: ${listing.stderr}`)
const files = [...new Set(listing.stdout.split('\0'))]
  .filter((path) => /\.(?:m?[jt]s|tsx)$/.test(path) && existsSync(join(ROOT, path)))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
const faults = importFaults(files)
for (const fault of faults) console.error(fault)
console.log(`${files.length} files: ${faults.length} import faults`)
process.exitCode = faults.length > 0 ? 1 : 0

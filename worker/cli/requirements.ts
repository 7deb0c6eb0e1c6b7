/**
 * Checks that `tests/requirements.md` lists every requirement id that code and tests use, and that each listed id
 * begins at least one test title. Exits with 1 on any fault.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requirementFaults } from './requirement-ids.ts'
import { ROOT } from './root.ts'

const LIST = 'tests/requirements.md'
const READ = /\.(?:[cm]?[jt]sx?|graphql|css|sql|md|toml|json|sh)$/
/** The lockfile, the migration snapshots and the requests from Stripe's specification contain strings that look like ids. */
const FOREIGN = /^(?:package-lock\.json|tests\/sandbox\/stripe-requests\.json|migrations\/meta\/)/

const listing = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
if (listing.status !== 0) throw new Error(`git ls-files failed: ${listing.stderr}`)
const files = [...new Set(listing.stdout.split('\0'))]
  .filter((path) => READ.test(path) && path !== LIST && !FOREIGN.test(path) && existsSync(join(ROOT, path)))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
const faults = requirementFaults(readFileSync(join(ROOT, LIST), 'utf8'), files)
for (const fault of faults) console.error(fault)
console.log(`${LIST}: ${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0

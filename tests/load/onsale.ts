/**
 * `npm run bench:onsale [-- SECONDS [hostile]]` simulates a presale on one machine: three rushes on the arena of 20,000
 * seats, each with its own state. The first and the third use several seat objects, and the second uses one. In the third,
 * the command kills the server halfway. Afterwards, the command measures holds on one seat object (`hold-bench.ts`). It
 * prints tables, writes dist/onsale.json, and exits with 1 if a guarantee (`onsale-verdict.ts`) was broken. Missed targets
 * are only reported.
 *
 * With `hostile`, the command runs only two rushes. In the second, a quarter of the visitors are hostile (`hostile-fan.ts`).
 * The command prints the fans' figures of both rushes side by side.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../../worker/cli/build.ts'
import { ROOT } from '../../worker/cli/root.ts'
import { runHoldBench } from './hold-bench.ts'
import { runOnsale, SEATS } from './onsale-run.ts'
import { spawnSandbox } from './process.ts'

const seconds = Math.min(120, Math.max(20, Number(process.argv[2] ?? 30)))
const PORT = Number(process.env.PORT ?? 8967)
const isHostile = process.argv[3] === 'hostile'
/**
 * The number of fans to admit per second. The number of visitors is a multiple of it. The default with hostile visitors is
 * low, because they poll every 750 ms: at a higher rate, they would saturate the machine and distort the figures.
 */
const RATE = Number(process.env.RATE ?? (isHostile ? 4 : 20))
const percent = (part: number, rest: number) => `${Math.round((100 * part) / Math.max(1, part + rest))} %`
const folder = mkdtempSync(join(tmpdir(), 'stagedoor-onsale-'))

process.setMaxListeners(100)
await ensureBuilt()
const begun = performance.now()
const sandbox = await spawnSandbox({
  port: PORT + 1,
  stateDir: join(folder, 'sandbox'),
  webhookTarget: `http://localhost:${PORT}/webhooks/stripe`,
})
const common = {
  folder,
  port: PORT,
  sandboxUrl: sandbox.url,
  ratePerSecond: RATE,
  early: RATE * 20,
  late: RATE * 200,
  seconds,
}
const several = { seatsPerObject: 5_000, killAfter: null, hostile: 0 }
const plans = isHostile
  ? [
      { ...several, name: 'honest fans alone' },
      { ...several, name: 'a quarter hostile', hostile: Math.round((common.early + common.late) / 3) },
    ]
  : [
      { ...several, name: 'several objects' },
      { ...several, name: 'one object', seatsPerObject: SEATS },
      { ...several, name: 'several objects with SIGKILL', killAfter: Math.round(seconds / 2) },
    ]
console.log(
  `${RATE} fans per second are to be admitted; ${RATE * 100} arrive per second and wait as long as the shop tells them`,
)
const runs = []
for (const plan of plans) {
  console.log(plan.name)
  const run = await runOnsale({ ...common, ...plan })
  const { steps, faults, seats, unansweredBy, ...rest } = run
  console.table(steps)
  console.log(rest, { seats, unansweredBy })
  for (const fault of faults.slice(0, 10)) console.log(`  FAULT: ${fault}`)
  runs.push(run)
}
await sandbox.stop()
if (isHostile) {
  console.log('honest fans')
  console.table(
    runs.map((run) => ({
      run: run.name,
      admitted: run.admissions,
      'admitted/s': run['admissions/s'],
      orders: run.orders,
      'poll p99 ms': run.steps.find(({ step }) => step === 'poll')?.['p99 ms'],
      'hold p99 ms': run.steps.find(({ step }) => step === 'hold')?.['p99 ms'],
      'order p99 ms': run.steps.find(({ step }) => step === 'order')?.['p99 ms'],
      'hostile admitted': run.hostileAdmitted,
      'honest share of all admitted': percent(run.admissions, run.hostileAdmitted),
      'honest share of all who stayed': percent(run.stayed, run.hostile),
    })),
  )
}
const holds = isHostile ? null : await measureHolds()
const faults = [...runs.flatMap((run) => run.faults.map((fault) => `${run.name}: ${fault}`)), ...(holds?.faults ?? [])]
const out = join(ROOT, 'dist/onsale.json')
writeFileSync(out, JSON.stringify({ seconds, runs, holds }, null, 2))
console.log(`JSON: ${out.slice(ROOT.length + 1)}; took ${Math.round((performance.now() - begun) / 1000)} s`)
if (faults.length === 0) rmSync(folder, { recursive: true, force: true })
console.log(
  faults.length === 0
    ? 'No guarantee was broken.'
    : `${faults.length} FAULTS (state kept in ${folder}):\n${faults.slice(0, 20).join('\n')}`,
)
process.exit(faults.length === 0 ? 0 : 1)

async function measureHolds() {
  console.log('holds on one object')
  const measured = await runHoldBench(folder, 12)
  console.table(measured.rows)
  for (const [target, met] of Object.entries(measured.targets)) console.log(`  ${met ? 'met' : 'MISSED'}: ${target}`)
  return measured
}

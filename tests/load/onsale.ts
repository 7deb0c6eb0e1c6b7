/**
 * `npm run bench:onsale [-- SECONDS [hostile]]`: a presale on one machine. Three rushes on the arena of 20,000 seats, each with a state
 * of its own: over several seat objects, over one, and over several with a SIGKILL in the middle; then holds on one object
 * against a bare one. Prints tables, writes dist/onsale.json, and ends with 1 where a promise was broken; a target that is
 * missed is only said. With `hostile` there are two rushes instead, without and with visitors who want to spoil the sale, a
 * quarter of all; what honest fans met in both stands side by side.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, ROOT } from '../../worker/cli/build.ts'
import { runHoldBench } from './hold-bench.ts'
import { runOnsale, SEATS } from './onsale-run.ts'
import { spawnSandbox } from './process.ts'

const seconds = Math.min(120, Math.max(20, Number(process.argv[2] ?? 30)))
const PORT = Number(process.env.PORT ?? 8967)
const isHostile = process.argv[3] === 'hostile'
/** With hostile visitors a lower rate: they never stop asking, and a saturated machine would measure itself instead of the shop. */
const RATE = Number(process.env.RATE ?? (isHostile ? 4 : 20))
const percent = (part: number, rest: number) => `${Math.round((100 * part) / Math.max(1, part + rest))} %`
const folder = mkdtempSync(join(tmpdir(), 'stagedoor-onsale-'))

process.setMaxListeners(100)
ensureBuilt()
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
console.log(`${RATE} a second are to come in; fans come at ${RATE * 100} a second and wait as told, unscaled`)
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
      entered: run.admissions,
      'a second': run['admissions/s'],
      orders: run.orders,
      'poll p99 ms': run.steps.find(({ step }) => step === 'poll')?.['p99 ms'],
      'hold p99 ms': run.steps.find(({ step }) => step === 'hold')?.['p99 ms'],
      'order p99 ms': run.steps.find(({ step }) => step === 'order')?.['p99 ms'],
      'hostile inside': run.hostileAdmitted,
      'honest of all who came in': percent(run.admissions, run.hostileAdmitted),
      'honest of all who stayed': percent(run.stayed, run.hostile),
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
    ? 'Nobody has a seat of another, nobody jumped the queue, nothing is lost.'
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

/**
 * Runs one rush on the arena with its own state and server process. The waiting room has a lottery for the fans who arrive
 * before the opening. A hundred times as many fans arrive per second as the room admits. If the plan says so, the server is
 * killed once.
 */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { storesOf } from '../../worker/cli/local-stores.ts'
import { startServer } from '../../worker/cli/server.ts'
import { readArena, writeArenaCatalogue } from './arena-catalogue.ts'
import { Buyer } from './buyer.ts'
import { Fan, type FanRecord, type Rush, STEPS } from './fan.ts'
import { HostileFan } from './hostile-fan.ts'
import { latencyOf, peakMegabytes, workerdPids } from './measure.ts'
import {
  admissionFaults,
  busiestWindow,
  type OrderedSeat,
  queueFaults,
  type Sample,
  type SeatCount,
  seatFaults,
} from './onsale-verdict.ts'
import { operator } from './operator.ts'
import { type ServerProcess, spawnServer } from './process.ts'
import { prepareState } from './state.ts'

export type Plan = {
  name: string
  folder: string
  port: number
  sandboxUrl: string
  seatsPerObject: number
  ratePerSecond: number
  /** The number of fans who arrive before the opening and take part in the lottery. */
  early: number
  /** The number of fans who arrive after the opening. */
  late: number
  /** The time from the opening to the end of the rush. */
  seconds: number
  /** The number of seconds from the opening until the server is killed, or null if it is not killed. */
  killAfter: number | null
  /** The number of visitors who attack the sale (`hostile-fan.ts`). They arrive together with the fans. */
  hostile: number
}

export const SEATS = 20_000
const RUSH = 100
const CART_LIMIT = 4
const TARGET_ACTIVE = 2_000
const LEAD_MS = 3_000
const SAMPLE_MS = 500

const until = (instant: number) => wait(Math.max(0, instant - Date.now()))

function seatsByCategory(): Map<number, string[]> {
  const seats = new Map<number, string[]>()
  for (const { pricing_category_id: ofSection, seats: own } of readArena().sections) {
    for (const { id, pricing_category_id: category = ofSection } of own) {
      const seatsOfCategory = seats.get(category)
      if (seatsOfCategory) seatsOfCategory.push(id)
      else seats.set(category, [id])
    }
  }
  return seats
}

/** Half of the fans want to buy, three tenths are ghosts, and a fifth release their seats. */
function kindOf(turn: number): FanRecord['kind'] {
  return turn % 10 < 5 ? 'buyer' : turn % 10 < 8 ? 'ghost' : 'quitter'
}

export async function runOnsale(plan: Plan) {
  const { name, port, sandboxUrl, ratePerSecond } = plan
  const stateDir = join(plan.folder, name.replaceAll(' ', '-'), 'state')
  const files = writeArenaCatalogue(join(plan.folder, name.replaceAll(' ', '-'), 'catalogue'), {
    seatsPerObject: plan.seatsPerObject,
    cartLimit: CART_LIMIT,
    floor: 0,
  })
  await prepareState(stateDir, files)
  let server = await spawnServer({ port, stateDir, sandboxUrl })
  const base = server.url
  const eventId = (await new Buyer(base).event('arena')).event?.id ?? ''
  const opensAt = (Math.ceil(Date.now() / 1000) + LEAD_MS / 1000) * 1000
  const room = { scope: 'event', slug: 'arena', mode: 'scheduled', opensAt, targetActive: TARGET_ACTIVE, ratePerSecond }
  const configured = await operator(base, 'POST', '/queue', server.token, room)
  if (configured.status !== 200) throw new Error(`the waiting room could not be configured: ${configured.body}`)

  const endsAt = opensAt + plan.seconds * 1000
  const rush: Rush = {
    base,
    eventId,
    room: `event/${eventId}`,
    seats: seatsByCategory(),
    latencies: { arrive: [], poll: [], enter: [], hold: [], release: [], order: [] },
    counts: { refused: 0, broken: 0, brokenBy: new Map() },
    endsAt,
  }
  const fans: FanRecord[] = []
  const lives: Promise<void>[] = []
  const hostile: HostileFan[] = []
  // The share of hostile visitors is the same before and after the opening, so that neither side has an advantage.
  const hostilePerFan = plan.hostile / (plan.early + plan.late)
  const send = () => {
    const fan = new Fan(rush, kindOf(fans.length))
    fans.push(fan.record)
    lives.push(fan.live())
    if (hostile.length >= Math.round(fans.length * hostilePerFan)) return
    const attacker = new HostileFan(rush, hostile.length, hostile.at(-1) ?? null)
    hostile.push(attacker)
    lives.push(attacker.live())
  }
  const sendAll = async (count: number, from: number) => {
    await until(from)
    for (let sent = 0; sent < count; ) {
      const due = Math.min(count, Math.ceil(((Date.now() - from) / 1000) * ratePerSecond * RUSH))
      for (; sent < due; sent++) send()
      await until(Date.now() + 5)
    }
  }
  const samples: Sample[] = []
  let memory = 0
  const watch = watchQueue(base, () => server, endsAt, samples, fans, rush, opensAt)
  const kill = async () => {
    if (plan.killAfter === null) return
    await until(opensAt + plan.killAfter * 1000)
    memory = memoryOf(server)
    await server.kill()
    const killedAt = Date.now()
    server = await spawnServer({ port, stateDir, sandboxUrl })
    console.log(`  SIGKILL; serving again after ${((Date.now() - killedAt) / 1000).toFixed(1)} s`)
  }
  const killing = kill()
  await sendAll(plan.early, opensAt - 1_000)
  await sendAll(plan.late, opensAt)
  const arrivedWithin = (Date.now() - opensAt) / 1000
  await killing
  await watch
  await Promise.all(lives)

  const count = JSON.parse((await operator(base, 'GET', '/events/arena/seats', server.token)).body) as SeatCount
  memory = Math.max(memory, memoryOf(server))
  await server.stop()
  const ordered = await orderedSeats(stateDir)
  const faults = [
    ...seatFaults(SEATS, count, ordered, fans),
    ...queueFaults(samples, fans, ratePerSecond),
    ...admissionFaults(ratePerSecond, fans),
  ]
  return {
    ...figures(plan, rush, fans),
    stayed: fans.filter(({ kind }) => kind !== 'ghost').length,
    hostile: hostile.length,
    hostileAdmitted: hostile.filter(({ admitted }) => admitted).length,
    arrivedWithin,
    seats: count,
    memoryMB: memory,
    faults,
  }
}

function memoryOf(server: ServerProcess): number {
  return Math.max(0, ...workerdPids(server.pid).map(peakMegabytes))
}

/** Samples the published status of the waiting room, and logs the progress of the rush. */
async function watchQueue(
  base: string,
  server: () => ServerProcess,
  endsAt: number,
  samples: Sample[],
  fans: FanRecord[],
  rush: Rush,
  opensAt: number,
): Promise<void> {
  for (let next = Date.now(), turn = 0; next < endsAt; next += SAMPLE_MS, turn++) {
    await until(next)
    try {
      const answer = await operator(base, 'GET', '/queue', server().token)
      const [report] = JSON.parse(answer.body) as { status: Sample['status'] }[]
      if (report) samples.push({ seenAt: Date.now(), status: report.status })
    } catch (error) {
      // A killed server does not answer. `unansweredBy` lists these failures, but `unanswered` counts only those of fans.
      rush.counts.brokenBy.set('watch', (rush.counts.brokenBy.get('watch') ?? 0) + 1)
      if (!(error instanceof Error)) throw error
    }
    if (turn % 10 === 9) {
      const inside = fans.filter(({ admittedAt }) => admittedAt !== null).length
      const orders = fans.filter(({ order }) => order !== null).length
      console.log(
        `  ${Math.round((Date.now() - opensAt) / 1000)} s: ${rush.latencies.arrive.length} arrived, ${inside} admitted, ${orders} orders, ${rush.counts.broken} unanswered`,
      )
    }
  }
}

async function orderedSeats(stateDir: string): Promise<OrderedSeat[]> {
  const local = await startServer({ port: 0, stateDir, cronSeconds: 0 })
  const { database } = await storesOf(local.miniflare)
  const { results } = await database
    .prepare(
      "SELECT o.id AS orderId, i.seat_id AS seatId FROM order_items i JOIN orders o ON o.id = i.order_id WHERE i.seat_id IS NOT NULL AND o.status <> 'cancelled'",
    )
    .all<OrderedSeat>()
  await local.close()
  return results
}

/** Returns the mean number of instants per second, from the first to the last instant (epoch milliseconds). */
function perSecond(instants: number[]): number {
  const span = Math.max(...instants) - Math.min(...instants)
  return instants.length < 2 || span === 0 ? 0 : Number((((instants.length - 1) / span) * 1000).toFixed(1))
}

function figures(plan: Plan, { latencies, counts }: Rush, fans: FanRecord[]) {
  const instantsOf = (read: (fan: FanRecord) => number | null) => fans.flatMap((fan) => read(fan) ?? [])
  const admissions = instantsOf(({ admittedAt }) => admittedAt)
  return {
    name: plan.name,
    ratePerSecond: plan.ratePerSecond,
    fans: fans.length,
    entries: fans.filter(({ entry }) => entry !== null).length,
    admissions: admissions.length,
    'admissions/s': perSecond(admissions),
    'most in 10 s': busiestWindow(fans),
    'arrivals/s': perSecond(instantsOf(({ entry }) => entry?.joinedAt ?? null)),
    'holds/s': perSecond(instantsOf(({ heldAt }) => heldAt)),
    'orders/s': perSecond(instantsOf(({ orderedAt }) => orderedAt)),
    orders: fans.filter(({ order }) => order !== null).length,
    refused: counts.refused,
    unanswered: counts.broken,
    unansweredBy: Object.fromEntries(counts.brokenBy),
    steps: STEPS.map((step) => ({ step, answers: latencies[step].length, ...latencyOf(latencies[step]) })),
  }
}

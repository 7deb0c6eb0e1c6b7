/**
 * `npm run bench:seatmap [-- ROUNDS]` opens the map of 20,000 seats in Chromium at a quarter of the processor's speed, as on
 * a slow phone. It measures when the map is painted, the frame rate while the map is dragged and pinched, the delay of a
 * tap, and the memory of scripts. Meanwhile, other buyers hold and release seats, so that the map changes about every
 * second. Each round has a new visitor, who afterwards drags and pinches a bare page, with a canvas of the same size and nothing
 * else. Its frame rate is what the machine can show, and the map's is given as a share of it. The command prints the median and
 * the worst value of each metric, and writes them and the rounds to dist/bench-seatmap.json. It exits with 1 if a target is
 * missed.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright-core'
import type { Point, SeatMap } from '../../schema/seat-map.ts'
import { ensureBuilt } from '../../worker/cli/build.ts'
import { applyMigrations, storesOf } from '../../worker/cli/local-stores.ts'
import { ROOT } from '../../worker/cli/root.ts'
import { startServer } from '../../worker/cli/server.ts'
import { importCatalogue } from '../../worker/import/index.ts'
import { launchBrowser, newLastingVisitor, PHONE } from '../support/browser.ts'
import { ARENA_PAGE, writeArenaCatalogue } from './arena-catalogue.ts'
import { Buyer } from './buyer.ts'

const CPU_RATE = Number(process.env.CPU_RATE ?? 4)
const rounds = Math.min(20, Math.max(1, Number(process.argv[2] ?? 5)))
/**
 * Returns the positions to tap in a round. Each round uses another row of the lower tier. The first taps are on one seat and
 * zoom in until a tap holds it. The next taps hold its neighbours.
 */
function seatsOf(turn: number): Point[] {
  return [9, 9, 9, 8, 7, 6].map((number) => seatPoint(`U${113 + (turn >> 3)}-${5 + (turn & 7)}-${number}`))
}

type Round = Record<keyof typeof TARGETS, number>
const TARGETS = {
  'plan loaded to map painted, ms': { at: 400, more: false },
  'navigation to map painted, ms': { at: null, more: false },
  'frames per second, dragging': { at: 60, more: true },
  'frames per second, pinching': { at: 60, more: true },
  'frames per second, bare page dragged': { at: null, more: true },
  'frames per second, bare page pinched': { at: null, more: true },
  'frames per second, idle': { at: null, more: true },
  'share of the frames of the bare page': { at: 1, more: true },
  'longest frame of a gesture, ms': { at: null, more: false },
  // This is CPU time, which other load on the machine does not change.
  'CPU per frame of a gesture, ms': { at: 16.7, more: false },
  'tap to next paint, ms': { at: 100, more: false },
  'script heap, MB': { at: 60, more: false },
} as const

/** Runs in the page before its scripts, and records when the map is first painted and how long interactions take. */
function recordTimings(): void {
  const notes = { paintedAt: 0, interactions: [] as number[], frames: [] as number[], views: new Set<string>() }
  Object.assign(window, { notes })
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-testid="seat-canvas"][data-view]')) return
    notes.paintedAt = performance.now()
    observer.disconnect()
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-view'] })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('interactionId' in entry && Number(entry.interactionId) > 0) notes.interactions.push(entry.duration)
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}

/** Starts buyers who each hold four of the best seats, release them and repeat this. The returned function stops them. */
function startCrowd(url: string, variantIds: string[]): () => Promise<void> {
  let isOver = false
  const fans = variantIds.map(async (productVariantId) => {
    const fan = new Buyer(url, 'lastprobe')
    while (!isOver) {
      await fan.add([{ productVariantId, amount: 4 }])
      const { items } = (await fan.cart()).cart
      await new Promise((resolve) => setTimeout(resolve, 300))
      for (const { id } of items) await fan.remove(id)
    }
  })
  return async () => {
    isOver = true
    await Promise.all(fans)
  }
}

type Timings = { paintedAt: number; interactions: number[]; frames: number[]; views: Set<string> }

function timingsOf(page: Page): Promise<Timings> {
  return page.evaluate(() => (window as unknown as { notes: Timings }).notes)
}

/** Returns the milliseconds between the frames of the page while `act` runs. */
async function framesDuring(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => {
    const state = window as unknown as { notes: Timings; counting: boolean }
    state.notes.frames = []
    state.counting = true
    let last = 0
    const canvas = document.querySelector('canvas')
    state.notes.views = new Set()
    const count = (now: number) => {
      if (last > 0) state.notes.frames.push(now - last)
      last = now
      state.notes.views.add(canvas?.style.transform ?? '')
      if (state.counting) requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
  })
  await act()
  return page.evaluate(() => {
    const state = window as unknown as { notes: Timings; counting: boolean }
    state.counting = false
    return state.notes.frames
  })
}

/** Waits a second, so that animations end and answers arrive. */
function settle(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((done) => setTimeout(done, 1000)))
}

function seatPoint(id: string): Point {
  const arena = JSON.parse(readFileSync(join(ROOT, 'tests/fixtures/demo/seatmaps/arena.json'), 'utf8')) as SeatMap
  const seat = arena.sections.flatMap(({ seats }) => seats).find((each) => each.id === id)
  if (!seat) throw new Error(`the arena has no seat ${id}`)
  return [seat.x, seat.y]
}

/** Converts a point of the plan to window coordinates, with the view that the canvas last painted. */
function onScreen(page: Page, point: Point): Promise<{ x: number; y: number }> {
  return page.getByTestId('seat-canvas').evaluate((canvas, [mapX, mapY]) => {
    canvas.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' })
    const [k = 1, left = 0, top = 0] = (canvas.dataset.view ?? '').split(' ').map(Number)
    const box = canvas.parentElement?.getBoundingClientRect()
    return { x: (box?.x ?? 0) + mapX * k + left, y: (box?.y ?? 0) + mapY * k + top }
  }, point)
}

function rate(frames: number[]): number {
  return (frames.length * 1000) / frames.reduce((sum, length) => sum + length, 0)
}

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find((each) => each.name === name)?.value ?? Number.NaN
}

/** Returns the milliseconds between the frames of a gesture. Throws if the gesture did not move the map. */
async function framesOfGesture(page: Page, act: () => Promise<void>): Promise<number[]> {
  const frames = await framesDuring(page, act)
  const views = await page.evaluate(() => (window as unknown as { notes: Timings }).notes.views.size)
  if (views < 10) throw new Error('the gesture did not move the map')
  return frames
}

/** The frame rates of a page that only moves a canvas of the map's size, with the least code. */
async function bareRates(page: Page, session: CDPSession, box: { x: number; y: number }): Promise<[number, number]> {
  const size = await page.getByTestId('seat-canvas').evaluate((canvas: HTMLCanvasElement) => ({
    width: canvas.width,
    height: canvas.height,
    style: canvas.style.cssText,
  }))
  await page.goto('about:blank')
  await page.evaluate(({ width, height, style }) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    canvas.style.cssText = `${style}; position: absolute; touch-action: none; will-change: transform`
    document.body.style.cssText = 'margin: 0; height: 100vh; overflow: hidden; touch-action: none'
    document.body.appendChild(canvas)
    const context = canvas.getContext('2d')
    for (let index = 0; context && index < 5000; index++) {
      context.fillStyle = `hsl(${index % 360} 60% 50%)`
      context.fillRect((index * 37) % width, (index * 91) % height, 12, 12)
    }
    const down = new Map<number, [number, number]>()
    let [x, y, scale] = [0, 0, 1]
    addEventListener('pointerdown', ({ pointerId, clientX, clientY }) => down.set(pointerId, [clientX, clientY]))
    addEventListener('pointerup', ({ pointerId }) => down.delete(pointerId))
    addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
      const [fromX, fromY] = down.get(pointerId) ?? [clientX, clientY]
      down.set(pointerId, [clientX, clientY])
      if (down.size > 1) scale *= 1 + (clientY - fromY) / 1000
      else [x, y] = [x + clientX - fromX, y + clientY - fromY]
      canvas.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${scale})`
    })
  }, size)
  await settle(page)
  return [
    rate(await framesOfGesture(page, () => drag(session, box.x, box.y))),
    rate(await framesOfGesture(page, () => pinch(session, box.x, box.y))),
  ]
}

async function drag(session: CDPSession, x: number, y: number): Promise<void> {
  for (const [xDistance, yDistance] of [
    [-150, -60],
    [150, 60],
    [60, -120],
    [-60, 120],
  ]) {
    await session.send('Input.synthesizeScrollGesture', {
      x,
      y,
      xDistance: xDistance ?? 0,
      yDistance: yDistance ?? 0,
      speed: 300,
      gestureSourceType: 'touch',
    })
  }
}

async function pinch(session: CDPSession, x: number, y: number): Promise<void> {
  for (const scaleFactor of [2, 0.5, 1.6, 0.6]) {
    await session.send('Input.synthesizePinchGesture', {
      x,
      y,
      scaleFactor,
      relativeSpeed: 300,
      gestureSourceType: 'touch',
    })
  }
}

async function round(browser: Browser, url: string, turn: number): Promise<Round> {
  const { page, faults } = await newLastingVisitor(browser, PHONE)
  await page.addInitScript(recordTimings)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(url)
  const canvas = page.getByTestId('seat-canvas')
  await canvas.and(page.locator('[data-view]')).waitFor({ state: 'attached' })
  const { paintedAt } = await timingsOf(page)
  const planAt = await page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .find(({ name }) => name.includes('/seat-maps/'))
        ?.toJSON().responseEnd as number,
  )
  await canvas.scrollIntoViewIfNeeded()
  const still = await framesDuring(page, () => settle(page))
  // Zooms to a view with many small seats, which is the hardest view to paint.
  for (let step = 0; step < 3; step++) {
    await page.getByRole('button', { name: 'Vergrößern' }).click()
    await settle(page)
  }
  const box = await canvas.evaluate((element) => {
    // A press on a button of the toolbar may have scrolled the page.
    element.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = element.parentElement?.getBoundingClientRect() ?? new DOMRect()
    return { x: x + width / 2, y: y + height / 2 }
  })
  const before = await metric(session, 'TaskDuration')
  const dragged = await framesOfGesture(page, () => drag(session, box.x, box.y))
  const pinched = await framesOfGesture(page, () => pinch(session, box.x, box.y))
  const work = (await metric(session, 'TaskDuration')) - before
  await page.evaluate(() => {
    ;(window as unknown as { notes: Timings }).notes.interactions = []
  })
  await page.getByRole('button', { name: 'Ganzen Saal zeigen' }).click()
  await settle(page)
  for (const seat of seatsOf(turn)) {
    const { x, y } = await onScreen(page, seat)
    await page.touchscreen.tap(x, y)
    await settle(page)
  }
  const { interactions } = await timingsOf(page)
  const held = await page.getByRole('button', { name: /freigeben$/ }).count()
  if (held === 0) throw new Error('no tap held a seat')
  await session.send('HeapProfiler.collectGarbage')
  const heap = await metric(session, 'JSHeapUsedSize')
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const [bareDragged, barePinched] = await bareRates(page, session, box)
  await page.context().close()
  return {
    'plan loaded to map painted, ms': paintedAt - planAt,
    'navigation to map painted, ms': paintedAt,
    'frames per second, dragging': rate(dragged),
    'frames per second, pinching': rate(pinched),
    'frames per second, bare page dragged': bareDragged,
    'frames per second, bare page pinched': barePinched,
    'frames per second, idle': rate(still),
    'share of the frames of the bare page': (rate(dragged) + rate(pinched)) / (bareDragged + barePinched),
    'longest frame of a gesture, ms': Math.max(...dragged, ...pinched),
    'CPU per frame of a gesture, ms': (work * 1000) / (dragged.length + pinched.length),
    'tap to next paint, ms': Math.max(0, ...interactions),
    'script heap, MB': heap / 1e6,
  }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

await ensureBuilt()
const folder = mkdtempSync(join(tmpdir(), 'stagedoor-seatmap-'))
const server = await startServer({ port: 0, stateDir: folder })
const stores = await storesOf(server.miniflare)
await applyMigrations(stores.database)
const report = await importCatalogue(stores.target, [writeArenaCatalogue(join(folder, 'catalogue'))])
if (!report.ok) throw new Error(report.text)
const { event } = await new Buyer(server.url, 'lastprobe').event('arena')
const endCrowd = startCrowd(
  server.url,
  (event?.pricingCategories ?? []).slice(1).flatMap(({ variants }) => variants[0]?.id ?? []),
)
const browser = await launchBrowser()
const measured: Round[] = []
for (let turn = 0; turn < rounds; turn++) measured.push(await round(browser, server.url + ARENA_PAGE, turn))
await browser.close()
await endCrowd()
await server.close()
rmSync(folder, { recursive: true, force: true })

const rows = Object.entries(TARGETS).map(([metric, { at, more }]) => {
  const values = measured.map((each) => each[metric as keyof Round])
  const value = median(values)
  return {
    metric,
    median: Number(value.toFixed(2)),
    worst: Number((more ? Math.min(...values) : Math.max(...values)).toFixed(2)),
    target: at === null ? '' : `${more ? 'at least' : 'below'} ${at}`,
    // Even without a lost frame, the measured rate of a 60 Hz display may be slightly below 60.
    met: at === null ? '' : (more ? value >= at * 0.97 : value < at) ? 'yes' : 'NO',
  }
})
console.log(`20,000 seats, ${rounds} rounds, processor ${CPU_RATE} times slower`)
console.table(rows)
const out = join(ROOT, 'dist/bench-seatmap.json')
writeFileSync(out, JSON.stringify({ cpuRate: CPU_RATE, rounds: measured, rows }, null, 2))
console.log(`JSON: ${out.slice(ROOT.length + 1)}`)
process.exit(rows.some(({ met }) => met === 'NO') ? 1 : 0)

/** The pictures of events: each kind of sale, and each view of a seat map. */
import type { Config } from './configs.ts'
import { SHOPS } from './demo.ts'
import type { Shot } from './shot.ts'
import type { Visit } from './visit.ts'

const shops = Object.values(SHOPS)
const EVENT_NAMES = [...new Set(shops.flatMap(({ events }) => Object.keys(events)))]
const MAP_NAMES = [...new Set(shops.flatMap(({ maps }) => Object.keys(maps)))]

/** The tooltips of a large room appear only after some steps of zoom. */
const LARGEST_ZOOM = 4
const MOUSE_STEPS = 80

async function openEvent(visit: Visit, slug: string | undefined): Promise<void> {
  await visit.open(`/events/${slug}`)
}

async function openMap(visit: Visit, map: string): Promise<void> {
  await openEvent(visit, visit.shop.maps[map])
  await visit.page.locator('[data-testid="seat-canvas"][data-view]').waitFor({ state: 'attached' })
}

/** Chooses a view of the seats. A wide window shows the form for the best seats beside the map. */
async function chooseView(visit: Visit, key: 'event_map' | 'event_list' | 'event_best_short'): Promise<void> {
  const label = visit.main
    .locator('label')
    .filter({ hasText: visit.words(key) })
    .filter({ visible: true })
    .first()
  if ((await label.count()) > 0) await label.click()
}

async function holdBestSeats(visit: Visit): Promise<void> {
  await chooseView(visit, 'event_best_short')
  await visit.press('event_best_take', visit.main)
  await visit
    .control('button', 'event_remove_seat', visit.main)
    .or(visit.control('link', 'event_to_cart'))
    .first()
    .waitFor()
  await chooseView(visit, 'event_map')
}

/** Moves the mouse over the map until it is above a seat. */
async function findTooltip(visit: Visit): Promise<void> {
  const { page } = visit
  const map = page.getByTestId('seat-canvas')
  const box = await map.evaluate((canvas) => {
    canvas.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = canvas.parentElement?.getBoundingClientRect() ?? new DOMRect()
    return { x, y, width, height }
  })
  const tooltip = page.locator('[aria-hidden="true"] p').filter({ hasText: visit.words('event_row') })
  for (let zoom = 0; zoom < LARGEST_ZOOM; zoom++) {
    for (let step = 1; step <= MOUSE_STEPS; step++) {
      // These positions are spread over the whole map.
      await page.mouse.move(box.x + box.width * ((step * 0.618) % 1), box.y + (box.height * step) / (MOUSE_STEPS + 1))
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
      if ((await tooltip.count()) > 0) return
    }
    const view = await map.getAttribute('data-view')
    await visit.press('event_zoom_in', visit.main)
    // Until the zoomed map is painted, the picture would show the former one enlarged.
    await page.locator(`[data-testid="seat-canvas"]:not([data-view="${view}"])`).waitFor({ state: 'attached' })
  }
  throw new Error('no seat of the map has a tooltip')
}

type MapView = { name: string; isIn?: (config: Config) => boolean; show(visit: Visit): Promise<void>; isWindow?: true }

const MAP_VIEWS: MapView[] = [
  { name: '', show: () => Promise.resolve() },
  { name: '-seats-chosen', show: holdBestSeats },
  { name: '-tooltip', isIn: ({ isNarrow }) => !isNarrow, show: findTooltip, isWindow: true },
  {
    name: '-list',
    async show(visit) {
      await chooseView(visit, 'event_list')
      // The list of a large room has groups of blocks, so a block may need two presses.
      for (let level = 0; level < 2; level++) {
        const closed = visit.main.locator('ul button[aria-expanded="false"]').filter({ visible: true })
        if ((await closed.count()) > 0) await closed.first().click()
      }
    },
  },
  { name: '-best-seats', isIn: ({ isNarrow }) => isNarrow, show: (visit) => chooseView(visit, 'event_best_short') },
  {
    name: '-full-screen',
    async show(visit) {
      await visit.press('event_full_screen', visit.main)
      await visit.dialog().waitFor()
    },
    isWindow: true,
  },
]

const EVENTS: Shot[] = EVENT_NAMES.map((name) => ({
  name: `event-${name}`,
  isPlain: true,
  isIn: ({ shop }) => name in SHOPS[shop].events,
  async take(visit) {
    await openEvent(visit, visit.shop.events[name])
    await visit.takePage()
  },
}))

const MAPS: Shot[] = MAP_NAMES.flatMap((map) =>
  MAP_VIEWS.map(
    (view): Shot => ({
      name: `event-${map}${view.name}`,
      isPlain: view.show !== holdBestSeats,
      isIn: (config) => map in SHOPS[config.shop].maps && (view.isIn?.(config) ?? true),
      async take(visit) {
        await openMap(visit, map)
        await view.show(visit)
        if (view.isWindow) await visit.takeWindow()
        else await visit.takePage()
      },
    }),
  ),
)

export const EVENT_SHOTS: readonly Shot[] = [...EVENTS, ...MAPS]

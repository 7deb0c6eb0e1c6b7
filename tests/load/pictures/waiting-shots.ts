/**
 * The pictures of the waiting room. They open a room for an event of the running shop, with the operator's access of
 * `npm run queue`, and close it again.
 */
import { ask } from '../../../worker/cli/operator-client.ts'
import type { Shot } from './shot.ts'
import type { Visit } from './visit.ts'

const HOUR_MS = 3_600_000
const ADMISSION_WAIT_MS = 45_000

type Change =
  | { mode: 'off' | 'paused' }
  | { mode: 'scheduled'; opensAt: number }
  | { mode: 'on'; opensAt: number; ratePerSecond: number; targetActive: number }

async function withRoom(visit: Visit, change: Change, act: () => Promise<void>): Promise<void> {
  const set = (to: Change) => ask('POST', '/queue', { scope: 'event', slug: visit.config.queued, ...to })
  await set(change)
  try {
    await act()
  } finally {
    await set({ mode: 'off' })
  }
}

async function openRoom(visit: Visit): Promise<void> {
  await visit.open(`/events/${visit.config.queued}`)
  await visit.page.getByTestId('waiting-room').waitFor()
}

/** Admits one visitor at a time, so that the second one waits. */
const oneInside = (): Change => ({ mode: 'on', opensAt: Date.now(), ratePerSecond: 1, targetActive: 1 })

async function enter(visit: Visit): Promise<void> {
  await visit.open(`/events/${visit.config.queued}`)
  await visit.main.locator('h2').first().waitFor()
  await visit.page.getByTestId('waiting-room').waitFor({ state: 'detached', timeout: ADMISSION_WAIT_MS })
}

const waitingShot = (name: string, change: () => Change, act: (visit: Visit) => Promise<void>): Shot => ({
  name,
  expects: /503/,
  take: (visit) => withRoom(visit, change(), () => act(visit)),
})

export const WAITING_SHOTS: readonly Shot[] = [
  waitingShot(
    'waiting-before-opening',
    () => ({ mode: 'scheduled', opensAt: Date.now() + HOUR_MS }),
    async (visit) => {
      await openRoom(visit)
      await visit.takePage()
    },
  ),
  waitingShot(
    'waiting-paused',
    () => ({ mode: 'paused' }),
    async (visit) => {
      await openRoom(visit)
      await visit.takePage()
    },
  ),
  waitingShot('waiting-in-queue', oneInside, async (visit) => {
    const first = await visit.other()
    await enter(first)
    await openRoom(visit)
    await visit.takePage()
    await first.end()
  }),
  waitingShot('waiting-turn', oneInside, async (visit) => {
    await enter(visit)
    await visit.takeWindow()
  }),
  waitingShot(
    'waiting-bar',
    () => ({ mode: 'scheduled', opensAt: Date.now() + HOUR_MS }),
    async (visit) => {
      await openRoom(visit)
      // A link of the page does not leave the document, so the fan stays in the queue.
      await visit.page.getByRole('banner').getByRole('link').first().click()
      await visit.control('button', 'queue_bar').waitFor()
      await visit.takeWindow()
    },
  ),
]

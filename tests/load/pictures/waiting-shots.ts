/**
 * The pictures of the waiting room. They open a room for an event of the running shop, with the operator's access of
 * `npm run queue`, and close it again.
 */
import { ask } from '../../../worker/cli/operator-client.ts'
import type { Shot } from './shot.ts'
import type { Visit } from './visit.ts'

const HOUR_MS = 3_600_000

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
  waitingShot(
    'waiting-in-queue',
    () => ({ mode: 'on', opensAt: Date.now(), ratePerSecond: 1, targetActive: 1 }),
    async (visit) => {
      await openRoom(visit)
      await visit.takePage()
    },
  ),
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

/**
 * The pictures of the waiting room. Each shot opens the room of an event of the running shop, with the operator's access of
 * `npm run queue`, and closes it again.
 */
import { ask } from '../../../worker/cli/operator-client.ts'
import type { Shot } from './shot.ts'
import type { Visit } from './visit.ts'

const HOUR_MS = 3_600_000
/** A waiting page polls the server at least this often. */
const LONGEST_PAUSE_MS = 30_000
const ADMISSION_WAIT_MS = 2 * LONGEST_PAUSE_MS

type Change =
  | { mode: 'off' | 'paused' }
  | { mode: 'scheduled'; opensAt: number }
  | { mode: 'on'; opensAt: number; ratePerSecond: number; targetActive: number }

const setRoom = ({ config }: Visit, change: Change) =>
  ask('POST', '/queue', { scope: 'event', slug: config.queued, ...change })

async function openRoom(visit: Visit): Promise<void> {
  await visit.open(`/events/${visit.config.queued}`)
  await visit.page.getByTestId('waiting-room').waitFor()
}

const waitingShot = (name: string, change: () => Change, act: (visit: Visit) => Promise<void>): Shot => ({
  name,
  expects: /503/,
  async take(visit) {
    await setRoom(visit, change())
    try {
      await act(visit)
    } finally {
      await setRoom(visit, { mode: 'off' })
    }
  },
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
    // The room admits only the first visitor, so the second one waits.
    () => ({ mode: 'on', opensAt: Date.now(), ratePerSecond: 1, targetActive: 1 }),
    async (visit) => {
      const first = await visit.other()
      await first.open(`/events/${visit.config.queued}`)
      await openRoom(visit)
      await visit.takePage()
      await first.end()
    },
  ),
  waitingShot(
    'waiting-turn',
    () => ({ mode: 'paused' }),
    async (visit) => {
      const { page } = visit
      await page.clock.install()
      await openRoom(visit)
      await setRoom(visit, { mode: 'on', opensAt: Date.now(), ratePerSecond: 100, targetActive: 1000 })
      // The clock jumps only once. A second jump would let the requests of the admitted visitor time out.
      await page.clock.fastForward(LONGEST_PAUSE_MS)
      const turn = page.getByText(visit.words('queue_turn_title')).filter({ visible: true })
      await turn.first().waitFor({ timeout: ADMISSION_WAIT_MS })
      await visit.main.locator('h1').waitFor()
      await visit.takeWindow()
    },
  ),
  waitingShot(
    'waiting-bar',
    () => ({ mode: 'scheduled', opensAt: Date.now() + HOUR_MS }),
    async (visit) => {
      await openRoom(visit)
      // A press on a link does not load a new document, so the fan stays in the queue.
      await visit.page.getByRole('banner').getByRole('link').first().click()
      await visit.control('button', 'queue_bar').waitFor()
      await visit.takeWindow()
    },
  ),
]

/**
 * `npm run queue -- status`, or a command and what it is for: the waiting rooms of a running shop. A room stands before an
 * event (`event:SLUG`), a shop's carts (`shop:SLUG`) or a shop's pages (`catalogue:SLUG`).
 */
import type { QueueStatus, RoomControls } from '../domain/waiting-room.ts'
import { berlinTime, openingTime } from './opening-time.ts'
import { ask } from './operator-client.ts'

const WITHOUT_TURNSTILE = '--without-turnstile'

const USAGE = `usage: npm run queue -- COMMAND …
  status                        every room, how many wait and who is inside
  open ROOM                     a queue from now on, and let people in as room allows
  at ROOM 2026-12-01T10:00      gather until then, hold the lottery, let in; or 01.12.2026 10:00, in Berlin time,
                                or with a zone: 2026-12-01T10:00+01:00. In production the check for bots must be
                                configured, unless --without-turnstile is added
  auto ROOM                     a queue only while the shop is full
  pause ROOM                    call nobody until the next open
  off ROOM                      no queue
  rate ROOM PER_SECOND [INSIDE] most admissions a second, and shoppers inside at a time
ROOM is event:SLUG, shop:SLUG or catalogue:SLUG`

/** As the operator's address answers. */
type RoomReport = { slug: string; controls: RoomControls; status: QueueStatus }

function roomOf(text: string | undefined): { scope: string; slug: string } {
  const [, scope, slug] = /^(event|shop|catalogue):(.+)$/.exec(text ?? '') ?? []
  if (!scope || !slug)
    throw new Error(`expected event:SLUG, shop:SLUG or catalogue:SLUG instead of ${text ?? 'nothing'}`)
  return { scope, slug }
}

function wholeNumber(text: string | undefined): number {
  if (!/^[1-9]\d{0,6}$/.test(text ?? '')) throw new Error(`expected a whole number instead of ${text ?? 'nothing'}`)
  return Number(text)
}

function changeOf(command: string, rest: string[]): object {
  const [first, second] = rest
  switch (command) {
    case 'open':
      return { mode: 'on', opensAt: Date.now() }
    case 'auto':
      return { mode: 'automatic' }
    case 'pause':
      return { mode: 'paused' }
    case 'off':
      return { mode: 'off' }
    case 'at': {
      const words = rest.filter((word) => word !== WITHOUT_TURNSTILE)
      return {
        mode: 'scheduled',
        opensAt: openingTime(words.join(' '), Date.now()),
        ...(words.length < rest.length && { withoutTurnstile: true }),
      }
    }
    case 'rate':
      return { ratePerSecond: wholeNumber(first), ...(second && { targetActive: wholeNumber(second) }) }
    default:
      throw new Error(USAGE)
  }
}

function shown({ slug, controls, status }: RoomReport) {
  return {
    room: `${controls.scope}:${slug}`,
    mode: controls.mode,
    phase: status.phase,
    opens: status.opensAt === 0 ? '' : berlinTime(status.opensAt),
    'came early': status.early,
    drawn: `${Math.round(status.drawThreshold * 100)} %`,
    'came later': status.late.at(-1)?.count ?? 0,
    inside: `${status.active} of ${status.targetActive}`,
    'a second': `${Math.round(status.rate * 10) / 10} of ${controls.ratePerSecond}`,
  }
}

const [command = '', room, ...rest] = process.argv.slice(2)
try {
  if (command === 'status') console.table(((await ask('GET', '/queue')) as RoomReport[]).map(shown))
  else {
    const change = changeOf(command, rest)
    console.table([shown((await ask('POST', '/queue', { ...roomOf(room), ...change })) as RoomReport)])
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

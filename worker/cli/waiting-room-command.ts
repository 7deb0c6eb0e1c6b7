/** Parses the words after `npm run queue --` into a request. Unexpected words are errors. */
import { ROOM_NOTE_LENGTH } from '../../schema/limits.ts'
import type { RoomNote } from '../../schema/waiting-room.ts'
import { openingTime } from './waiting-room-opening.ts'

const WITHOUT_TURNSTILE = '--without-turnstile'

const MAX_PER_SECOND = 10_000
const MAX_INSIDE = 1_000_000

const USAGE = `usage: npm run queue -- COMMAND …
  status                        list every room, how many visitors wait and how many are inside
  open ROOM                     queue visitors from now on and admit them as slots become free
  at ROOM 2026-12-01T10:00      gather visitors until this time, then hold the lottery and admit them. Also accepted:
                                01.12.2026 10:00 and 2026-12-01T10:00+01:00. Without a zone, the time is in Berlin.
                                In production, the bot check must be configured, unless --without-turnstile is added
  auto ROOM                     queue visitors only while the shop is full or overloaded
  pause ROOM                    call nobody until another command opens the room
  off ROOM                      admit everyone
  rate ROOM PER_SECOND [INSIDE] set the maximum of admissions per second, and of shoppers inside
  note ROOM "TEXT" ["ENGLISH"]  tell waiting visitors something, in at most ${ROOM_NOTE_LENGTH} characters. Without an English text,
                                all visitors read the German one
  note ROOM                     remove the note. "off", "open" and a new time remove it too, so write the note after them.
                                Visitors do not see it after the end of the event's sale
ROOM is event:SLUG, shop:SLUG or catalogue:SLUG`

type Room = { scope: string; slug: string }

export type QueueRequest =
  | { method: 'GET'; path: '/queue' }
  | { method: 'POST'; path: '/queue'; body: Room & Change }
  | { method: 'POST'; path: '/queue/note'; body: Room & { note: RoomNote | null } }

type Change = {
  mode?: 'off' | 'on' | 'scheduled' | 'automatic' | 'paused'
  opensAt?: number
  ratePerSecond?: number
  targetActive?: number
  withoutTurnstile?: true
}

/** Throws an error with a message for the operator if the command is invalid. `now` is epoch milliseconds. */
export function queueRequest(words: readonly string[], now: number): QueueRequest {
  const [command = '', room, ...rest] = words
  if (command === 'status') {
    refuseMoreWords(words.slice(1))
    return { method: 'GET', path: '/queue' }
  }
  if (command === 'note') return { method: 'POST', path: '/queue/note', body: { ...roomOf(room), note: noteOf(rest) } }
  const changeOf = Object.hasOwn(CHANGES, command) ? CHANGES[command] : undefined
  if (!changeOf) throw new Error(command === '' ? USAGE : `there is no command "${command}"\n\n${USAGE}`)
  return { method: 'POST', path: '/queue', body: { ...roomOf(room), ...changeOf(rest, now) } }
}

const CHANGES: Record<string, (rest: string[], now: number) => Change> = {
  open: (rest, now) => onlyChange(rest, { mode: 'on', opensAt: now }),
  auto: (rest) => onlyChange(rest, { mode: 'automatic' }),
  pause: (rest) => onlyChange(rest, { mode: 'paused' }),
  off: (rest) => onlyChange(rest, { mode: 'off' }),
  at(rest, now) {
    const time = rest.filter((word) => word !== WITHOUT_TURNSTILE)
    const opensAt = openingTime(time.join(' '), now)
    return { mode: 'scheduled', opensAt, ...(time.length < rest.length && { withoutTurnstile: true as const }) }
  },
  rate([perSecond, inside, ...more]) {
    refuseMoreWords(more)
    const ratePerSecond = wholeNumber(perSecond, MAX_PER_SECOND)
    return { ratePerSecond, ...(inside !== undefined && { targetActive: wholeNumber(inside, MAX_INSIDE) }) }
  },
}

function noteOf([german, english, ...more]: string[]): RoomNote | null {
  if (more.length > 0) throw new Error('expected one text or two; put each text in quotation marks')
  if (german === undefined) return null
  return { de: noteText(german), en: english === undefined ? null : noteText(english) }
}

function noteText(words: string): string {
  const text = words.replace(/\s+/g, ' ').trim()
  if (text === '') throw new Error('the note is empty; leave it out to remove the note')
  if (text.length > ROOM_NOTE_LENGTH)
    throw new Error(`the note has ${text.length} characters, and at most ${ROOM_NOTE_LENGTH} are possible: "${text}"`)
  return text
}

/** Rejects further words: a time after `open` would otherwise be ignored, and the queue would open at once. */
function onlyChange(rest: string[], change: Change): Change {
  refuseMoreWords(rest)
  return change
}

function refuseMoreWords(words: string[]): void {
  if (words.length > 0) throw new Error(`unexpected "${words.join(' ')}"; use "at" to open a room at a given time`)
}

function roomOf(text: string | undefined): Room {
  const [, scope, slug] = /^(event|shop|catalogue):([^\s:]+)$/.exec(text ?? '') ?? []
  if (!scope || !slug)
    throw new Error(`expected event:SLUG, shop:SLUG or catalogue:SLUG instead of ${text ? `"${text}"` : 'nothing'}`)
  return { scope, slug }
}

function wholeNumber(text: string | undefined, most: number): number {
  const number = /^[1-9]\d*$/.test(text ?? '') ? Number(text) : 0
  if (number < 1 || number > most)
    throw new Error(`expected a whole number from 1 to ${most} instead of ${text ? `"${text}"` : 'nothing'}`)
  return number
}

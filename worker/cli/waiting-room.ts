/**
 * `npm run queue -- status`, or a command and a room: controls the waiting rooms of a running shop. A room guards an event
 * (`event:SLUG`), a shop's carts (`shop:SLUG`) or a shop's pages (`catalogue:SLUG`).
 */
import type { RoomNote } from '../../schema/waiting-room.ts'
import { messageOf } from '../domain/text/error-message.ts'
import type { QueueStatus, RoomControls } from '../domain/waiting-room/waiting-room.ts'
import { ask } from './operator-client.ts'
import { queueRequest } from './waiting-room-command.ts'
import { berlinTime } from './waiting-room-opening.ts'

/** The answer of the operator endpoint. */
type RoomReport = { slug: string; controls: RoomControls; note: RoomNote | null; status: QueueStatus }

function shown({ slug, controls, note, status }: RoomReport) {
  return {
    room: `${controls.scope}:${slug}`,
    mode: controls.mode,
    phase: status.phase,
    opens: status.opensAt === 0 ? '' : berlinTime(status.opensAt),
    'before opening': status.early,
    called: `${Math.round(status.drawThreshold * 100)} %`,
    'after opening': status.late.at(-1)?.count ?? 0,
    inside: `${status.active} of ${status.targetActive}`,
    'per second': `${Math.round(status.rate * 10) / 10} of ${controls.ratePerSecond}`,
    note: note?.de ?? '',
  }
}

try {
  const request = queueRequest(process.argv.slice(2), Date.now())
  const answer = await ask(request.method, request.path, 'body' in request ? request.body : undefined)
  const rooms = (Array.isArray(answer) ? answer : [answer]) as RoomReport[]
  if (rooms.length === 0) console.log('No waiting room has been configured yet.')
  else console.table(rooms.map(shown))
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

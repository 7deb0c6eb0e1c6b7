/** The waiting screen's data: the room, the visitor's position and when to ask again. */
import { DEFAULT_LOCALE } from '../../../schema/locale.ts'
import type { QueueView } from '../../../schema/waiting-room.ts'
import type { RoomRow } from '../../db/waiting-room.ts'
import { isInLottery, type Position, pollAfterSeconds, waitSeconds } from '../../domain/waiting-room/queue-position.ts'
import { currentNote, noteIn } from '../../domain/waiting-room/room-note.ts'
import type { QueueEntry, QueueStatus } from '../../domain/waiting-room/waiting-room.ts'
import { ticketsLeft } from '../../services/waiting-room/tickets-left.ts'
import type { EdgeContext } from '../edge-context.ts'
import { requestedLocale, wantedLocale } from '../locale.ts'
import { edgeRequestOf } from '../shop-context.ts'

/** `position` is null if it is unknown. A visitor with `isCalled` waits until the coordinator has a free slot. */
export type WaitingVisitor = {
  entry: QueueEntry | null
  position: Position | null
  isCalled: boolean
  checkKey: string | null
  isLimited: boolean
  /** The delay until a called visitor asks again; null for other visitors. */
  askInSeconds: number | null
}

/**
 * The shortest wait before a visitor asks again if their network has had too many entries. The longest wait is twice as
 * long.
 */
const LIMITED_POLL_SECONDS = 10

export async function queueView(
  http: EdgeContext,
  room: RoomRow,
  status: QueueStatus,
  { entry, position, isCalled, checkKey, isLimited, askInSeconds }: WaitingVisitor,
  now: number,
): Promise<QueueView> {
  const locale = requestedLocale(http) ?? wantedLocale(http.req.raw) ?? DEFAULT_LOCALE
  const note = currentNote(room, now)
  const chance = Math.random()
  const seconds = isLimited
    ? LIMITED_POLL_SECONDS * (1 + chance)
    : (askInSeconds ?? pollAfterSeconds(status, position, now, chance))
  const left = room.eventId === null ? null : await ticketsLeft(edgeRequestOf(http), room.eventId, now)
  return {
    scope: room.scope,
    room: room.key,
    phase: status.phase,
    entryId: entry?.id ?? null,
    opensAt: status.opensAt,
    eventName: room.eventName?.[locale] ?? null,
    isSoldOut: room.soldOutMessage !== null || left === 0,
    ticketsLeft: room.soldOutMessage !== null ? null : left,
    note: note && noteIn(note, locale),
    isCalled,
    ahead: position?.ahead ?? null,
    waitSeconds: waitSeconds(status, position),
    total: position?.total ?? (status.phase === 'gathering' ? status.early : null),
    seedHash: entry !== null && isInLottery(status, entry) ? status.seedHash : '',
    pollAfterSeconds: Math.round(seconds * 10) / 10,
    checkKey,
    isLimited,
  }
}

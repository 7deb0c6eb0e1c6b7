/** What a visitor who waits is told of the room, of their turn and of when to ask again. */
import { isLocale } from '../../schema/locale.ts'
import type { QueueView } from '../../schema/queue.ts'
import type { RoomRow } from '../db/waiting-room.ts'
import { type Position, pollAfterSeconds, waitSeconds } from '../domain/queue-position.ts'
import type { Place, QueueStatus } from '../domain/waiting-room.ts'
import { chosenLocale } from './locale.ts'
import type { EdgeContext } from './shop-context.ts'

/** `position` is null where nobody can know it; `isCalled` visitors wait at the door for room inside. */
export type Standing = { place: Place | null; position: Position | null; isCalled: boolean; checkKey: string | null }

export function queueView(
  http: EdgeContext,
  room: RoomRow,
  status: QueueStatus,
  { place, position, isCalled, checkKey }: Standing,
  now: number,
): QueueView {
  const asked = http.req.query('locale')
  const locale = isLocale(asked) ? asked : (chosenLocale(http.req.raw) ?? 'de')
  return {
    scope: room.scope,
    room: room.key,
    phase: status.phase,
    placeId: place?.id ?? null,
    opensAt: status.opensAt,
    eventName: room.eventName?.[locale] ?? null,
    isSoldOut: room.soldOutMessage !== null,
    isCalled,
    ahead: position?.ahead ?? null,
    waitSeconds: waitSeconds(status, position),
    total: position?.total ?? (status.phase === 'gathering' ? status.early : null),
    seedHash: status.seedHash,
    pollAfterSeconds: Math.round(pollAfterSeconds(status, position, now, Math.random()) * 10) / 10,
    checkKey,
    isLimited: false,
  }
}

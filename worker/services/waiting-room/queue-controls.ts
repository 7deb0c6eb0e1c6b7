/**
 * Configures waiting rooms for operators. A change is first written to the row in D1, which every location reads, and then
 * sent to the coordinator. If the coordinator was not reached, the operator can safely repeat the command: each change gets
 * a higher version, and the coordinator applies only a version that is higher than its own.
 */
import type { RoomNote } from '../../../schema/waiting-room.ts'
import type { Database } from '../../db/database.ts'
import { listRooms, type RoomRow, roomByKey, roomOwner, saveRoom, saveRoomNote } from '../../db/waiting-room.ts'
import { currentNote } from '../../domain/waiting-room/room-note.ts'
import type { QueueStatus, RoomControls, RoomMode, RoomScope } from '../../domain/waiting-room/waiting-room.ts'
import type { Env } from '../../env.ts'
import { botCheckKeyOf } from '../../integrations/turnstile.ts'
import { forgetCatalogueState } from '../catalogue-state.ts'
import { ShopError } from '../shop-error.ts'
import { type Asker, configureRoom, queueStatus } from './queue-status.ts'

const DEFAULT_TARGET_ACTIVE = 2_000
const DEFAULT_RATE_PER_SECOND = 30

export type RoomChange = {
  scope: RoomScope
  /** Slug of the event or the shop. */
  slug: string
  mode?: RoomMode | undefined
  opensAt?: number | undefined
  targetActive?: number | undefined
  ratePerSecond?: number | undefined
  /** Schedules a room in production although no bot check protects its lottery. */
  withoutTurnstile?: boolean | undefined
}

export type RoomReport = { slug: string; controls: RoomControls; note: RoomNote | null; status: QueueStatus }

/**
 * Throws a ShopError: NOT_FOUND for an unknown shop or event, and NOT_ALLOWED if another change came first. The mode
 * `scheduled` is refused with BAD_INPUT if the opening is in the past. It is also refused in production without a bot check,
 * unless `withoutTurnstile` is set, because bots could fill the room's lottery.
 */
export async function changeRoom(env: Env, db: Database, change: RoomChange, now: number): Promise<RoomReport> {
  if (change.mode === 'scheduled') checkOpening(env, change, now)
  const owner = await ownerOf(db, change)
  const key = `${change.scope}/${owner}`
  const before = await roomByKey(db, key)
  const controls: RoomControls = {
    key,
    scope: change.scope,
    shopId: change.scope === 'event' ? null : owner,
    eventId: change.scope === 'event' ? owner : null,
    mode: change.mode ?? before?.mode ?? 'off',
    opensAt: change.opensAt ?? before?.opensAt ?? now,
    targetActive: change.targetActive ?? before?.targetActive ?? DEFAULT_TARGET_ACTIVE,
    ratePerSecond: change.ratePerSecond ?? before?.ratePerSecond ?? DEFAULT_RATE_PER_SECOND,
    version: (before?.version ?? 0) + 1,
  }
  if (!(await saveRoom(db, controls))) throw new ShopError('NOT_ALLOWED', {})
  forgetCatalogueState(now)
  const status = await configureRoom(env, controls, now)
  const saved = await roomByKey(db, key)
  return { slug: change.slug, controls, note: saved && currentNote(saved, now), status }
}

async function ownerOf(db: Database, { scope, slug }: Pick<RoomChange, 'scope' | 'slug'>): Promise<string> {
  const owner = await roomOwner(db, scope, slug)
  if (owner === null) throw new ShopError('NOT_FOUND', { what: scope === 'event' ? 'event' : 'shop' })
  return owner
}

export type NoteChange = Pick<RoomChange, 'scope' | 'slug'> & { note: RoomNote | null }

/**
 * Stores what the waiting screen tells visitors; null removes it. The room's version and its coordinator do not change,
 * because new settings would reset the measured rate of admissions. Throws NOT_FOUND for an unknown shop, event or room.
 */
export async function changeRoomNote(asker: Asker, db: Database, change: NoteChange, now: number): Promise<RoomReport> {
  const key = `${change.scope}/${await ownerOf(db, change)}`
  const isSaved = await saveRoomNote(db, key, change.note)
  const room = await roomByKey(db, key)
  if (!isSaved || !room) throw new ShopError('NOT_FOUND', { what: 'waiting room' })
  forgetCatalogueState(now)
  return reportOf(asker, room, now)
}

function checkOpening(env: Env, { opensAt, withoutTurnstile }: RoomChange, now: number): void {
  if (opensAt !== undefined && opensAt <= now)
    throw new ShopError('BAD_INPUT', { field: 'opensAt', expected: 'an instant in the future' })
  if (env.ENVIRONMENT === 'production' && botCheckKeyOf(env) === null && !withoutTurnstile) {
    const expected = 'TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY to be set, or --without-turnstile'
    throw new ShopError('BAD_INPUT', { field: 'withoutTurnstile', expected })
  }
}

export async function reportRooms(asker: Asker, db: Database, now: number): Promise<RoomReport[]> {
  const rooms = await listRooms(db)
  return Promise.all(rooms.map((room) => reportOf(asker, room, now)))
}

async function reportOf(
  asker: Asker,
  { slug, eventName, soldOutMessage, note, saleEndsAt, ...controls }: RoomRow,
  now: number,
): Promise<RoomReport> {
  return {
    slug,
    controls,
    note: currentNote({ note, saleEndsAt }, now),
    status: await queueStatus(asker, controls.key),
  }
}

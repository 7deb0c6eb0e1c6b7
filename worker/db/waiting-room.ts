/** The waiting rooms' settings. Every request depends on them, so they are read together with the catalogue version. */
import { eq, sql } from 'drizzle-orm'
import type { Localised } from '../../schema/locale.ts'
import { events } from '../../schema/tables/event.ts'
import { shops, waitingRooms } from '../../schema/tables/shop.ts'
import type { RoomNote } from '../../schema/waiting-room.ts'
import type { RoomControls } from '../domain/waiting-room/waiting-room.ts'
import type { Database } from './database.ts'

/** A room with the slug of the event or shop that it guards, and the event's data for the waiting screen. */
export type RoomRow = RoomControls & {
  slug: string
  eventName: Localised | null
  soldOutMessage: Localised | null
  /** The end of the event's sale; null if the room guards a shop. */
  saleEndsAt: number | null
  note: RoomNote | null
}

/** Selects all rooms that are not off. The caller adds the query to a batch. */
export function roomsInUse(db: Database) {
  return selectRooms(db).where(sql`${waitingRooms.mode} <> 'off'`)
}

export async function listRooms(db: Database): Promise<RoomRow[]> {
  return selectRooms(db).orderBy(waitingRooms.key)
}

function selectRooms(db: Database) {
  return db
    .select({
      key: waitingRooms.key,
      scope: waitingRooms.scope,
      shopId: waitingRooms.shopId,
      eventId: waitingRooms.eventId,
      mode: waitingRooms.mode,
      opensAt: waitingRooms.opensAt,
      targetActive: waitingRooms.targetActive,
      ratePerSecond: waitingRooms.ratePerSecond,
      version: waitingRooms.version,
      note: waitingRooms.note,
      slug: sql<string>`coalesce(${events.slug}, ${shops.slug})`.as('owner_slug'),
      eventName: events.name,
      soldOutMessage: events.soldOutMessage,
      saleEndsAt: events.salesEndAt,
    })
    .from(waitingRooms)
    .leftJoin(events, eq(events.id, waitingRooms.eventId))
    .leftJoin(shops, eq(shops.id, waitingRooms.shopId))
    .$dynamic()
}

export async function roomByKey(db: Database, key: string): Promise<RoomRow | null> {
  const [row] = await selectRooms(db).where(eq(waitingRooms.key, key))
  return row ?? null
}

/** The id of the shop or event with that slug; null if there is none. */
export async function roomOwner(db: Database, scope: RoomControls['scope'], slug: string): Promise<string | null> {
  const table = scope === 'event' ? events : shops
  const [row] = await db.select({ id: table.id }).from(table).where(eq(table.slug, slug))
  return row?.id ?? null
}

/**
 * `version` is the room's new version. Returns false if the stored version is not the one before it. A room that closes or
 * opens at another time loses its note, because the note was about the former opening.
 */
export async function saveRoom(db: Database, { version, ...room }: RoomControls): Promise<boolean> {
  const rows = await db
    .insert(waitingRooms)
    .values({ ...room, version })
    .onConflictDoUpdate({
      target: waitingRooms.key,
      set: {
        mode: room.mode,
        opensAt: room.opensAt,
        targetActive: room.targetActive,
        ratePerSecond: room.ratePerSecond,
        version,
        note: sql`case when ${room.mode} = 'off' or ${waitingRooms.opensAt} <> ${room.opensAt} then null
          else ${waitingRooms.note} end`,
      },
      setWhere: eq(waitingRooms.version, version - 1),
    })
    .returning({ key: waitingRooms.key })
  return rows.length === 1
}

/** Null removes the note. Returns false if the room has not been configured. The coordinator does not know notes. */
export async function saveRoomNote(db: Database, key: string, note: RoomNote | null): Promise<boolean> {
  const rows = await db
    .update(waitingRooms)
    .set({ note })
    .where(eq(waitingRooms.key, key))
    .returning({ key: waitingRooms.key })
  return rows.length === 1
}

/** The passes of tickets in wallets and the devices that have them. */
import { and, asc, eq, gte, type InferSelectModel, inArray, lte, sql } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { walletDevices, walletPasses } from '../../schema/tables/wallet.ts'
import { runBatch } from './batch.ts'
import type { Database } from './database.ts'

export type WalletPass = InferSelectModel<typeof walletPasses>

const TOKEN_BYTES = 16
/** A pass that was sent to friends may be on several phones. More devices than these are an attack or a fault. */
const MAX_DEVICES = 20

/** Returns the ticket's pass for its current code, and creates it if there is none. Null if the ticket has another code by now. */
export async function walletPassOf(
  db: Database,
  ticket: { id: string; validationCode: string },
  now: number,
): Promise<WalletPass | null> {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))
  const token = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const known = and(eq(walletPasses.ticketId, ticket.id), eq(walletPasses.code, ticket.validationCode))
  const [before] = await db.select().from(walletPasses).where(known)
  if (before) return before
  await db.run(sql`insert into wallet_passes (id, ticket_id, order_id, event_id, code, token, created_at, changed_at)
    select ${newId('walletPass', now)}, id, order_id, event_id, validation_code, ${token}, ${now}, ${now}
    from tickets where id = ${ticket.id} and validation_code = ${ticket.validationCode}
    on conflict do nothing`)
  const [pass] = await db.select().from(walletPasses).where(known)
  return pass ?? null
}

export async function findWalletPass(db: Database, id: string): Promise<WalletPass | null> {
  const [pass] = await db.select().from(walletPasses).where(eq(walletPasses.id, id))
  return pass ?? null
}

/**
 * Notes that the pass is about to be stored at Google, before Google is asked. The pass thereby counts as changed, because its
 * ticket may become void while the request to Google is on its way. `jobs/refresh-passes` then sends the content again.
 */
export async function noteGooglePass(db: Database, id: string, now: number): Promise<void> {
  await db
    .update(walletPasses)
    .set({ googleAt: now, revision: sql`revision + 1`, attempts: 0, nextAttemptAt: now })
    .where(eq(walletPasses.id, id))
}

/**
 * Registers a device, or stores its new push token. If the pass has changed since it was issued, the device may have an old
 * file, so the pass counts as changed again. Returns `created`, `known`, or `full` if too many devices have the pass.
 */
export async function registerDevice(
  db: Database,
  device: { passId: string; deviceId: string; pushToken: string },
  now: number,
): Promise<'created' | 'known' | 'full'> {
  const { passId, deviceId, pushToken } = device
  const own = and(eq(walletDevices.passId, passId), eq(walletDevices.deviceId, deviceId))
  const updated = await db
    .update(walletDevices)
    .set({ pushToken })
    .where(own)
    .returning({ passId: walletDevices.passId })
  if (updated.length > 0) return 'known'
  const isNew = sql`exists (select 1 from wallet_devices where pass_id = ${passId} and device_id = ${deviceId}
    and registered_at = ${now})`
  const [inserted] = await runBatch(db, [
    sql`insert into wallet_devices (pass_id, device_id, push_token, registered_at)
      select ${passId}, ${deviceId}, ${pushToken}, ${now}
      where (select count(*) from wallet_devices where pass_id = ${passId}) < ${MAX_DEVICES} on conflict do nothing`,
    sql`update wallet_passes set revision = revision + 1, attempts = 0, next_attempt_at = 0
      where id = ${passId} and changed_at > created_at and ${isNew}`,
  ])
  if ((inserted?.meta.changes ?? 0) === 1) return 'created'
  const [row] = await db.select({ passId: walletDevices.passId }).from(walletDevices).where(own)
  return row ? 'known' : 'full'
}

export async function forgetDevice(db: Database, passId: string, deviceId: string): Promise<void> {
  await db.delete(walletDevices).where(and(eq(walletDevices.passId, passId), eq(walletDevices.deviceId, deviceId)))
}

/** Forgets a device whose push token Apple no longer knows. */
export async function forgetPushToken(db: Database, passId: string, pushToken: string): Promise<void> {
  await db.delete(walletDevices).where(and(eq(walletDevices.passId, passId), eq(walletDevices.pushToken, pushToken)))
}

/**
 * The device's passes that have changed at `since` or later. Passes of the same instant are included again, because they may
 * have changed after the device asked.
 */
export async function changedPassesOf(
  db: Database,
  deviceId: string,
  since: number,
): Promise<{ id: string; changedAt: number }[]> {
  return db
    .select({ id: walletPasses.id, changedAt: walletPasses.changedAt })
    .from(walletDevices)
    .innerJoin(walletPasses, eq(walletPasses.id, walletDevices.passId))
    .where(and(eq(walletDevices.deviceId, deviceId), gte(walletPasses.changedAt, since)))
    .orderBy(asc(walletPasses.changedAt))
}

/** Passes with changes that the wallets do not know yet, the longest waiting first. */
export async function stalePasses(db: Database, now: number, limit: number): Promise<WalletPass[]> {
  return db
    .select()
    .from(walletPasses)
    .where(and(sql`revision > sent_revision`, lte(walletPasses.nextAttemptAt, now)))
    .orderBy(asc(walletPasses.nextAttemptAt))
    .limit(limit)
}

export async function devicesOf(db: Database, passIds: string[]): Promise<{ passId: string; pushToken: string }[]> {
  if (passIds.length === 0) return []
  const { passId, pushToken } = walletDevices
  return db.select({ passId, pushToken }).from(walletDevices).where(inArray(passId, passIds))
}

/** Notes the change before devices are told about it, so that each device finds it in the list of its changed passes. */
export async function notePassChange(db: Database, ids: string[], now: number): Promise<void> {
  await db.update(walletPasses).set({ changedAt: now }).where(inArray(walletPasses.id, ids))
}

/** Notes that all wallets know these revisions. A pass with a later change stays stale. */
export async function settlePasses(db: Database, passes: Pick<WalletPass, 'id' | 'revision'>[]): Promise<void> {
  if (passes.length === 0) return
  const known = JSON.stringify(passes.map(({ id, revision }) => ({ id, revision })))
  await db.run(sql`update wallet_passes set sent_revision = known.revision, attempts = 0
    from (select value ->> 'id' as id, value ->> 'revision' as revision from json_each(${known})) as known
    where wallet_passes.id = known.id`)
}

/** Tries again at `until`, unless the pass has changed in the meantime. */
export async function postponePass(db: Database, { id, revision, attempts }: WalletPass, until: number): Promise<void> {
  await db
    .update(walletPasses)
    .set({ attempts: attempts + 1, nextAttemptAt: until })
    .where(and(eq(walletPasses.id, id), eq(walletPasses.revision, revision)))
}

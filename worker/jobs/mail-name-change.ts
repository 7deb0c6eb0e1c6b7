/** Sends the mails about the names on tickets (TIX-04). */
import { type Database, openDatabase } from '../db/database.ts'
import { findNameChange, type NameChange, type NameMailReader, nameChangeBefore } from '../db/name-change.ts'
import { findTicketedOrders } from '../db/order.ts'
import { orderKeyOf } from '../db/order-key.ts'
import type { OutboxRow } from '../db/outbox.ts'
import { loadCatalogueVersion, loadShops } from '../db/shop.ts'
import { walletPassOf } from '../db/wallet-pass.ts'
import type { Env } from '../env.ts'
import { sendMail } from '../integrations/mail.ts'
import { type NameMailInput, nameMail } from '../mail/name-mail.ts'
import { formerHolderEmail } from '../services/name-change.ts'

type NameMailRow = OutboxRow & { kind: 'mail_name_changed' | 'mail_name_requested' }

export function isNameMail(row: OutboxRow): row is NameMailRow {
  return row.kind === 'mail_name_changed' || row.kind === 'mail_name_requested'
}

/** The discriminator of the row contains the id of the change and, for a change that took effect, the reader. */
export async function mailNameChange(env: Env, row: NameMailRow, timeoutMs: number, now: number): Promise<void> {
  const db = openDatabase(env.DB)
  const [changeId = '', name = 'request'] = row.discriminator.split('/')
  const reader = name as NameMailReader | 'request'
  const [change, found] = await Promise.all([findNameChange(db, changeId), findTicketedOrders(db, [row.subjectId])])
  const whole = found.get(row.subjectId)
  // The purge may have deleted the names and addresses.
  if (!change || !whole || whole.order.email === '') return
  const to = await addressOf(db, reader, change, whole.order.email, now)
  if (to === '') return
  const shops = await loadShops(db, await loadCatalogueVersion(db, now))
  const key = await orderKeyOf(db, whole.order.id, now)
  const ticket = reader === 'holder' ? whole.tickets.find(({ id }) => id === change.ticketId) : undefined
  const pass = ticket ? await walletPassOf(db, ticket, now) : null
  const input: NameMailInput = { env, ...whole, change, reader, pass, shops, key, now }
  await sendMail(env, { ...(await nameMail(input)), to, id: row.id }, timeoutMs)
}

async function addressOf(
  db: Database,
  reader: NameMailInput['reader'],
  change: NameChange,
  buyer: string,
  now: number,
): Promise<string> {
  if (reader === 'former') return formerHolderEmail(db, change)
  if (reader !== 'holder') return buyer
  // After another change, the ticket belongs to somebody else, and its code must not reach this holder.
  const latest = await nameChangeBefore(db, change.ticketId, now + 1)
  return latest?.id === change.id ? change.email : ''
}

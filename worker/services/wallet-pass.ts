/** Passes of tickets in wallets (TIX-06): who gets one, and what a pass is about. */
import type { ShopContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import {
  findTicketedOrders,
  type Order,
  type OrderEvent,
  type OrderItem,
  type Ticket,
  type TicketedOrder,
} from '../db/order.ts'
import { findWalletPass, type WalletPass, walletPassOf } from '../db/wallet-pass.ts'
import { equalInConstantTime } from '../domain/text/constant-time.ts'
import { passIsVoid } from '../domain/tickets/wallet-pass.ts'
import type { Env } from '../env.ts'
import { configuredWallets, type Wallet } from '../integrations/wallet-settings.ts'

export type PassSubject = {
  pass: WalletPass
  order: Order
  item: OrderItem
  ticket: Ticket
  event: OrderEvent
}

/** Returns null if the ticket is not among the order's tickets. */
export function subjectOf(whole: TicketedOrder, pass: WalletPass): PassSubject | null {
  const ticket = whole.tickets.find(({ id }) => id === pass.ticketId)
  const item = whole.items.find(({ id }) => id === ticket?.orderItemId)
  const event = ticket && whole.events.get(ticket.eventId)
  return ticket && item && event ? { pass, order: whole.order, item, ticket, event } : null
}

/** The wallets for which the ticket can get a pass. The list is empty for a ticket that is not valid or comes by post. */
export function walletsFor(
  env: Env,
  order: Pick<Order, 'status'>,
  ticket: Ticket,
  event: Pick<OrderEvent, 'status'> | undefined,
  now: number,
): Wallet[] {
  if (!event || ticket.expiresAt <= now) return []
  return passIsVoid({ pass: { code: ticket.validationCode }, order, ticket, event }) ? [] : configuredWallets(env)
}

/** Returns the pass of one of the order's valid tickets, and issues it if there is none. Null for any other ticket. */
export async function issuePass(
  { db, env, now }: Pick<ShopContext, 'db' | 'env' | 'now'>,
  whole: TicketedOrder,
  ticketId: string,
  wallet: Wallet,
): Promise<PassSubject | null> {
  const ticket = whole.tickets.find(({ id }) => id === ticketId)
  if (!ticket || !walletsFor(env, whole.order, ticket, whole.events.get(ticket.eventId), now).includes(wallet))
    return null
  const pass = await walletPassOf(db, ticket, now)
  return pass && subjectOf(whole, pass)
}

/** Returns the pass if the token is right. Its ticket may be void. Null otherwise, so that nobody can find out serial numbers. */
export async function passWithToken(db: Database, serial: string, token: string): Promise<WalletPass | null> {
  const pass = await findWalletPass(db, serial)
  return pass && equalInConstantTime(token, pass.token) ? pass : null
}

export async function findSubject(db: Database, pass: WalletPass): Promise<PassSubject | null> {
  const whole = (await findTicketedOrders(db, [pass.orderId])).get(pass.orderId)
  return whole ? subjectOf(whole, pass) : null
}

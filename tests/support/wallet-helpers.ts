/** Helps tests of passes to act as Apple Wallet on a phone, and to read what the companies behind the wallets have received. */
import { orderPassPath } from '../../schema/order-path.ts'
import { orderKeyOf } from '../../worker/db/order-key.ts'
import { Browser } from './edge.ts'
import { readPass } from './pass-file.ts'
import { db, type Placed, payByBank, placeOrder, recordsOf, sandbox } from './payment-helpers.ts'
import type { World } from './shop-world.ts'
import { testEnv } from './test-env.ts'

export type Bought = Placed & { key: string; ticketIds: string[]; codes: string[] }

/** Places an order and pays it. */
export async function buyTickets(
  world: World,
  wish: Parameters<typeof placeOrder>[1] = { standing: 1 },
): Promise<Bought> {
  const order = await placeOrder(world, { method: 'bank_transfer', ...wish })
  await payByBank(order)
  const { tickets: issued } = await recordsOf(order.id)
  const key = await orderKeyOf(db, order.id, Date.now())
  return { ...order, key, ticketIds: issued.map(({ id }) => id), codes: issued.map((ticket) => ticket.validationCode) }
}

/** Requests the pass of the order's first ticket with the order's key. */
export function requestPass(order: Bought, wallet: 'apple' | 'google' = 'apple'): Promise<Response> {
  const path = orderPassPath('stagedoor', order.id, { key: order.key }, order.ticketIds[0] ?? '', wallet)
  return new Browser().fetch(path)
}

export async function passIn(answer: Response) {
  if (answer.status !== 200) throw new Error(`no pass: ${answer.status}`)
  return readPass(new Uint8Array(await answer.arrayBuffer()), testEnv.APPLE_WWDR_CERTIFICATE ?? '')
}

/** The values of all fields of a pass, by their keys. */
export function passFields(pass: Record<string, unknown>): Record<string, string> {
  const groups = pass.eventTicket as Record<string, { key: string; value: string }[]>
  return Object.fromEntries(
    Object.values(groups)
      .flat()
      .map(({ key, value }) => [key, value]),
  )
}

const hex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A phone that has a pass in Apple Wallet. */
export class Phone {
  readonly deviceId = hex(16)
  readonly pushToken = hex(32)
  private readonly browser = new Browser()
  private readonly type = testEnv.APPLE_PASS_TYPE_ID ?? ''

  request(
    method: string,
    path: string,
    options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) {
    const { token, body, headers } = options
    return this.browser.fetch(`/api/wallet/v1/${path}`, {
      method,
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `ApplePass ${token}` }) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }

  private registration(serial: unknown): string {
    return `devices/${this.deviceId}/registrations/${this.type}/${serial}`
  }

  async register(pass: Record<string, unknown>, body: unknown = { pushToken: this.pushToken }): Promise<number> {
    const token = String(pass.authenticationToken)
    return (await this.request('POST', this.registration(pass.serialNumber), { token, body })).status
  }

  async unregister(pass: Record<string, unknown>): Promise<number> {
    const token = String(pass.authenticationToken)
    return (await this.request('DELETE', this.registration(pass.serialNumber), { token })).status
  }

  /** Returns the list of changed passes; null if there are none. */
  async changes(since?: string): Promise<{ serialNumbers: string[]; lastUpdated: string } | null> {
    const query = since === undefined ? '' : `?passesUpdatedSince=${since}`
    const answer = await this.request('GET', `devices/${this.deviceId}/registrations/${this.type}${query}`)
    return answer.status === 204 ? null : answer.json()
  }

  fetchPass(pass: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Response> {
    const token = String(pass.authenticationToken)
    return this.request('GET', `passes/${this.type}/${pass.serialNumber}`, { token, headers })
  }

  /** The number of notifications that Apple has received for this phone. */
  async pushes(): Promise<number> {
    return (await received()).pushes.filter(({ token }) => token === this.pushToken).length
  }
}

type GoogleTicket = { id: string; classId?: string } & Record<string, unknown>
type Received = { pushes: { token: string }[]; classes: GoogleTicket[]; objects: GoogleTicket[] }

/** What the sandbox's push service and Google Wallet have received. */
export const received = () => sandbox('/control/wallet') as Promise<Received>

/** Makes the next requests to the companies fail, or lets Apple forget phones. */
export const troubleWallets = (trouble: { failNext?: number; gone?: string[] }) => sandbox('/control/wallet', trouble)

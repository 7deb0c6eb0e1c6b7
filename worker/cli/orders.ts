/**
 * `npm run orders`: handles bank transfers, refunds that an operator must make, orders in `problem`, cancelled events and dead
 * letters of a running shop. Connects to the deployed shop if SHOP_URL and OPERATOR_TOKEN are set, else to the local server.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { decimalEuros, parseEuros } from '../../schema/money.ts'
import { orderReferenceIn } from '../../schema/rules/order-reference.ts'
import { messageOf } from '../domain/text/error-message.ts'
import { recordStatement } from './bank-command.ts'
import { ask } from './operator-client.ts'
import { USAGE } from './orders-usage.ts'

const POLL_MS = 2_000
/** Five minutes without progress. */
const IDLE_POLLS = 150

/** Parses euros such as `12.50` or `12,50` into cents. */
function centsOf(text: string): number {
  const cents = parseEuros(text.replace(',', '.'))
  if (cents === null) throw new Error(`"${text}" is not an amount in euros, such as 12.50`)
  return cents
}

/** Parses `ITEM` or `ITEM=AMOUNT`. */
function returnedItem(text: string): { id: string; amount: number | null } {
  const [, id = '', amount] = /^(\w+)(?:=(\d{1,4}))?$/.exec(text) ?? []
  if (id === '') throw new Error(`"${text}" is not an item, such as oit_1 or oit_1=2`)
  return { id, amount: amount === undefined ? null : Number(amount) }
}

/** Parses the number on a ticket, which may contain spaces and lack its check digit. */
function ticketNumber(text: string): string {
  const digits = text.replaceAll(' ', '')
  if (!/^\d{12,13}$/.test(digits)) throw new Error(`"${text}" is not the number of a ticket, which has 12 or 13 digits`)
  return digits
}

const day = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

type Listed = {
  reference: string
  status: string
  paymentMethod: string
  totalCents: number
  paidCents: number
  placedAt: number
}
type ListedParcel = Listed & { addOns: Listed[] }
type Open = {
  refunds: {
    id: string
    status: string
    reason: string
    amountCents: number
    failure: string | null
    createdAt: number
    provider: string | null
    bookingId: string | null
    account: string | null
    dispute: string | null
    waitsUntil: number | null
    releaseOf: string | null
    reference: string
    buyer: string
  }[]
  orders: { reference: string; totalCents: number; paidCents: number; placedAt: number; buyer: string }[]
  disputes: { reference: string; disputeId: string; amountCents: number }[]
  parcels: { reference: string; status: string; mainReference: string; mainStatus: string; placedAt: number }[]
  withdrawals: { withdrawal: string; reference: string; status: string | null; goods: string; createdAt: number }[]
}
type DeadLetter = {
  id: string
  kind: string
  subjectId: string
  attempts: number
  deadAt: number
  lastError: string | null
}
type Cancellation = {
  status: string
  orders: number
  paidOrders: number
  owedCents: number
  waiting: number
  dead: number
  refunds: { status: string; count: number; cents: number }[]
}

async function list(): Promise<void> {
  const parcels = (await ask('GET', '/orders')) as ListedParcel[]
  const orders = parcels.flatMap(({ addOns, ...main }) => [
    main,
    ...addOns.map((addOn) => ({ ...addOn, reference: `+ ${addOn.reference}` })),
  ])
  console.table(
    orders.map(({ totalCents, paidCents, placedAt, ...order }) => ({
      ...order,
      total: decimalEuros(totalCents),
      paid: decimalEuros(paidCents),
      placed: `${day(placedAt)} UTC`,
    })),
  )
}

async function listOpen(): Promise<void> {
  const { refunds, orders, disputes, parcels, withdrawals } = (await ask('GET', '/orders/open')) as Open
  console.log(`Refunds (${refunds.length})`)
  console.table(
    refunds.map(
      ({
        id,
        status,
        reason,
        amountCents,
        failure,
        createdAt,
        provider,
        bookingId,
        account,
        dispute,
        waitsUntil,
        releaseOf,
        reference,
        buyer,
      }) => ({
        refund: id,
        status,
        by:
          failure === 'account_returned'
            ? 'waits for an account of the buyer'
            : status === 'sent' || (bookingId === null && account === null)
              ? provider
              : 'transfer, by hand',
        'do not transfer':
          dispute !== null
            ? `the dispute about the payment is ${dispute}`
            : waitsUntil === null
              ? ''
              : `${releaseOf} must release it, until ${day(waitsUntil)} UTC`,
        euros: decimalEuros(amountCents),
        order: reference,
        buyer,
        'incoming booking': bookingId ?? '',
        'to account': account ?? '',
        reason,
        failure: failure ?? '',
        since: `${day(createdAt)} UTC`,
      }),
    ),
  )
  console.log(`Orders in problem (${orders.length})`)
  console.table(
    orders.map(({ reference, totalCents, paidCents, placedAt, buyer }) => ({
      order: reference,
      buyer,
      total: decimalEuros(totalCents),
      paid: decimalEuros(paidCents),
      placed: `${day(placedAt)} UTC`,
    })),
  )
  console.log(`Disputes (${disputes.length})`)
  console.table(
    disputes.map(({ reference, disputeId, amountCents }) => ({
      order: reference,
      dispute: disputeId,
      euros: decimalEuros(amountCents),
    })),
  )
  console.log(`Add-ons to send in a parcel of their own (${parcels.length})`)
  console.table(
    parcels.map(({ reference, status, mainReference, mainStatus, placedAt }) => ({
      order: reference,
      status,
      'was to go with': mainReference,
      'which is': mainStatus,
      placed: `${day(placedAt)} UTC`,
    })),
  )
  listWithdrawals(withdrawals)
}

function listWithdrawals(withdrawals: Open['withdrawals']): void {
  console.log(`Withdrawals (${withdrawals.length})`)
  console.table(
    withdrawals.map(({ withdrawal, reference, status, goods, createdAt }) => ({
      withdrawal,
      order: reference,
      status: status ?? 'unknown order, or another address',
      goods: goods || 'the whole order',
      since: `${day(createdAt)} UTC`,
    })),
  )
}

async function listDead(): Promise<void> {
  const letters = (await ask('GET', '/outbox/dead')) as DeadLetter[]
  console.table(
    letters.map(({ id, kind, subjectId, attempts, deadAt, lastError }) => ({
      id,
      kind,
      subject: subjectId,
      attempts,
      'given up': `${day(deadAt)} UTC`,
      error: lastError,
    })),
  )
}

function report({ orders, paidOrders, owedCents, waiting, dead, refunds }: Cancellation): string {
  const made = refunds.map(({ status, count, cents }) => `${count} ${status} (${decimalEuros(cents)} €)`).join(', ')
  return `${orders} orders left, ${paidOrders} of them paid, ${decimalEuros(owedCents)} € to refund; ${waiting} in progress${dead > 0 ? `, ${dead} dead letters` : ''}; refunds: ${made || 'none'}`
}

/** Queues the event's orders in steps, then reports progress. It may be interrupted and run again at any time. */
async function cancelEvent(slug: string, isDryRun: boolean): Promise<void> {
  const path = `/events/${encodeURIComponent(slug)}/cancellation`
  const progress = async () => (await ask('GET', path)) as Cancellation
  let now = await progress()
  console.log(`${slug} is ${now.status}: ${report(now)}`)
  if (isDryRun) return
  while (((await ask('POST', path, {})) as { queued: number }).queued > 0) console.log(report(await progress()))
  now = await progress()
  for (let idle = 0; now.waiting > 0 && idle < IDLE_POLLS; idle++) {
    await wait(POLL_MS)
    const before = now.waiting
    now = await progress()
    if (now.waiting !== before) {
      idle = 0
      console.log(report(now))
    }
  }
  console.log(now.waiting > 0 ? `The outbox continues on its own: ${report(now)}` : `done: ${report(now)}`)
}

async function retryAll(kind: string): Promise<void> {
  let sum = 0
  for (let revived = 1; revived > 0; sum += revived)
    revived = ((await ask('POST', '/outbox/retry-all', kind === '' ? {} : { kind })) as { revived: number }).revived
  console.log(`retrying ${sum} dead letters`)
}

async function releaseRefunds(slug: string): Promise<void> {
  const path = `/events/${encodeURIComponent(slug)}/refund-release`
  const sum = { released: 0, releasedCents: 0 }
  for (let isMore = true; isMore; ) {
    const { released, releasedCents } = (await ask('POST', path, {})) as typeof sum
    sum.released += released
    sum.releasedCents += releasedCents
    isMore = released > 0
  }
  console.log(`released ${sum.released} refunds (${decimalEuros(sum.releasedCents)} €)`)
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      booking: { type: 'string' },
      url: { type: 'string' },
      deduct: { type: 'string' },
      fee: { type: 'string' },
      email: { type: 'string' },
      reprint: { type: 'boolean', default: false },
      'despite-withdrawal': { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      disputed: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [command, subject = '', second = '', ...further] = positionals
  const reference = orderReferenceIn(subject)
  const tell = async (path: string, body: object) => console.log(await ask('POST', path, body))
  if (command === 'list') return list()
  if (command === 'open') return listOpen()
  if (command === 'dead') return listDead()
  if (subject !== '') {
    switch (command) {
      case 'show':
        return console.log(JSON.stringify(await ask('GET', `/orders/${encodeURIComponent(reference)}`), null, 2))
      case 'bank':
        return recordStatement(subject, values['dry-run'])
      case 'complete':
        return tell('/orders/complete', { reference })
      case 'cancel':
        return tell('/orders/cancel', { reference })
      case 'pack':
        return tell('/orders/pack', { reference, despiteWithdrawal: values['despite-withdrawal'] })
      case 'ship':
        return tell('/orders/ship', {
          reference,
          trackingNumber: second || null,
          trackingUrl: values.url ?? null,
          despiteWithdrawal: values['despite-withdrawal'],
        })
      case 'delivered':
        return tell('/orders/delivered', { reference })
      case 'ask':
        return tell('/orders/ask', subject.startsWith('pay_') ? { paymentId: subject } : { reference })
      case 'retry':
        return subject === 'all' ? retryAll(second) : tell('/outbox/retry', { id: subject })
      case 'drop':
        return tell('/outbox/drop', { id: subject })
      case 'refund-retry':
        return tell('/refunds/retry', { refundId: subject })
      case 'refund-returned':
        return tell('/refunds/returned', { refundId: subject, bookingId: second === '' ? null : second })
      case 'release-refunds':
        return releaseRefunds(subject)
      case 'cancel-event':
        return cancelEvent(subject, values['dry-run'])
    }
    if (second !== '' && command === 'goods-back')
      return tell('/orders/goods-back', {
        reference,
        slip: second,
        items: further.map(returnedItem),
        deductedCents: values.deduct === undefined ? 0 : centsOf(values.deduct),
      })
    if (second !== '' && command === 'return-tickets')
      return tell('/orders/return-tickets', {
        reference,
        codes: [second, ...further].map(ticketNumber),
        feeCents: values.fee === undefined ? null : centsOf(values.fee),
      })
    if (further.length > 0 && command === 'rename-ticket')
      return tell('/orders/rename-ticket', {
        reference,
        code: ticketNumber(second),
        name: further.join(' '),
        email: values.email ?? null,
        isPrintedAgain: values.reprint,
      })
    if (second !== '' && command === 'refund-done')
      return tell('/refunds/done', { refundId: subject, bookingId: second, isDisputed: values.disputed })
    if (second !== '' && command === 'mark-paid' && values.booking !== undefined)
      return tell('/orders/mark-paid', { reference, amountCents: centsOf(second), bookingId: values.booking })
  }
  console.error(USAGE)
  process.exitCode = 2
}

try {
  await run()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

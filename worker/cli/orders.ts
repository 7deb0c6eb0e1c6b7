/**
 * `npm run orders -- list | show REFERENCE | mark-paid REFERENCE [EUROS] | dead | retry ID | drop ID`: the bank's side of a
 * running shop, and what the outbox gave up. Speaks to the operator's addresses of the local server, or of a deployed one
 * by SHOP_URL and OPERATOR_TOKEN.
 */
import { ask } from './operator-client.ts'

/** Euros as typed, `12.50` or `12,50`, in cents. */
function centsOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const match = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text)
  if (!match) throw new Error(`${text} is no sum of euros`)
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

type ListedOrder = {
  reference: string
  status: string
  paymentMethod: string
  totalCents: number
  paidCents: number
  placedAt: number
}

type DeadLetter = {
  id: string
  kind: string
  subjectId: string
  attempts: number
  deadAt: number
  lastError: string | null
}

function given({ id, kind, subjectId, attempts, deadAt, lastError }: DeadLetter) {
  return { id, kind, subject: subjectId, attempts, 'given up': minuteOf(deadAt), error: lastError }
}

function minuteOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 16).replace('T', ' ')
}

function listed({ reference, status, paymentMethod, totalCents, paidCents, placedAt }: ListedOrder) {
  const euros = (cents: number) => (cents / 100).toFixed(2)
  const placed = minuteOf(placedAt)
  return { reference, status, paymentMethod, total: euros(totalCents), paid: euros(paidCents), placed }
}

const [command, reference, sum] = process.argv.slice(2)
try {
  if (command === 'list') console.table(((await ask('GET', '/orders')) as ListedOrder[]).map(listed))
  else if (command === 'show' && reference)
    console.log(JSON.stringify(await ask('GET', `/orders/${encodeURIComponent(reference)}`), null, 2))
  else if (command === 'mark-paid' && reference) {
    console.log(
      await ask('POST', '/orders/mark-paid', { reference: reference.replace(/^BAX/i, ''), amountCents: centsOf(sum) }),
    )
  } else if (command === 'dead') {
    console.table(((await ask('GET', '/outbox/dead')) as DeadLetter[]).map(given))
  } else if ((command === 'retry' || command === 'drop') && reference) {
    console.log(await ask('POST', `/outbox/${command}`, { id: reference }))
  } else {
    console.error(
      'usage: npm run orders -- list | show REFERENCE | mark-paid REFERENCE [EUROS] | dead | retry ID | drop ID',
    )
    process.exitCode = 2
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/**
 * `npm run orders -- list | show REFERENCE | mark-paid REFERENCE [EUROS]`: the bank's side of a running shop. Speaks to
 * the operator's addresses of the local server, or of a deployed one by SHOP_URL and OPERATOR_TOKEN.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ROOT } from './build.ts'

type Place = { controlUrl: string; token: string }

function placeOf(): Place {
  const { SHOP_URL, OPERATOR_TOKEN, STATE_DIR } = process.env
  if (SHOP_URL && OPERATOR_TOKEN)
    return { controlUrl: `${SHOP_URL.replace(/\/$/, '')}/operator`, token: OPERATOR_TOKEN }
  const note = join(resolve(STATE_DIR ?? join(ROOT, '.state')), 'server.json')
  if (!existsSync(note))
    throw new Error('No shop is running here. Start it with npm start, or set SHOP_URL and OPERATOR_TOKEN.')
  return JSON.parse(readFileSync(note, 'utf8')) as Place
}

/** Euros as typed, `12.50` or `12,50`, in cents. */
function centsOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const match = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text)
  if (!match) throw new Error(`${text} is no sum of euros`)
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const { controlUrl, token } = placeOf()
  const answer = await fetch(controlUrl + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`refused (${answer.status}): ${text}`)
  return JSON.parse(text)
}

type ListedOrder = {
  reference: string
  status: string
  paymentMethod: string
  totalCents: number
  paidCents: number
  placedAt: number
}

function listed({ reference, status, paymentMethod, totalCents, paidCents, placedAt }: ListedOrder) {
  const euros = (cents: number) => (cents / 100).toFixed(2)
  const placed = new Date(placedAt).toISOString().slice(0, 16).replace('T', ' ')
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
  } else {
    console.error('usage: npm run orders -- list | show REFERENCE | mark-paid REFERENCE [EUROS]')
    process.exitCode = 2
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

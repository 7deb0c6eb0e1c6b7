/**
 * `npm run vouchers`: looks up, issues and voids the shop's own vouchers. Connects to the deployed shop if SHOP_URL and
 * OPERATOR_TOKEN are set, else to the local server.
 */
import { parseArgs } from 'node:util'
import { newId } from '../../schema/ids.ts'
import { DAY } from '../../schema/limits.ts'
import { parseEuros } from '../../schema/money.ts'
import { messageOf } from '../domain/text/error-message.ts'
import { ask } from './operator-client.ts'

const USAGE = `usage: npm run vouchers -- COMMAND
  show CODE                                 show a voucher and the orders that used it
  issue EUROS --label TEXT [--days 365] [--items] [--minimum EUROS] [--shop SLUG] [--id ID]
                                            issue a voucher for tickets, or with --items for merch too, and print its code.
                                            After a lost answer, the same --id prints the same code again
  void ID                                   void a voucher; orders that used it keep what it paid`

/** Parses euros such as `12.50` or `12,50` into cents. */
function centsOf(text: string): number {
  const cents = parseEuros(text.replace(',', '.'))
  if (cents === null) throw new Error(`"${text}" is not an amount in euros, such as 12.50`)
  return cents
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      label: { type: 'string' },
      days: { type: 'string', default: '365' },
      items: { type: 'boolean', default: false },
      minimum: { type: 'string', default: '0' },
      shop: { type: 'string' },
      id: { type: 'string' },
    },
    allowPositionals: true,
  })
  const [command, subject = ''] = positionals
  const { label, days, items, minimum, shop } = values
  if (command === 'show' && subject !== '') {
    const voucher = await ask('GET', '/vouchers', undefined, { 'x-voucher-code': encodeURIComponent(subject) })
    console.log(JSON.stringify(voucher, null, 2))
  } else if (command === 'void' && subject !== '') {
    console.log(await ask('POST', '/vouchers/void', { id: subject }))
  } else if (command === 'issue' && subject !== '' && label !== undefined) {
    const id = values.id ?? newId('voucher', Date.now())
    console.log(`id ${id}`)
    const issue = {
      id,
      label: { de: label, en: label },
      amountCents: centsOf(subject),
      expiresAt: Date.now() + Number(days) * DAY,
      covers: items ? 'items' : 'tickets',
      minimumCents: centsOf(minimum),
      shop: shop ?? null,
    }
    const { code } = (await ask('POST', '/vouchers/issue', issue)) as { code: string }
    console.log(`code ${code}`)
  } else {
    console.error(USAGE)
    process.exitCode = 2
  }
}

try {
  await run()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

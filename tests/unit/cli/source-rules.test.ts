import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PAYMENT_METHOD_IDS } from '../../../schema/rules/payment-methods.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Returns the hand-written sources in these folders, each with its path. */
function sourcesIn(...folders: string[]): [path: string, text: string][] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((path) => /\.(tsx?|sql)$/.test(path) && !/\/generated\/|resolver-types/.test(path))
      .map((path): [string, string] => [path, readFileSync(join(ROOT, path), 'utf8')]),
  )
}

/** Returns the text from `start` to the first unmatched closing bracket, or to an earlier `end` outside brackets. */
function partFrom(text: string, start: number, end: RegExp): string {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const letter = text[at] ?? ''
    if ('([{'.includes(letter)) depth++
    if (')]}'.includes(letter) && --depth < 0) return text.slice(start, at)
    if (depth === 0 && end.test(text.slice(at, at + 6))) return text.slice(start, at)
  }
  return text.slice(start)
}

/** Returns the assignments to columns of `orders`, in SQL and in Drizzle’s updates. */
function orderAssignments(text: string): string[] {
  const inSql = [...text.matchAll(/update\s+["`]?orders["`]?\s+set\s/gi)].map(({ index, 0: found }) =>
    partFrom(text, index + found.length, /^where\b/i),
  )
  const inDrizzle = [...text.matchAll(/\.update\(orders\)\s*\.set\(/g)].map(({ index, 0: found }) =>
    partFrom(text, index + found.length, /^\0/),
  )
  return [...inSql, ...inDrizzle]
}

const setsStatus = (text: string) =>
  orderAssignments(text).some((part) => /(?<![.\w])["`]?status["`]?\s*[=:,}]/.test(part))
const insertsOrders = (text: string) =>
  /insert\s+into\s+["`]?orders\b|\.insert\(orders\)|inserterOf\(orders\)/i.test(text)

/** PayPal's provider id, and its name in PayPal's own script, equal the id of the method. */
const MAY_NAME_METHODS =
  /^(?:(?:worker\/payments|schema\/rules)\/|schema\/tables\/payment\.ts$|web\/routes\/checkout\/paypal\/paypal-script\.ts$)/
const namesMethod = (text: string) => PAYMENT_METHOD_IDS.some((id) => new RegExp(`['"\`]${id}['"\`]`).test(text))
const comparesProvider = (text: string) => /\bprovider\s*(?:[!=]==?|<>|=|,|in\b)\s*\(?['"]\w/.test(text)

describe('source rules', () => {
  it('LATER-01 allow only worker/db/order-move.ts to insert an order or to write its status, and a trigger that moves add-ons together with their main order', () => {
    const writers = sourcesIn('worker', 'migrations').filter(([, text]) => setsStatus(text) || insertsOrders(text))
    expect(writers.map(([path]) => path)).toEqual(['worker/db/order-move.ts', 'migrations/0008_merged_orders.sql'])
  })

  it.each([
    ["sql`update orders set status = 'done' where id = 1`", true],
    ['update orders set paid_cents = min(1, (select 1 from payments where true)), status = ? where id = ?', true],
    ["UPDATE `orders` SET `status` = 'done'", true],
    ["db.update(orders).set({ paidAt: now, status: 'done' })", true],
    ['db.update(orders).set({ ...(isPaid ? { paidAt: now } : {}), status })', true],
    ["update orders set email = '' where status = 'cancelled'", false],
    ["update orders set paid_cents = (select 1 from payments where payments.status = 'captured') where id = ?", false],
    ["db.update(orders).set({ dueAt }).where(eq(orders.status, 'payment_pending'))", false],
    ["db.update(payments).set({ status: 'failed' })", false],
  ])('LATER-01 classify %s as a write of the status: %s', (text, isWriter) => {
    expect(setsStatus(text)).toBe(isWriter)
  })

  it('PAY-01 allow only worker/payments and schema/rules to name a payment method or compare a provider', () => {
    const namers = sourcesIn('worker', 'schema', 'web').filter(
      ([path, text]) => !MAY_NAME_METHODS.test(path) && (namesMethod(text) || comparesProvider(text)),
    )
    expect(namers.map(([path]) => path)).toEqual([])
  })

  it.each([
    ["order.paymentMethod === 'bank_transfer'", true],
    ["sql`payment_method = 'bank_transfer'`", true],
    ['case "stripe_checkout":', true],
    ["['paypal', 'internal_payment_skipped'].includes(id)", true],
    ["payment.provider !== 'stripe'", true],
    ["eq(payments.provider, 'stripe')", true],
    ["sql`payments.provider = 'bank' and status = 'open'`", true],
    ['event.meta.bank_transfer_after_hours ?? 72', false],
    ['A bank_transfer takes days.', false],
    ["import { stripe } from './stripe.ts'", false],
  ])('PAY-01 classify %s as code that names a method or compares a provider: %s', (text, isNamed) => {
    expect(namesMethod(text) || comparesProvider(text)).toBe(isNamed)
  })
})

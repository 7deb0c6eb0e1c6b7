/**
 * The mails about an unpaid order: the bank details of a new order, the reminder before the deadline of a bank transfer, and
 * the mail to a buyer who has left the provider's page. Each has a link to the page on which the order can be paid.
 */
import type { Cents } from '../../schema/money.ts'
import { formatDateTime } from '../../schema/rules/date-format.ts'
import { formatDayInWords } from '../../schema/rules/day-in-words.ts'
import { SHOP_ZONE } from '../../schema/rules/shop-zone.ts'
import type { Order } from '../db/order.ts'
import type { MailAttachment } from '../integrations/mail.ts'
import { transferInstructions } from '../payments/bank-transfer.ts'
import type { BankSettings } from '../payments/method.ts'
import type { Part } from './layout.ts'
import { MAIL_TEXT } from './text.ts'
import { qrAttachment } from './ticket-parts.ts'

export type UnpaidMail = 'mail_order_received' | 'mail_payment_open' | 'mail_payment_reminder'

type UnpaidOrder = {
  env: BankSettings
  order: Order
  price: (cents: Cents) => string
  /** The URL of the page on which the order can be paid. */
  payHref: string
}

type UnpaidContent = { subject: string; lead: string; parts: Part[]; attachments: MailAttachment[] }

export function unpaidContent(kind: UnpaidMail, unpaid: UnpaidOrder): UnpaidContent {
  const { order, price, payHref } = unpaid
  const text = MAIL_TEXT[order.locale]
  switch (kind) {
    case 'mail_order_received': {
      const { parts, picture } = bankParts(unpaid)
      const change: Part[] = [
        { kind: 'paragraph', text: text.received.otherwise },
        { kind: 'button', label: text.change, href: payHref },
      ]
      return {
        subject: text.received.subject(order.reference),
        lead: text.received.lead,
        parts: [...parts, ...change],
        attachments: [picture],
      }
    }
    case 'mail_payment_reminder': {
      const { parts, picture } = bankParts(unpaid)
      const change: Part[] = [
        { kind: 'paragraph', text: text.reminder.crossed },
        { kind: 'button', label: text.change, href: payHref },
      ]
      return {
        subject: text.reminder.subject(order.reference, formatDayInWords(order.dueAt, order.locale)),
        lead: text.reminder.lead(price(order.totalCents - order.paidCents)),
        parts: [...parts, ...change],
        attachments: [picture],
      }
    }
    case 'mail_payment_open':
      return {
        subject: text.open.subject(order.reference),
        lead: text.open.lead,
        parts: [
          { kind: 'paragraph', text: text.open.due(formatDateTime(order.dueAt, SHOP_ZONE, order.locale)) },
          { kind: 'button', label: text.pay(price(order.totalCents - order.paidCents)), href: payHref },
          { kind: 'paragraph', text: text.open.ignore, muted: true },
        ],
        attachments: [],
      }
  }
}

function bankParts({ env, order, price }: UnpaidOrder): { parts: Part[]; picture: MailAttachment } {
  const text = MAIL_TEXT[order.locale].received
  const { accountHolder, iban, bic, bankName, reference, amountCents, giroCode } = transferInstructions(env, order)
  const imageId = 'girocode'
  return {
    picture: qrAttachment(imageId, giroCode),
    parts: [
      {
        kind: 'rows',
        rows: [
          { label: text.amount, value: price(amountCents), strong: true },
          { label: text.holder, value: accountHolder },
          { label: text.iban, value: iban.replace(/(.{4})(?=.)/g, '$1 ') },
          { label: text.bic, value: bic },
          { label: text.bank, value: bankName },
          { label: text.purpose, value: reference, strong: true },
        ],
      },
      { kind: 'paragraph', text: text.due(formatDayInWords(order.dueAt, order.locale)) },
      { kind: 'paragraph', text: text.scan, muted: true },
      { kind: 'image', imageId, alt: 'GiroCode' },
    ],
  }
}

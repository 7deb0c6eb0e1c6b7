/**
 * The mails that confirm a refund request or returned goods, and the mail that asks for another account. Also the texts for the
 * reasons of refunds.
 */
import type { Locale } from '../../schema/locale.ts'
import type { Cents } from '../../schema/money.ts'
import type { RefundReason } from '../../schema/tables/payment.ts'
import type { Order } from '../db/order.ts'
import type { Part } from './layout.ts'

/** `isTransfer`: an operator transfers the money to the account that the fan named. */
export type RefundRequestMail = { kind: 'mail_refund_requested'; returnedCents: Cents; isTransfer: boolean }

/** The bank sent the transfer of a refund back, or the goods of a withdrawal have arrived. */
export type RefundNoticeMail = { kind: 'mail_refund_returned' | 'mail_goods_returned'; returnedCents: Cents }

const de = {
  subject: (reference: string) => `Tickets zurückgegeben: Bestellung ${reference}`,
  lead: 'deine Tickets haben wir zurückgenommen. Sie gelten ab sofort nicht mehr.',
  amount: (sum: string) => `Du bekommst ${sum} zurück.`,
  asPaid: 'Das Geld geht den Weg zurück, auf dem du bezahlt hast. Je nach Bank dauert das ein paar Werktage.',
  byTransfer:
    'Wir prüfen deine Angaben und überweisen das Geld innerhalb von 14 Tagen auf das Konto, das du angegeben hast. Muss der Veranstalter das Geld erst freigeben, kann es bis zu 28 Tage dauern.',
  returned: {
    subject: (reference: string) => `Wir brauchen ein anderes Konto: Bestellung ${reference}`,
    lead: (sum: string) => `wir haben dir ${sum} überwiesen, aber die Bank hat das Geld zurückgeschickt.`,
    ask: 'Meistens stimmt dann die IBAN nicht, oder es gibt das Konto nicht mehr. Öffne bitte deine Bestellung und nenn uns dort ein anderes Konto. Danach überweisen wir das Geld noch einmal.',
  },
  goods: {
    subject: (reference: string) => `Deine Rücksendung ist da: Bestellung ${reference}`,
    lead: 'deine Rücksendung ist bei uns angekommen. Danke fürs Zurückschicken!',
  },
  notYou: 'Hast du das nicht beantragt? Dann antworte bitte gleich auf diese Mail.',
}

const en: typeof de = {
  subject: (reference: string) => `Tickets returned: order ${reference}`,
  lead: 'we have taken your tickets back. They are no longer valid.',
  amount: (sum: string) => `You get ${sum} back.`,
  asPaid: 'The money goes back the way you paid. Depending on your bank, that takes a few working days.',
  byTransfer:
    'We check your details and transfer the money within 14 days to the account that you gave us. If the organiser must release the money first, it can take up to 28 days.',
  returned: {
    subject: (reference: string) => `We need another account: order ${reference}`,
    lead: (sum: string) => `we transferred ${sum} to you, but the bank sent the money back.`,
    ask: 'The IBAN is usually wrong then, or the account no longer exists. Please open your order and tell us another account there. We then transfer the money again.',
  },
  goods: {
    subject: (reference: string) => `Your return has arrived: order ${reference}`,
    lead: 'your return has reached us. Thank you for sending it back!',
  },
  notYou: 'Was this not you? Then please reply to this mail at once.',
}

const TEXT: Record<Locale, typeof de> = { de, en }

type Content = { subject: string; lead: string; parts: Part[] }

/** `voucher` says what went back to the voucher. */
export function refundRequestContent(
  { returnedCents, isTransfer }: RefundRequestMail,
  { locale, reference }: Order,
  price: (cents: Cents) => string,
  voucher: Part[],
): Content {
  const text = TEXT[locale]
  const paragraph = (line: string): Part => ({ kind: 'paragraph', text: line })
  const money = [text.amount(price(returnedCents)), isTransfer ? text.byTransfer : text.asPaid]
  return {
    subject: text.subject(reference),
    lead: text.lead,
    parts: [...(returnedCents > 0 ? money.map(paragraph) : []), ...voucher, paragraph(text.notYou)],
  }
}

export function refundNoticeContent(
  { kind, returnedCents }: RefundNoticeMail,
  { locale, reference }: Order,
  price: (cents: Cents) => string,
  voucher: Part[],
): Content {
  const { returned, goods, amount, asPaid } = TEXT[locale]
  const paragraph = (line: string): Part => ({ kind: 'paragraph', text: line })
  if (kind === 'mail_refund_returned')
    return {
      subject: returned.subject(reference),
      lead: returned.lead(price(returnedCents)),
      parts: [paragraph(returned.ask)],
    }
  const money = returnedCents > 0 ? [amount(price(returnedCents)), asPaid].map(paragraph) : []
  return { subject: goods.subject(reference), lead: goods.lead, parts: [...money, ...voucher] }
}

/** The name of the text about a refund that has been made. */
export const REFUND_TEXTS = {
  late_payment: 'late',
  part_payment: 'part',
  event_over: 'over',
  buyer_limit: 'limit',
  presale_code_used: 'code',
  voucher_gone: 'voucher',
  double_payment: 'double',
  cancelled_event: 'event',
  cancelled_order: 'order',
  request: 'other',
  withdrawal: 'other',
  provider: 'other',
  dispute: 'other',
} as const satisfies Record<RefundReason, string>

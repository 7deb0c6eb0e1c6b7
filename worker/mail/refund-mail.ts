/**
 * The mails that confirm a refund request, returned goods or money that came too late, and the mail that asks for another
 * account. Also the texts for the reasons of refunds.
 */
import { isId } from '../../schema/ids.ts'
import type { Locale } from '../../schema/locale.ts'
import type { Cents } from '../../schema/money.ts'
import { formatDate } from '../../schema/rules/date-format.ts'
import { SHOP_ZONE } from '../../schema/rules/shop-zone.ts'
import { groupedCode } from '../../schema/rules/ticket-code.ts'
import type { RefundReason } from '../../schema/tables/payment.ts'
import type { Order, OrderEvent, Ticket } from '../db/order.ts'
import type { Part } from './layout.ts'
import { MAIL_TEXT } from './text.ts'

/**
 * `returnedAt`: when the tickets became void. `isTransfer`: an operator transfers the money to the account that the fan named. `releaseDueAt`: until when the refund waits
 * for the organiser; null if it does not wait.
 */
export type RefundRequestMail = {
  kind: 'mail_refund_requested'
  returnedAt: number
  returnedCents: Cents
  isTransfer: boolean
  releaseDueAt: number | null
}

/**
 * A refund waits for an account of the buyer, somebody with the link to the order has named one, or the goods of a
 * withdrawal have arrived (`returned`), or had not been sent yet or came by email (`withdrawn`).
 */
export type RefundNoticeMail =
  | { kind: 'mail_refund_returned'; returnedCents: Cents }
  | { kind: 'mail_account_named'; lastDigits: string }
  | { kind: 'mail_goods_returned' | 'mail_goods_withdrawn'; returnedCents: Cents; deductedCents: Cents }

/**
 * A bank transfer came after its order had been cancelled, and its refund waits for an operator. `amountCents` is 0 if the
 * money has been transferred back meanwhile.
 */
export type LatePaymentMail = { kind: 'mail_payment_late'; reason: RefundReason; amountCents: Cents }

const de = {
  subject: (reference: string) => `Tickets zurückgegeben: Bestellung ${reference}`,
  lead: (count: number): string =>
    count === 1
      ? 'dieses Ticket haben wir zurückgenommen. Es gilt ab sofort nicht mehr.'
      : 'diese Tickets haben wir zurückgenommen. Sie gelten ab sofort nicht mehr.',
  amount: (sum: string) => `Du bekommst ${sum} zurück.`,
  asPaid: 'Das Geld geht den Weg zurück, auf dem du bezahlt hast. Je nach Bank dauert das ein paar Werktage.',
  byTransfer:
    'Wir prüfen deine Angaben und überweisen das Geld dann innerhalb von 14 Tagen auf das Konto, das du angegeben hast.',
  release: (date: string) =>
    `Der Veranstalter muss das Geld noch freigeben. Spätestens am ${date} geben wir es selbst frei.`,
  returned: {
    subject: (reference: string) => `Wir brauchen ein Konto für deine Erstattung: Bestellung ${reference}`,
    lead: (sum: string) => `deine Erstattung von ${sum} ist leider nicht bei dir angekommen.`,
    ask: 'Meistens gibt es dann das Konto oder die Karte nicht mehr, oder die IBAN stimmt nicht. Öffne bitte deine Bestellung und nenn uns dort ein Bankkonto, dann überweisen wir dir das Geld.',
  },
  named: {
    subject: (reference: string) => `Neues Konto für deine Erstattung: Bestellung ${reference}`,
    lead: (digits: string) =>
      `für deine Erstattung haben wir ein neues Bankkonto gespeichert. Seine IBAN endet auf ${digits}.`,
    when: 'Wir überweisen das Geld innerhalb von 14 Tagen auf dieses Konto.',
    notYou: 'Hast du dieses Konto nicht angegeben? Dann antworte bitte gleich auf diese Mail.',
  },
  goods: {
    subject: (reference: string) => `Deine Rücksendung ist da: Bestellung ${reference}`,
    lead: 'deine Rücksendung ist bei uns angekommen. Danke fürs Zurückschicken!',
    deducted: (sum: string) =>
      `Vom Preis haben wir ${sum} abgezogen: Die Ware hat durch Benutzung an Wert verloren, und zwar mehr, als beim Prüfen nötig ist (§ 357a BGB). Siehst du das anders? Dann antworte einfach auf diese Mail.`,
  },
  unsent: {
    subject: (reference: string) => `Dein Widerruf ist erledigt: Bestellung ${reference}`,
    lead: 'deinen Widerruf haben wir bearbeitet. Was wir noch nicht verschickt haben, bleibt bei uns. Widerrufene Gutscheine gelten nicht mehr.',
  },
  /** Why money that arrived after the cancellation of an order did not revive it. */
  late: {
    late_payment: (sum: string): string =>
      `deine Zahlung über ${sum} ist nach Ablauf der Frist angekommen, und deine Plätze oder Artikel waren inzwischen vergeben.`,
    part_payment: (sum: string): string =>
      `deine Zahlung über ${sum} ist nach Ablauf der Frist angekommen, und sie reicht für deine Bestellung nicht aus.`,
    event_over: (sum: string): string =>
      `deine Zahlung über ${sum} ist angekommen, als die Veranstaltung schon begonnen hatte.`,
    buyer_limit: (sum: string): string =>
      `deine Zahlung über ${sum} ist nach Ablauf der Frist angekommen, und mit deinen anderen Bestellungen hast du schon so viele Tickets, wie du kaufen kannst.`,
    presale_code_used: (sum: string): string =>
      `deine Zahlung über ${sum} ist nach Ablauf der Frist angekommen, und der Vorverkaufscode, mit dem du bestellt hast, war inzwischen aufgebraucht.`,
    voucher_gone: (sum: string): string =>
      `deine Zahlung über ${sum} ist nach Ablauf der Frist angekommen, und dein Gutschein reicht inzwischen nicht mehr aus.`,
  },
  arrived: {
    subject: (reference: string) => `Deine Zahlung kam nach der Stornierung: Bestellung ${reference}`,
    stays: 'Die Bestellung bleibt storniert, und wir halten keine Plätze oder Artikel mehr für dich zurück.',
    way: 'Du bekommst dein Geld zurück: Wir überweisen es auf das Konto, von dem es kam. Sobald wir das getan haben, schreiben wir dir noch einmal. Du brauchst nichts weiter zu tun.',
    event: (sum: string) => `deine Zahlung über ${sum} ist angekommen, die Veranstaltung wurde aber leider abgesagt.`,
    order: (sum: string) => `deine Zahlung über ${sum} ist angekommen, als deine Bestellung schon storniert war.`,
  },
  notYou: 'Hast du das nicht beantragt? Dann antworte bitte gleich auf diese Mail.',
}

const en: typeof de = {
  subject: (reference: string) => `Tickets returned: order ${reference}`,
  lead: (count: number) =>
    count === 1
      ? 'We have taken this ticket back. It is no longer valid.'
      : 'We have taken these tickets back. They are no longer valid.',
  amount: (sum: string) => `You’ll get ${sum} back.`,
  asPaid: 'The money goes back the way you paid. Depending on your bank, that takes a few working days.',
  byTransfer: 'We’ll check your details and transfer the money within 14 days to the account you gave us.',
  release: (date: string) =>
    `The promoter still has to release the money. On ${date} at the latest, we’ll release it ourselves.`,
  returned: {
    subject: (reference: string) => `We need an account for your refund: order ${reference}`,
    lead: (sum: string) => `Unfortunately, your refund of ${sum} did not reach you.`,
    ask: 'Usually the account or the card no longer exists, or the IBAN is wrong. Please open your order and give us a bank account there, and we’ll transfer the money.',
  },
  named: {
    subject: (reference: string) => `New account for your refund: order ${reference}`,
    lead: (digits: string) => `We have saved a new bank account for your refund. Its IBAN ends in ${digits}.`,
    when: 'We’ll transfer the money to this account within 14 days.',
    notYou: 'If you didn’t give us this account, please reply to this email straight away.',
  },
  goods: {
    subject: (reference: string) => `Your return has arrived: order ${reference}`,
    lead: 'Your return has reached us. Thank you for sending it back!',
    deducted: (sum: string) =>
      `We have deducted ${sum} from the price: the goods have lost value because they were used more than is needed to examine them (section 357a of the German Civil Code). If you disagree, just reply to this email.`,
  },
  unsent: {
    subject: (reference: string) => `Your withdrawal is complete: order ${reference}`,
    lead: 'We have processed your withdrawal. Anything we had not sent yet stays with us. Vouchers you withdrew from are no longer valid.',
  },
  late: {
    late_payment: (sum: string): string =>
      `Your payment of ${sum} arrived after the deadline, and your seats or items had been taken by then.`,
    part_payment: (sum: string): string =>
      `Your payment of ${sum} arrived after the deadline, and it does not cover your order.`,
    event_over: (sum: string): string => `Your payment of ${sum} arrived when the event had already begun.`,
    buyer_limit: (sum: string): string =>
      `Your payment of ${sum} arrived after the deadline, and with your other orders you already have as many tickets as you can buy.`,
    presale_code_used: (sum: string): string =>
      `Your payment of ${sum} arrived after the deadline, and the presale code you ordered with had been used up by then.`,
    voucher_gone: (sum: string): string =>
      `Your payment of ${sum} arrived after the deadline, and your voucher no longer has enough value.`,
  },
  arrived: {
    subject: (reference: string) => `Your payment arrived after the cancellation: order ${reference}`,
    stays: 'The order stays cancelled, and we’re no longer holding any seats or items for you.',
    way: 'You’ll get your money back: we’ll transfer it to the account it came from, and email you again once we’ve done so. There is nothing else you need to do.',
    event: (sum: string) => `Your payment of ${sum} has arrived, but unfortunately the event has been cancelled.`,
    order: (sum: string) => `Your payment of ${sum} arrived when your order had already been cancelled.`,
  },
  notYou: 'If this wasn’t you, please reply to this email straight away.',
}

const TEXT: Record<Locale, typeof de> = { de, en }

type Content = { subject: string; lead: string; parts: Part[] }

type ReturnMail = {
  order: Order
  tickets: Ticket[]
  events: ReadonlyMap<string, OrderEvent>
  price: (cents: Cents) => string
}

/** `voucher` says what went back to the voucher. */
export function refundRequestContent(
  { returnedAt, returnedCents, isTransfer, releaseDueAt }: RefundRequestMail,
  { order: { locale, reference }, tickets, events, price }: ReturnMail,
  voucher: Part[],
): Content {
  const text = TEXT[locale]
  const rows = tickets
    .filter(({ invalidatedAt }) => invalidatedAt === returnedAt)
    .map(({ eventId, validationCode }) => ({
      label: events.get(eventId)?.descriptiveName[locale] ?? '',
      value: groupedCode(validationCode),
    }))
  const paragraph = (line: string): Part => ({ kind: 'paragraph', text: line })
  const money = [
    text.amount(price(returnedCents)),
    ...(releaseDueAt === null ? [] : [text.release(formatDate(releaseDueAt, SHOP_ZONE, locale))]),
    isTransfer ? text.byTransfer : text.asPaid,
  ]
  return {
    subject: text.subject(reference),
    lead: text.lead(rows.length),
    parts: [
      { kind: 'rows', rows },
      ...(returnedCents > 0 ? money.map(paragraph) : []),
      ...voucher,
      paragraph(text.notYou),
    ],
  }
}

export function refundNoticeContent(
  mail: RefundNoticeMail,
  { locale, reference }: Order,
  price: (cents: Cents) => string,
  voucher: Part[],
): Content {
  const { returned, named, goods, unsent, amount, asPaid } = TEXT[locale]
  const paragraph = (line: string): Part => ({ kind: 'paragraph', text: line })
  if (mail.kind === 'mail_account_named')
    return {
      subject: named.subject(reference),
      lead: named.lead(mail.lastDigits),
      parts: [paragraph(named.when), paragraph(named.notYou)],
    }
  const { returnedCents } = mail
  if (mail.kind === 'mail_refund_returned')
    return {
      subject: returned.subject(reference),
      lead: returned.lead(price(returnedCents)),
      parts: [paragraph(returned.ask)],
    }
  const money = returnedCents > 0 ? [amount(price(returnedCents)), asPaid].map(paragraph) : []
  const deducted = mail.deductedCents > 0 ? [paragraph(goods.deducted(price(mail.deductedCents)))] : []
  const { subject, lead } = mail.kind === 'mail_goods_withdrawn' ? unsent : goods
  return { subject: subject(reference), lead, parts: [...money, ...deducted, ...voucher] }
}

function isLate(reason: RefundReason): reason is keyof typeof de.late {
  return reason in de.late
}

/** `sum` is the amount that an operator will transfer back. */
export function latePaymentContent({ reason }: LatePaymentMail, { locale, reference }: Order, sum: string): Content {
  const { late, arrived } = TEXT[locale]
  const other = reason === 'cancelled_event' ? arrived.event : arrived.order
  return {
    subject: arrived.subject(reference),
    lead: isLate(reason) ? late[reason](sum) : other(sum),
    parts: [arrived.stays, arrived.way].map((text) => ({ kind: 'paragraph', text })),
  }
}

/**
 * The lead of the mail about a refund that has been made. The subject of a returned fee of a name change is the name change.
 */
export function refundedLead(
  { reason, subject }: { reason: RefundReason; subject: string },
  locale: Locale,
  sum: string,
): string {
  const { refunded } = MAIL_TEXT[locale]
  if (isLate(reason)) return `${TEXT[locale].late[reason](sum)} ${refunded.stays}`
  if (reason === 'request' && isId('nameChange', subject)) return refunded.name(sum)
  return refunded[REFUNDED_TEXTS[reason]](sum)
}

const REFUNDED_TEXTS = {
  double_payment: 'double',
  cancelled_event: 'event',
  cancelled_order: 'order',
  request: 'other',
  withdrawal: 'other',
  provider: 'other',
  dispute: 'other',
} as const satisfies Record<Exclude<RefundReason, keyof typeof de.late>, string>

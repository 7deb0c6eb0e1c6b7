/** The mails after the sale: the parcel has left, and the link to the order or its documents, which a fan asked for. */
import type { Locale } from '../../schema/locale.ts'
import type { Order } from '../db/order.ts'
import type { Tracking } from '../db/shipment.ts'
import type { Part } from './layout.ts'

export type AfterSaleMail =
  | { kind: 'mail_order_shipped'; tracking: Tracking }
  | { kind: 'mail_order_link' }
  | { kind: 'mail_order_documents' }

const de = {
  shipped: {
    subject: (reference: string) => `Dein Paket ist unterwegs: Bestellung ${reference}`,
    lead: 'dein Paket hat unser Lager verlassen und ist jetzt auf dem Weg zu dir.',
    carrier: 'Versandart',
    number: 'Sendungsnummer',
    track: 'Sendung verfolgen',
    addOns: (references: string) => `Deine Nachbestellung ${references} liegt mit im Paket.`,
  },
  link: {
    subject: (reference: string) => `Der Link zu deiner Bestellung ${reference}`,
    lead: 'hier ist der Link zu deiner Bestellung. Dort siehst du, wie es um sie steht, und findest alles, was dazugehört.',
    ignore: 'Du hast gar nicht danach gefragt? Dann brauchst du nichts zu tun: Diese Mail bekommst nur du.',
  },
  documents: {
    subject: (reference: string) => `Deine Rechnung zur Bestellung ${reference}`,
    lead: 'deine Bestellung haben wir erstattet. Die Rechnung und ihre Korrekturen hängen an dieser Mail.',
  },
}

const en: typeof de = {
  shipped: {
    subject: (reference: string) => `Your parcel is on its way: order ${reference}`,
    lead: 'Your parcel has left our warehouse and is now on its way to you.',
    carrier: 'Shipping method',
    number: 'Tracking number',
    track: 'Track your parcel',
    addOns: (references: string) => `Your additional order ${references} is in the same parcel.`,
  },
  link: {
    subject: (reference: string) => `The link to your order ${reference}`,
    lead: 'Here is the link to your order. It shows where your order stands, and everything that belongs to it.',
    ignore: 'If you didn’t ask for it, there’s nothing you need to do: nobody else gets this email.',
  },
  documents: {
    subject: (reference: string) => `Your invoice for order ${reference}`,
    lead: 'We have refunded your order. The invoice and its credit notes are attached to this email.',
  },
}

const TEXT: Record<Locale, typeof de> = { de, en }

type Content = { subject: string; lead: string; parts: Part[]; footnote?: string }

/** `addOns` are the references of the add-ons in the parcel. */
export function afterSaleContent(occasion: AfterSaleMail, order: Order, addOns: readonly string[]): Content {
  const { shipped, link, documents } = TEXT[order.locale]
  if (occasion.kind === 'mail_order_link')
    return { subject: link.subject(order.reference), lead: link.lead, parts: [], footnote: link.ignore }
  if (occasion.kind === 'mail_order_documents')
    return { subject: documents.subject(order.reference), lead: documents.lead, parts: [], footnote: link.ignore }
  const { number, url } = occasion.tracking
  const rows = [
    ...(order.shippingName === '' ? [] : [{ label: shipped.carrier, value: order.shippingName }]),
    ...(number === null ? [] : [{ label: shipped.number, value: number, strong: true }]),
  ]
  return {
    subject: shipped.subject(order.reference),
    lead: shipped.lead,
    parts: [
      ...(rows.length === 0 ? [] : [{ kind: 'rows' as const, rows }]),
      ...(url === null ? [] : [{ kind: 'button' as const, label: shipped.track, href: url }]),
      ...(addOns.length === 0 ? [] : [{ kind: 'paragraph' as const, text: shipped.addOns(addOns.join(', ')) }]),
    ],
  }
}

/** The mails of reminders. The mail that asks for a confirmation names nothing but the subject, because anyone can enter any address. */
import { reminderPath } from '../../schema/rules/reminder.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import type { Reminder, ReminderSubject } from '../db/reminder.ts'
import type { Env } from '../env.ts'
import { mailPicture } from './brand.ts'
import { type Part, renderMail } from './layout.ts'
import { senderOf, type WrittenMail } from './order-mail.ts'
import { REMINDER_TEXT } from './reminder-text.ts'
import { MAIL_TEXT } from './text.ts'

export type ReminderMailInput = {
  env: Pick<Env, 'PUBLIC_ORIGIN'>
  shops: ShopRow[]
  reminder: Reminder
  subject: ReminderSubject
  /** Whether the subject is for sale now. Otherwise, the mail asks for a confirmation. */
  isNotice: boolean
}

export function reminderMail({ env, shops, reminder, subject, isNotice }: ReminderMailInput): WrittenMail {
  const { locale, kind, key } = reminder
  const { shop, shopName, base, brand, addressOf } = senderOf({ env, shops, order: reminder })
  const { hello, texts } = REMINDER_TEXT[locale]
  const title = [subject.title[locale], subject.variant[locale]].filter((part) => part !== '').join(', ')
  const detail = subject.detail[locale]
  const occasion = isNotice ? 'notice' : reminder.confirmedAt === null ? 'request' : 'confirmed'
  const { headline, lead, button, notes } = texts[kind][occasion]({ shopName })
  const line = `${headline}${headline.endsWith('?') ? '' : ':'} ${title}`
  const parts: Part[] = [
    { kind: 'paragraph', text: hello },
    { kind: 'paragraph', text: lead },
    { kind: 'heading', text: title },
    ...(detail === subject.variant[locale] ? [] : [{ kind: 'paragraph' as const, text: detail }]),
    { kind: 'button', label: button, href: addressOf(isNotice ? subject.path : reminderPath(key)) },
    ...notes.map((text): Part => ({ kind: 'paragraph', text, muted: true })),
    { kind: 'paragraph', text: MAIL_TEXT[locale].regards(shopName) },
  ]
  return {
    fromName: shopName,
    subject: line,
    // Anyone can enter any address, so the mail that asks for a confirmation has no picture.
    ...renderMail({
      brand: {
        ...brand,
        picture: isNotice ? mailPicture(shop, base, subject.image ?? undefined, subject.title[locale]) : null,
      },
      locale,
      title: headline,
      preview: lead,
      parts,
    }),
    attachments: [],
  }
}

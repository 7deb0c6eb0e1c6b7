/**
 * The mails about a submission to customer service: a receipt and answers for the fan, in the fan's language, and a notice for
 * customer service in the shop's language. A receipt repeats nothing but the name, because anyone can enter another person's
 * address in a form. Only the receipt of a withdrawal must repeat the declaration and the time of its arrival (§ 356a Abs. 4
 * BGB).
 */
import { Buffer } from 'node:buffer'
import { COMPANY_ADDRESS } from '../../schema/company.ts'
import type { Locale } from '../../schema/locale.ts'
import { formatDateTime } from '../../schema/rules/date-format.ts'
import { SHOP_ZONE } from '../../schema/rules/shop-zone.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import type { Submission, SubmissionReply } from '../db/submission.ts'
import { declarationOf } from '../domain/support/declaration.ts'
import { submissionReference } from '../domain/support/submission-id.ts'
import { mailBrand } from './brand.ts'
import { designLook } from './design-look.ts'
import { type Part, renderMail } from './layout.ts'
import type { WrittenMail } from './order-mail.ts'
import { SUBMISSION_TEXT } from './submission-text.ts'
import { ticketPdf } from './ticket-pdf.ts'

/** The shop that received the submission. `base` is the start of its URLs. */
type Sender = { shop: ShopRow; base: string }
type Row = { label: string; value: string }

export async function receiptMail(submission: Submission, sender: Sender): Promise<WrittenMail> {
  if (submission.kind === 'withdrawal') return withdrawalReceipt(submission, sender)
  const { receipt } = SUBMISSION_TEXT[submission.locale]
  return mailToFan(submission, sender, {
    subject: receipt.subject(submissionReference(submission.id)),
    lead: receipt.leads[submission.kind],
    parts: [
      { kind: 'rows', rows: factsOf(submission, submission.locale) },
      { kind: 'paragraph', text: receipt.more },
      { kind: 'paragraph', text: receipt.stranger, muted: true },
    ],
  })
}

export function replyMail(
  submission: Submission,
  sender: Sender,
  { text }: Pick<SubmissionReply, 'text'>,
): WrittenMail {
  const { reply } = SUBMISSION_TEXT[submission.locale]
  return mailToFan(submission, sender, {
    subject: reply.subject(submissionReference(submission.id)),
    lead: reply.lead,
    parts: [
      { kind: 'paragraph', text },
      { kind: 'rows', rows: factsOf(submission, submission.locale) },
    ],
  })
}

export function supportMail(submission: Submission, sender: Sender): WrittenMail {
  const { shop } = sender
  const locale = shop.defaultLocale
  const text = SUBMISSION_TEXT[locale]
  const reference = submissionReference(submission.id)
  const subject = text.support.subject(reference, text.kinds[submission.kind])
  const rows = [
    { label: text.support.shop, value: shop.name },
    ...factsOf(submission, locale),
    { label: text.support.name, value: submission.name },
    { label: text.support.email, value: submission.email },
    ...enteredRows(submission.data),
    { label: text.support.photos, value: String(submission.files.length) },
  ]
  const parts: Part[] = [
    { kind: 'rows', rows },
    { kind: 'paragraph', text: text.support.open(reference) },
  ]
  return written(sender, locale, { subject, preview: submission.name, parts })
}

async function withdrawalReceipt(submission: Submission, sender: Sender): Promise<WrittenMail> {
  const { locale, id, name, email } = submission
  const { withdrawal, receipt } = SUBMISSION_TEXT[locale]
  const declared = declarationOf(submission)
  const reference = submissionReference(id)
  const mail = mailToFan(submission, sender, {
    subject: withdrawal.subject(reference),
    lead: receipt.leads.withdrawal,
    parts: [
      {
        kind: 'rows',
        rows: [
          ...factsOf(submission, locale),
          { label: withdrawal.name, value: name },
          { label: withdrawal.email, value: email },
          { label: withdrawal.order, value: declared.orderReference },
          { label: withdrawal.about, value: declared.about || withdrawal.all },
        ],
      },
      ...(declared.goods === null
        ? [withdrawal.mailed]
        : [
            withdrawal.return(COMPANY_ADDRESS.join(', ')),
            withdrawal.money,
            ...(declared.includesMailed ? [withdrawal.alsoMailed] : []),
          ]
      ).map((text): Part => ({ kind: 'paragraph', text })),
      { kind: 'paragraph', text: withdrawal.tickets },
      { kind: 'paragraph', text: receipt.stranger, muted: true },
    ],
  })
  if (declared.goods === null) return mail
  const { colours } = designLook(sender.shop.meta.design)
  const slip = await ticketPdf(
    [
      {
        brand: { name: sender.shop.name, colours, logo: null, picture: null },
        title: withdrawal.slip,
        facts: [
          { label: withdrawal.slipTo, value: COMPANY_ADDRESS.join(', ') },
          { label: withdrawal.order, value: declared.orderReference },
          { label: withdrawal.name, value: name },
          { label: withdrawal.about, value: declared.goods || withdrawal.all },
        ],
        code: reference,
        codeLabel: SUBMISSION_TEXT[locale].number,
        notes: [withdrawal.slipHint],
      },
    ],
    { title: `${withdrawal.slip} ${reference}`, locale },
  )
  return {
    ...mail,
    attachments: [
      {
        filename: `${withdrawal.slipFile}-${reference}.pdf`,
        type: 'application/pdf',
        content: Buffer.from(slip).toString('base64'),
      },
    ],
  }
}

function mailToFan(
  { locale, name }: Submission,
  sender: Sender,
  { subject, lead, parts }: { subject: string; lead: string; parts: Part[] },
): WrittenMail {
  const text = SUBMISSION_TEXT[locale]
  const all: Part[] = [
    { kind: 'paragraph', text: text.hello(name) },
    { kind: 'paragraph', text: lead },
    ...parts,
    { kind: 'paragraph', text: text.regards(sender.shop.name) },
  ]
  return written(sender, locale, { subject, preview: lead, parts: all })
}

function written(
  { shop, base }: Sender,
  locale: Locale,
  { subject, preview, parts }: { subject: string; preview: string; parts: Part[] },
): WrittenMail {
  return {
    fromName: shop.name,
    subject,
    ...renderMail({ brand: mailBrand(shop, base, locale), locale, title: subject, preview, parts }),
    attachments: [],
  }
}

function factsOf({ id, kind, createdAt }: Submission, locale: Locale): Row[] {
  const text = SUBMISSION_TEXT[locale]
  return [
    { label: text.number, value: submissionReference(id) },
    { label: text.about, value: text.kinds[kind] },
    { label: text.received, value: text.at(formatDateTime(createdAt, SHOP_ZONE, locale)) },
  ]
}

/** Every entered value with the name of its field, such as `tickets.1.name`. Empty fields are left out. */
function enteredRows(value: unknown, path = ''): Row[] {
  if (value === null || value === undefined || value === '') return []
  if (typeof value !== 'object') return [{ label: path, value: String(value) }]
  return Object.entries(value).flatMap(([name, inner]) => {
    const step = Array.isArray(value) ? String(Number(name) + 1) : name
    return enteredRows(inner, path === '' ? step : `${path}.${step}`)
  })
}

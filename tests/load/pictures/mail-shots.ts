/** The pictures of mails, in the width of a mail program and in the width of a phone, and of the PDF with the tickets. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { mailsTo, type ReceivedMail } from './mailbox.ts'
import type { Orders } from './orders.ts'
import { isMoved, type Shot, sellsTickets } from './shot.ts'
import type { Visit } from './visit.ts'

const run = promisify(execFile)
const MAIL_WIDTHS = [600, 390]
const MAIL_HEIGHT = 800
const PDF_DOTS_PER_INCH = '90'

/** Returns the HTML with its attached images, which mail programs find by their content id. */
function shownHtml({ html = '', attachments = [] }: ReceivedMail): string {
  return attachments.reduce(
    (shown, { contentId, type, content }) =>
      contentId ? shown.replaceAll(`cid:${contentId}`, `data:${type};base64,${content}`) : shown,
    html,
  )
}

async function takeMails(visit: Visit, email: string): Promise<void> {
  const mails = (await mailsTo(visit.place.mailbox, email)).toReversed()
  for (const [index, mail] of mails.entries()) {
    for (const width of MAIL_WIDTHS) {
      await visit.page.setViewportSize({ width, height: MAIL_HEIGHT })
      await visit.page.setContent(shownHtml(mail))
      await visit.takePage(`-${index + 1}-${width}`)
    }
  }
}

async function takePdf(visit: Visit, orders: Orders): Promise<void> {
  await visit.openUrl((await orders.paid()).link)
  const path = await visit.main.locator('a[href$="/tickets.pdf"]').first().getAttribute('href')
  const answer = await visit.page.request.get(new URL(path ?? '', visit.place.base).href)
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-pictures-'))
  const file = join(folder, 'tickets.pdf')
  writeFileSync(file, await answer.body())
  try {
    await run('pdftoppm', ['-png', '-r', PDF_DOTS_PER_INCH, file, visit.file])
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    visit.faults.push('the PDF has no picture, because the program pdftoppm (package poppler-utils) is not installed')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const mailShot = (name: string, emailOf: (visit: Visit, orders: Orders) => Promise<{ email: string }>): Shot => ({
  name,
  take: async (visit, orders) => takeMails(visit, (await emailOf(visit, orders)).email),
})

export const MAIL_SHOTS: readonly Shot[] = [
  mailShot('mail-unpaid', (_, orders) => orders.unpaid()),
  { ...mailShot('mail-moved', (visit, orders) => orders.moved(visit.shop.moved ?? '')), isIn: isMoved },
  mailShot('mail-paid', (_, orders) => orders.paid()),
  { name: 'tickets-pdf', isIn: sellsTickets, take: takePdf },
]

/**
 * The layout of all mails, as HTML and as plain text. The HTML has one column and uses tables and inline styles, because
 * mail programs support little else. It looks like the shop that sends the mail. In dark mode, the card below the shop's name
 * becomes dark; programs that know no `prefers-color-scheme` show the light card or invert it, and QR codes keep their white
 * border in both cases.
 */
import type { Locale } from '../../schema/locale.ts'
import { HYPHENED } from '../../schema/rules/hyphened-word.ts'
import { escapeHtml } from '../domain/text/escape-html.ts'
import { companyLines, MAIL_WIDTH, type MailBrand } from './brand.ts'

const INK = '#16161a'
const MUTED = '#5b5b66'
const LINE = '#e4e4ea'
const FACES = {
  serif: "Georgia,'Times New Roman',serif",
  'sans-serif': "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  monospace: "ui-monospace,Menlo,Consolas,'Courier New',monospace",
}
const LARGEST_ROUND = 24
const DARK = `@media (prefers-color-scheme:dark){.outer{background:#0d0e11!important}.card{background:#1b1c21!important}.ink,.brand{color:#f3f3f6!important}.muted,.foot{color:#b4b4bf!important}.line{border-color:#3a3b43!important}.ticket{border-top-color:#3a3b43!important;border-right-color:#3a3b43!important;border-bottom-color:#3a3b43!important}}`
const IMPRINT: Record<Locale, string> = { de: 'Impressum', en: 'Legal notice' }

/** An empty value makes the row a heading of the following ones. */
export type Row = { label: string; value: string; strong?: boolean }

export type Part =
  | { kind: 'paragraph'; text: string; muted?: boolean }
  | { kind: 'heading'; text: string }
  /** A value of one line, such as a price or an IBAN, is never broken. If one does not fit beside its label, all are below. */
  | { kind: 'rows'; rows: Row[] }
  | { kind: 'button'; label: string; href: string }
  | {
      kind: 'ticket'
      lines: string[]
      codeLabel: string
      code: string
      imageId: string | null
      links: { label: string; href: string }[]
    }
  | { kind: 'image'; imageId: string; alt: string }

export type MailLayout = {
  brand: MailBrand
  locale: Locale
  title: string
  /** The text that a mailbox shows beside the subject. */
  preview: string
  parts: Part[]
}

export function renderMail(mail: MailLayout): { html: string; text: string } {
  return { html: htmlOf(mail), text: textOf(mail) }
}

function htmlOf({ brand, locale, title, preview, parts }: MailLayout): string {
  const { colours, shape, picture } = brand
  const style = headlineStyle(brand)
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>:root{color-scheme:light dark}${DARK}</style></head><body class="outer" style="margin:0;background:${colours.ground};color:${INK};font-family:${FACES['sans-serif']};font-size:16px;line-height:1.5"><div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>${table(
    `class="outer" style="background:${colours.ground}"`,
    `<tr><td align="center" style="padding:0 12px 28px">${table(
      `style="max-width:${MAIL_WIDTH}px"`,
      `<tr><td style="padding:22px 4px 18px">${masthead(brand)}</td></tr><tr><td class="card" style="background:#ffffff;border-top:5px solid ${colours.accent};border-radius:${Math.min(shape.roundPixels, 14)}px;overflow:hidden">${
        picture === null
          ? ''
          : `<img src="${escapeHtml(picture.src)}" alt="${escapeHtml(picture.alt)}" width="${picture.width}" height="${picture.height}" style="display:block;width:100%;height:auto;border:0">`
      }<div style="padding:28px 20px"><h1 class="ink" style="margin:0 0 18px;font-size:25px;line-height:1.2;color:${INK};${style}">${escapeHtml(title)}</h1>${parts.map((part) => htmlOfPart(part, brand)).join('')}</div></td></tr><tr><td class="foot" style="padding:18px 4px 0;font-size:12px;line-height:1.5;color:${colours.muted}">${companyLines(locale).map(escapeHtml).join('<br>')}<br><a class="foot" href="${escapeHtml(brand.imprint)}" style="color:${colours.muted}">${IMPRINT[locale]}</a></td></tr>`,
    )}</td></tr>`,
  )}</body></html>`
}

function table(attributes: string, rows: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${attributes}>${rows}</table>`
}

function headlineStyle({ shape }: MailBrand): string {
  return `font-family:${FACES[shape.face]};font-weight:700${shape.isUppercase ? ';text-transform:uppercase' : ''}`
}

function masthead(brand: MailBrand): string {
  const { home, name, logo, colours } = brand
  const picture =
    logo === null
      ? ''
      : `<img src="${escapeHtml(logo)}" alt="" height="44" style="height:44px;width:auto;border:0;border-radius:4px;vertical-align:middle;margin-right:12px">`
  return `<a class="brand" href="${escapeHtml(home)}" style="color:${colours.ink};text-decoration:none;font-size:22px;line-height:1.2;${headlineStyle(brand)}">${picture}<span style="vertical-align:middle">${escapeHtml(name)}</span></a>`
}

/** Mail programs would break "T-Shirt" at its hyphen. */
const broken = (text: string) =>
  escapeHtml(text).replaceAll('\n', '<br>').replace(HYPHENED, '<span style="white-space:nowrap">$&</span>')

function htmlOfPart(part: Part, brand: MailBrand): string {
  switch (part.kind) {
    case 'heading':
      return `<h2 class="ink" style="margin:28px 0 8px;font-size:20px;line-height:1.25;color:${INK};${headlineStyle(brand)}">${escapeHtml(part.text)}</h2>`
    case 'paragraph':
      return part.muted
        ? `<p class="muted" style="margin:0 0 16px;color:${MUTED};font-size:14px">${broken(part.text)}</p>`
        : `<p class="ink" style="margin:0 0 16px;color:${INK}">${broken(part.text)}</p>`
    case 'rows':
      return table(
        `class="line" style="margin:0 0 20px;border-top:1px solid ${LINE}"`,
        part.rows.map(part.rows.some(isWide) ? stackedRow : htmlOfRow).join(''),
      )
    case 'button':
      return `<p style="margin:24px 0">${buttonOf(part, brand, 'padding:13px 24px')}</p>`
    case 'image':
      return `<p style="margin:0 0 16px"><img src="cid:${part.imageId}" alt="${escapeHtml(part.alt)}" width="180" height="180" style="display:block;border:0"></p>`
    case 'ticket':
      return ticketHtml(part, brand)
  }
}

function buttonOf({ label, href }: { label: string; href: string }, { colours, shape }: MailBrand, space: string) {
  const round = Math.min(shape.roundPixels, LARGEST_ROUND)
  return `<a href="${escapeHtml(href)}" style="display:inline-block;${space};background:${colours.accent};color:${colours.onAccent};border-radius:${round}px;text-decoration:none;font-weight:600">${escapeHtml(label)}</a>`
}

function htmlOfRow(row: Row): string {
  const { label, value, strong } = row
  if (value === '') return headingRow(row)
  const cell = `border-bottom:1px solid ${LINE};vertical-align:top;color:${INK};${strong ? 'font-weight:700' : ''}`
  const whole = isWhole(value) ? ';white-space:nowrap' : ''
  return `<tr><td class="ink line" style="padding:8px 12px 8px 0;${cell}">${broken(label)}</td><td class="ink line" align="right" style="padding:8px 0;${cell}${whole}">${broken(value)}</td></tr>`
}

/** The first line is emphasised. */
function headingRow({ label }: Row): string {
  const [first = '', ...others] = label.split('\n')
  return `<tr><td class="ink line" colspan="2" style="padding:8px 0;border-bottom:1px solid ${LINE};color:${INK}"><strong>${broken(first)}</strong>${others.map((line) => `<br>${broken(line)}`).join('')}</td></tr>`
}

/** The value below its label. */
function stackedRow(row: Row): string {
  const { label, value, strong } = row
  if (value === '') return headingRow(row)
  const weight = strong ? ';font-weight:700' : ''
  const whole = isWhole(value) ? ';white-space:nowrap' : ''
  return `<tr><td class="line" style="padding:8px 0;border-bottom:1px solid ${LINE}"><div class="muted" style="color:${MUTED};font-size:14px">${broken(label)}</div><div class="ink" style="color:${INK}${weight}${whole}">${broken(value)}</div></td></tr>`
}

/** A longer value would not fit in one line of the smallest phones. An IBAN is longer but fits, because digits are narrow. */
const LONGEST_WHOLE = 22
const IBAN = /^[A-Z]{2}\d\d( \d{1,4}){4,5}$/

function isWhole(value: string): boolean {
  return IBAN.test(value) || (!value.includes('\n') && value.length <= LONGEST_WHOLE)
}

/** The characters that fit beside each other on the smallest phones. */
const LONGEST_LINE = 26

/** Whether label and value would make the mail wider than a phone, because neither a whole value nor a word is broken. */
function isWide({ label, value }: Row): boolean {
  return longestWord(label) + (isWhole(value) ? value.length : longestWord(value)) > LONGEST_LINE
}

function longestWord(text: string): number {
  return Math.max(...text.split(/[\s-]+/).map((word) => word.length))
}

/**
 * Where the columns do not fit beside each other, as on a phone, the QR code comes below the text. The links come last, because
 * the code is what a fan needs at the door.
 */
function ticketHtml({ lines, codeLabel, code, imageId, links }: Extract<Part, { kind: 'ticket' }>, brand: MailBrand) {
  const text = lines
    .map((line, index) =>
      index === 0
        ? `<div class="ink" style="font-weight:700;font-size:18px;line-height:1.3;color:${INK}">${escapeHtml(line)}</div>`
        : `<div class="muted" style="color:${MUTED}">${escapeHtml(line)}</div>`,
    )
    .join('')
  const column = 'display:inline-block;vertical-align:top;box-sizing:border-box;padding:10px;font-size:16px'
  const picture =
    imageId === null
      ? ''
      : `<div style="${column};width:190px"><img src="cid:${imageId}" alt="${escapeHtml(code)}" width="170" height="170" style="display:block;border:0"></div>`
  const buttons = links
    .map(
      (link) =>
        `<span style="display:inline-block;margin:0 10px 10px 0">${buttonOf(link, brand, 'padding:10px 12px')}</span>`,
    )
    .join('')
  return table(
    `class="ticket" style="margin:0 0 16px;border:1px solid ${LINE};border-left:5px solid ${brand.colours.accent};border-collapse:separate"`,
    `<tr><td style="padding:8px;font-size:0"><div style="${column};width:100%;max-width:320px">${text}<div class="muted" style="margin-top:12px;font-size:13px;color:${MUTED}">${escapeHtml(codeLabel)}</div><div class="ink" style="font-family:${FACES.monospace};font-size:18px;letter-spacing:.06em;white-space:nowrap;color:${INK}">${escapeHtml(code)}</div></div>${picture}${
      buttons === '' ? '' : `<div style="padding:10px 10px 0;font-size:14px">${buttons}</div>`
    }</td></tr>`,
  )
}

function textOf({ brand, locale, parts }: MailLayout): string {
  const foot = [...companyLines(locale), `${IMPRINT[locale]}: ${brand.imprint}`]
  // Mail programs recognise a line of two dashes and a space as the start of the signature.
  return [...parts.map(textOfPart).filter(Boolean), ['-- ', brand.name, ...foot].join('\n')].join('\n\n')
}

/** A line that begins with a plus sign needs no comma before it. */
const inOneLine = (text: string) => text.replaceAll('\n+ ', ' + ').replaceAll('\n', ', ')

function textOfPart(part: Part): string {
  switch (part.kind) {
    case 'heading':
      return part.text.toUpperCase()
    case 'paragraph':
      return part.text
    case 'rows':
      return part.rows.map(({ label, value }) => [label, value].map(inOneLine).join(value ? ': ' : '')).join('\n')
    case 'button':
      return `${part.label}: ${part.href}`
    case 'image':
      return ''
    case 'ticket':
      return [
        ...part.lines,
        `${part.codeLabel}: ${part.code}`,
        ...part.links.map(({ label, href }) => `${label}: ${href}`),
      ].join('\n')
  }
}

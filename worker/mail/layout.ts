/**
 * The layout of all mails, as HTML and as plain text. The HTML has one column and uses tables and inline styles,
 * because mail programs support little else.
 */
import { escapeHtml } from '../domain/text/escape-html.ts'

const INK = '#16161a'
const MUTED = '#5b5b66'
const LINE = '#e4e4ea'

export type Part =
  | { kind: 'paragraph'; text: string; muted?: boolean }
  | { kind: 'heading'; text: string }
  | { kind: 'rows'; rows: { label: string; value: string; strong?: boolean }[] }
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

export function renderHtml(mail: {
  shop: string
  locale: string
  title: string
  /** The text that a mailbox shows beside the subject. */
  preview: string
  parts: Part[]
}): string {
  const body = mail.parts.map(htmlOf).join('')
  return `<!doctype html><html lang="${mail.locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light only"><title>${escapeHtml(mail.title)}</title></head><body style="margin:0;background:#f4f4f7;color:${INK};font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5"><div style="display:none;max-height:0;overflow:hidden">${escapeHtml(mail.preview)}</div><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border-radius:12px;overflow:hidden"><tr><td style="padding:20px 28px;background:${INK};color:#ffffff;font-weight:700;font-size:18px;letter-spacing:.02em">${escapeHtml(mail.shop)}</td></tr><tr><td style="padding:28px"><h1 style="margin:0 0 18px;font-size:24px;line-height:1.2">${escapeHtml(mail.title)}</h1>${body}</td></tr></table></td></tr></table></body></html>`
}

function htmlOf(part: Part): string {
  switch (part.kind) {
    case 'heading':
      return `<h2 style="margin:28px 0 8px;font-size:20px;line-height:1.25">${escapeHtml(part.text)}</h2>`
    case 'paragraph':
      return `<p style="margin:0 0 16px;${part.muted ? `color:${MUTED};font-size:14px` : ''}">${escapeHtml(part.text).replaceAll('\n', '<br>')}</p>`
    case 'rows':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-top:1px solid ${LINE}">${part.rows
        .map(
          ({ label, value, strong }) =>
            `<tr><td style="padding:8px 12px 8px 0;border-bottom:1px solid ${LINE};vertical-align:top;${strong ? 'font-weight:700' : ''}">${escapeHtml(label).replaceAll('\n', '<br>')}</td><td align="right" style="padding:8px 0;border-bottom:1px solid ${LINE};vertical-align:top;${strong ? 'font-weight:700' : ''}">${escapeHtml(value).replaceAll('\n', '<br>')}</td></tr>`,
        )
        .join('')}</table>`
    case 'button':
      return `<p style="margin:24px 0"><a href="${escapeHtml(part.href)}" style="display:inline-block;padding:12px 22px;background:${INK};color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">${escapeHtml(part.label)}</a></p>`
    case 'image':
      return `<p style="margin:0 0 16px"><img src="cid:${part.imageId}" alt="${escapeHtml(part.alt)}" width="180" height="180" style="display:block;border:0"></p>`
    case 'ticket':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border:1px solid ${LINE};border-radius:10px"><tr><td style="padding:18px;vertical-align:top">${part.lines
        .map(
          (line, index) =>
            `<div style="${index === 0 ? 'font-weight:700;font-size:17px' : `color:${MUTED}`}">${escapeHtml(line)}</div>`,
        )
        .join(
          '',
        )}<div style="margin-top:12px;font-size:13px;color:${MUTED}">${escapeHtml(part.codeLabel)}</div><div style="font-family:ui-monospace,Menlo,Consolas,monospace;font-size:18px;letter-spacing:.06em">${escapeHtml(part.code)}</div>${part.links
        .map(
          ({ label, href }) =>
            `<a href="${escapeHtml(href)}" style="display:inline-block;margin:14px 10px 0 0;padding:10px 16px;background:#000000;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600;font-size:14px">${escapeHtml(label)}</a>`,
        )
        .join('')}</td>${
        part.imageId
          ? `<td width="170" align="right" style="padding:14px;vertical-align:top"><img src="cid:${part.imageId}" alt="${escapeHtml(part.code)}" width="150" height="150" style="display:block;border:0"></td>`
          : ''
      }</tr></table>`
  }
}

export function renderText(parts: Part[]): string {
  return parts.map(textOf).filter(Boolean).join('\n\n')
}

function textOf(part: Part): string {
  switch (part.kind) {
    case 'heading':
      return part.text.toUpperCase()
    case 'paragraph':
      return part.text
    case 'rows':
      return part.rows
        .map(({ label, value }) => `${label.replaceAll('\n', ', ')}: ${value.replaceAll('\n', ', ')}`)
        .join('\n')
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

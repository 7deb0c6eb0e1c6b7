/**
 * Shows the mailbox in the browser: a list of mails, and each mail with its HTML in a sandboxed frame, its text and its
 * attachments. The HTML of a mail is untrusted, so its policy forbids scripts, and allows no images from other machines.
 */
import type { Answer } from './http.ts'
import { pageAnswer } from './http.ts'
import { addressText, type Mail } from './mailbox.ts'
import { type Html, html, page } from './page.ts'

const css = `
header { background: var(--paper); border-bottom: 1px solid var(--line); }
header div, main { max-width: 980px; margin: 0 auto; padding: 18px 20px; }
header div { display: flex; align-items: center; gap: 12px; flex-wrap: wrap; }
header h1 { font-size: 20px; } header h1 a { color: inherit; text-decoration: none; }
header nav { margin-left: auto; display: flex; gap: 16px; font-size: 15px; }
.filter { display: flex; gap: 10px; margin-bottom: 16px; flex-wrap: wrap; align-items: end; }
.filter label { flex: 1 1 240px; font-size: 14px; font-weight: 600; display: grid; gap: 4px; }
.filter input { font: inherit; font-size: 16px; font-weight: 400; height: 46px; padding: 8px 12px; border: 1px solid #8a91a0; border-radius: 10px; width: 100%; background: #fff; }
.filter .button { width: auto; height: 46px; min-height: 46px; }
.list { background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
.list li + li { border-top: 1px solid var(--line); }
.list a { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 14px 18px; color: inherit; text-decoration: none; }
.list a:hover { background: #f8f8fc; }
.list .subject { font-weight: 600; overflow-wrap: anywhere; }
.list time, .list .who, .list .preview { font-size: 14px; color: var(--soft); }
.list .who { grid-column: 1 / -1; overflow-wrap: anywhere; }
.list .preview { grid-column: 1 / -1; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.empty { padding: 64px 20px; text-align: center; }
.mail { background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
.mail .head { padding: 20px; display: grid; gap: 12px; }
.mail h2 { font-size: 22px; line-height: 1.3; overflow-wrap: anywhere; }
.mail dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 14px; font-size: 15px; }
.mail dt { color: var(--soft); } .mail dd { overflow-wrap: anywhere; }
.mail iframe { display: block; width: 100%; height: max(560px, 74vh); border: 0; border-top: 1px solid var(--line); background: #fff; }
.files { display: flex; flex-wrap: wrap; gap: 10px; }
.files a { display: inline-flex; gap: 10px; align-items: center; min-height: 44px; padding: 6px 14px; border: 1px solid #c5cad3; border-radius: 10px;
  text-decoration: none; font-size: 15px; font-weight: 500; overflow-wrap: anywhere; }
.files small { color: var(--soft); white-space: nowrap; }
details { border-top: 1px solid var(--line); }
summary { padding: 14px 20px; cursor: pointer; font-weight: 600; }
pre { margin: 0; padding: 0 20px 20px; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.55 ui-monospace, Menlo, Consolas, monospace; }
.back { display: inline-block; margin-bottom: 12px; padding: 6px 0; }
`

const dates = {
  brief: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
  full: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }),
}

const when = (instant: number, detail: 'brief' | 'full'): Html => {
  const date = new Date(instant)
  const shown = dates[detail].format(date)
  return html`<time datetime="${date.toISOString()}">${shown}</time>`
}

const size = (base64: string): string => {
  const bytes = Buffer.byteLength(base64, 'base64')
  return bytes < 1024 ? `${bytes} B` : `${Math.round(bytes / 1024)} KB`
}

const frame = (title: string, content: Html): Answer =>
  pageAnswer(
    page(
      'en',
      title,
      css,
      html`<header><div><h1><a href="/mailbox">Mailbox</a></h1><span class="badge">Sandbox: nothing leaves this machine</span>
      <nav><a href="/">Sandbox</a></nav></div></header><main>${content}</main>`,
    ),
  )

const deliveryBadge = (mail: Mail): Html | false =>
  mail.deliveries > 1 && html` <span class="badge plain" data-testid="deliveries">delivered ${mail.deliveries}×</span>`

const preview = (mail: Mail): string => (mail.message.text ?? '').replace(/\s+/g, ' ').slice(0, 160)

const row = (mail: Mail): Html => html`<li><a href="/mailbox/${mail.id}" data-testid="mail">
  <span class="subject">${mail.message.subject || '(no subject)'}${deliveryBadge(mail)}</span>${when(mail.receivedAt, 'brief')}
  <span class="who">${addressText(mail.message.to)}</span><span class="preview">${preview(mail)}</span></a></li>`

/** Shows the list of mails. `to` is the filter in effect, and `recipients` are suggestions for the filter. */
export const mailboxPage = (mails: Mail[], to: string, recipients: { email: string }[]): Answer =>
  frame(
    'Mailbox',
    html`<form class="filter" action="/mailbox" role="search"><label>Recipient
      <input name="to" type="search" inputmode="email" autocomplete="off" list="recipients" value="${to}" placeholder="everybody"></label>
      <datalist id="recipients">${recipients.map(({ email }) => html`<option value="${email}"></option>`)}</datalist>
      <button class="button">Show</button>${to !== '' && html`<a class="button quiet" href="/mailbox">All mail</a>`}</form>
    ${
      mails.length > 0
        ? html`<ul class="list">${mails.map(row)}</ul>`
        : html`<div class="list empty"><p><b>${to === '' ? 'No mail yet' : `No mail to ${to}`}</b></p>
          <p class="soft">Order something in the shop, and its confirmation arrives here.</p></div>`
    }`,
  )

export const mailPage = (mail: Mail): Answer => {
  const { message } = mail
  const files = message.attachments ?? []
  return frame(
    message.subject,
    html`<a class="back" href="/mailbox">← All mail</a><article class="mail"><div class="head">
    <h2 data-testid="subject">${message.subject || '(no subject)'}${deliveryBadge(mail)}</h2>
    <dl><dt>From</dt><dd>${addressText(message.from)}</dd><dt>To</dt><dd data-testid="to">${addressText(message.to)}</dd>
    ${message.replyTo !== undefined && html`<dt>Reply to</dt><dd>${addressText(message.replyTo)}</dd>`}
    <dt>Received</dt><dd>${when(mail.receivedAt, 'full')}</dd></dl>
    ${
      files.length > 0 &&
      html`<ul class="files" aria-label="Attachments">${files.map(
        (
          file,
          index,
        ) => html`<li><a href="/mailbox/${mail.id}/attachments/${index}" download="${file.filename}" data-testid="attachment">
        ${file.filename} <small>${size(file.content)}</small></a></li>`,
      )}</ul>`
    }</div>
    ${
      message.html !== undefined &&
      html`<iframe title="${message.subject}" src="/mailbox/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" data-testid="html"></iframe>`
    }
    ${
      message.text !== undefined &&
      html`<details ${message.html === undefined ? html`open` : ''}><summary>Text version</summary><pre data-testid="text">${message.text}</pre></details>`
    }
    ${
      message.headers &&
      html`<details><summary>Headers</summary><pre>${Object.entries(message.headers)
        .map(([key, value]) => `${key}: ${value}`)
        .join('\n')}</pre></details>`
    }</article>`,
  )
}

const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'self'; form-action 'none'; base-uri 'none'; " +
  'img-src data: http://localhost:* http://*.localhost:* http://127.0.0.1:*; sandbox allow-popups allow-popups-to-escape-sandbox'

/** Returns the mail's own HTML, in which `cid:` images point to the attachments and links open in a new tab. */
export const mailHtml = (mail: Mail): Answer => {
  const files = mail.message.attachments ?? []
  const withImages = (mail.message.html ?? '').replace(/\bcid:([^"')\s>]+)/gi, (whole, contentId: string) => {
    const index = files.findIndex((file) =>
      [file.contentId, encodeURIComponent(file.contentId ?? '')].includes(contentId),
    )
    return index < 0 ? whole : `/mailbox/${mail.id}/attachments/${index}`
  })
  const target = '<base target="_blank">'
  const body = /<head[^>]*>/i.test(withImages)
    ? withImages.replace(/<head[^>]*>/i, (head) => head + target)
    : target + withImages
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': mailPolicy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body,
  }
}

const shownInline = /^image\/(png|jpeg|gif|webp|avif)$/

/**
 * Returns the attachment at `index`, or null if the mail has none there. Inline raster images may be shown in the mail. All
 * other attachments are downloads.
 */
export const mailAttachment = (mail: Mail, index: number): Answer | null => {
  const file = mail.message.attachments?.[index]
  if (!file) return null
  const disposition = file.disposition === 'inline' && shownInline.test(file.type) ? 'inline' : 'attachment'
  return {
    status: 200,
    headers: {
      'content-type': /^[\w.+-]+\/[\w.+-]+(;[\w\s=."-]+)?$/.test(file.type) ? file.type : 'application/octet-stream',
      'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(file.filename)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    body: Buffer.from(file.content, 'base64'),
  }
}

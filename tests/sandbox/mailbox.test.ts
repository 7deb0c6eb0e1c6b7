/** Tests that the mailbox accepts mails as Cloudflare's binding does, lists each once, and shows untrusted HTML safely. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mail } from './mailbox.ts'
import { post, startTestSandbox, type TestSandbox } from './sandbox-fixture.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})

afterAll(() => sandbox.remove())

const message = (change: object = {}) => ({
  from: { email: 'tickets@stagedoor.example', name: 'Stagedoor' },
  to: 'Fan@Example.com',
  subject: 'Deine Bestellung A-1',
  html: '<html><head><title>x</title></head><body><script>alert(1)</script><img src="cid:code"> Hallo</body></html>',
  text: 'Hallo',
  ...change,
})

const deliver = (change: object = {}): Promise<Response> => post(`${sandbox.url}/mail/messages`, message(change))

const mailsTo = async (to: string): Promise<Mail[]> => {
  const response = await fetch(`${sandbox.url}/mailbox.json?to=${encodeURIComponent(to)}`)
  const { data } = (await response.json()) as { data: Mail[] }
  return data
}

const pageOf = async (path: string): Promise<{ response: Response; text: string }> => {
  const response = await fetch(sandbox.url + path)
  return { response, text: await response.text() }
}

describe('the mailbox', () => {
  it('lists a mail only once if it is delivered twice, and counts the deliveries', async () => {
    const headers = { 'X-Stagedoor-Id': 'outbox_1' }
    const first = await (await deliver({ to: 'twice@example.com', headers })).json()
    const second = await (await deliver({ to: 'twice@example.com', headers })).json()
    expect(second).toEqual(first)
    const mails = await mailsTo('twice@example.com')
    expect(mails.map((mail) => mail.deliveries)).toEqual([2])
  })

  it('filters by recipient without regard to case, and lists the newest mail first', async () => {
    await deliver({ subject: 'One' })
    await deliver({ subject: 'Two', to: ['other@example.com', { email: 'fan@example.com' }] })
    const mails = await mailsTo('FAN@example.com')
    expect(mails.map((mail) => mail.message.subject)).toEqual(['Two', 'One'])
    const { text } = await pageOf('/mailbox?to=fan%40example.com')
    expect(text).toContain('Two')
  })

  it("rejects invalid messages with the error codes of Cloudflare's binding", async () => {
    for (const [change, code] of [
      [{ to: 'nobody' }, 'E_VALIDATION_ERROR'],
      [{ subject: 7 }, 'E_VALIDATION_ERROR'],
      [{ html: undefined, text: undefined }, 'E_FIELD_MISSING'],
    ] as const) {
      const response = await deliver(change)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: { code } })
    }
  })

  it('fails as often as /control/mail demands', async () => {
    await post(`${sandbox.url}/control/mail`, { failNext: 1 })
    expect((await deliver({ to: 'late@example.com' })).status).toBe(503)
    expect((await deliver({ to: 'late@example.com' })).status).toBe(200)
    expect(await mailsTo('late@example.com')).toHaveLength(1)
  })

  it("escapes the subject, forbids scripts in the mail's HTML, and serves the attachments", async () => {
    const content = Buffer.from('BEGIN:VCALENDAR').toString('base64')
    await deliver({
      to: 'files@example.com',
      subject: '<b>"Tickets"</b>',
      attachments: [
        { filename: 'tickets & mehr.ics', type: 'text/calendar', disposition: 'attachment', content },
        { filename: 'code.png', type: 'image/png', disposition: 'inline', contentId: 'code', content },
      ],
    })
    const [mail] = await mailsTo('files@example.com')
    const shown = await pageOf(`/mailbox/${mail?.id}`)
    expect(shown.text).toContain('&lt;b&gt;&quot;Tickets&quot;&lt;/b&gt;')
    expect(shown.text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    const html = await pageOf(`/mailbox/${mail?.id}/html`)
    expect(html.response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html.response.headers.get('content-security-policy')).not.toContain('allow-scripts')
    expect(html.text).toContain(`<img src="/mailbox/${mail?.id}/attachments/1">`)
    const file = await pageOf(`/mailbox/${mail?.id}/attachments/0`)
    expect(file.text).toBe('BEGIN:VCALENDAR')
    expect(file.response.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''tickets%20%26%20mehr.ics",
    )
  })
})

describe('the EMAIL binding', () => {
  it('sends a mail from a worker, and throws an error whose message contains the code of a rejection', async () => {
    const source = readFileSync(join(import.meta.dirname, 'mail-binding.js'), 'utf8')
    const worker = `export default { async fetch(request, env) {
      const attachments = [{ filename: 'a.txt', type: 'text/plain', disposition: 'attachment', content: new Uint8Array([104, 105]).buffer }]
      const { to } = await request.json()
      try { return Response.json(await env.EMAIL.send({ from: 'shop@example.com', to, subject: 'Hi', text: 'Hi', attachments })) }
      catch (error) { return Response.json({ code: error.code ?? null, message: error.message }, { status: 500 }) }
    } }`
    const compatibilityDate = '2026-10-23'
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({
        workers: [
          { name: 'shop', compatibilityDate, modules: true, script: worker, serviceBindings: { EMAIL: 'mail' } },
          {
            name: 'mail',
            compatibilityDate,
            modules: true,
            script: source,
            bindings: { MAILBOX_URL: sandbox.url },
          },
        ],
      }),
    )
    const send = (to: string) =>
      miniflare.dispatchFetch('http://shop/', { method: 'POST', body: JSON.stringify({ to }) })
    try {
      expect(await (await send('binding@example.com')).json()).toEqual({
        messageId: expect.stringMatching(/^<mail_\w+@sandbox\.localhost>$/),
      })
      const [mail] = await mailsTo('binding@example.com')
      expect(mail?.message.attachments?.[0]?.content).toBe('aGk=')
      const refused = await send('nobody')
      expect(refused.status).toBe(500)
      expect(await refused.json()).toMatchObject({ message: expect.stringContaining('E_VALIDATION_ERROR') })
    } finally {
      await miniflare.dispose()
    }
  })
})

/**
 * Replaces Cloudflare's EMAIL binding. This worker is the shop's service binding EMAIL, so that the shop calls
 * `env.EMAIL.send(message)` as in production. It posts the message to the sandbox, whose origin is MAILBOX_URL. If the
 * sandbox rejects the message, this worker throws an error with Cloudflare's code. The code is in `code` and at the start of
 * the error's message, because RPC may drop `code`. The file is JavaScript, because workerd runs it without a build.
 */
import { WorkerEntrypoint } from 'cloudflare:workers'

class MailError extends Error {
  constructor(code, message) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** Encodes bytes as base64. A string is base64 already, as in Cloudflare's own binding. */
function base64(content) {
  if (typeof content === 'string') return content
  const bytes =
    content instanceof ArrayBuffer
      ? new Uint8Array(content)
      : new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

export default class MailBinding extends WorkerEntrypoint {
  async send(message) {
    const attachments = message.attachments?.map((file) => ({ ...file, content: base64(file.content) }))
    const response = await fetch(`${this.env.MAILBOX_URL}/mail/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...message, ...(attachments ? { attachments } : {}) }),
    }).catch((error) => {
      throw new MailError('E_INTERNAL_SERVER_ERROR', error instanceof Error ? error.message : String(error))
    })
    const answer = await response.json()
    if (answer.messageId !== undefined) return { messageId: answer.messageId }
    throw new MailError(answer.error?.code ?? 'E_INTERNAL_SERVER_ERROR', answer.error?.message ?? 'no reason given')
  }
}

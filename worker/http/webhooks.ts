/**
 * The webhooks of the online providers. If applying a notice fails, the answer is 500, and the provider repeats the notice
 * for days.
 */
import type { ProviderAccount } from '../payments/method.ts'
import { applyNotice } from '../services/provider-notice.ts'
import { readText } from './body.ts'
import type { EdgeContext } from './edge-context.ts'
import { noteSecurityEvent } from './security-event.ts'

const LARGEST_NOTICE = 512 * 1024

/** Returns the handler of a provider's webhook. */
export const serveWebhook =
  (account: ProviderAccount) =>
  async (http: EdgeContext): Promise<Response> => {
    const { env } = http
    if (!account.hasWebhookSecret(env)) return http.text('not configured', 404)
    const body = await readText(http.req.raw, LARGEST_NOTICE)
    if (body === null) return http.text('too large', 413)
    const notice = await account.readNotice(env, body, http.req.raw.headers)
    // A provider repeats a refused notice, and `listNotices` returns it to the job that looks for missed notices.
    if (notice === 'unchecked') return http.text('too many webhooks', 429, { 'retry-after': '60' })
    if (!notice) {
      noteSecurityEvent('webhook signature refused', { provider: account.id })
      return http.text('bad signature', 400)
    }
    switch (await applyNotice(env, account, notice, Date.now())) {
      case 'missing':
        return http.text('unknown session', 500)
      case 'known':
        return http.text('known')
      case 'applied':
        return http.text('ok')
    }
  }

/**
 * Tells a device that one of its passes has changed. The notification contains nothing: the device then asks the worker for
 * its changed passes. Apple's push service requires HTTP/2 and a token that is between 20 and 60 minutes old at most.
 */
import { signedToken } from './pem.ts'
import { WalletOutage } from './wallet-outage.ts'
import type { AppleSettings } from './wallet-settings.ts'

const TIMEOUT_MS = 10_000
const TOKEN_MS = 40 * 60_000

/** Whether Apple took the notification, or says that this device no longer has a pass of this type. */
export type PushOutcome = 'sent' | 'gone'

/** The token of the last used key. */
let cachedToken: { owner: string; token: string; until: number } | null = null

async function tokenOf({ teamId, push }: AppleSettings, now: number): Promise<string> {
  if (!push) throw new Error('no key for push notifications')
  const owner = `${teamId} ${push.keyId} ${push.key}`
  if (cachedToken?.owner === owner && cachedToken.until > now) return cachedToken.token
  const claims = { iss: teamId, iat: Math.floor(now / 1000) }
  const token = await signedToken(push.key, 'ES256', claims, { kid: push.keyId })
  cachedToken = { owner, token, until: now + TOKEN_MS }
  return token
}

/** Throws a WalletOutage. Without a key for push notifications, nothing is sent. */
export async function pushToDevice(settings: AppleSettings, pushToken: string, now: number): Promise<PushOutcome> {
  if (!settings.push) return 'sent'
  const response = await fetch(`${settings.push.base}/3/device/${encodeURIComponent(pushToken)}`, {
    method: 'POST',
    headers: {
      authorization: `bearer ${await tokenOf(settings, now)}`,
      'apns-topic': settings.passTypeId,
      'apns-push-type': 'background',
      'apns-priority': '5',
    },
    body: '{}',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new WalletOutage('Apple', error instanceof Error ? error.name : 'unreachable')
  })
  const text = await response.text().catch(() => '')
  if (response.ok) return 'sent'
  if (response.status === 410 || text.includes('BadDeviceToken') || text.includes('DeviceTokenNotForTopic'))
    return 'gone'
  if (response.status === 403) cachedToken = null
  throw new WalletOutage('Apple', `push refused with ${response.status}`)
}

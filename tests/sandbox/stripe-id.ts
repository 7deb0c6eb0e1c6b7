/** Ids in Stripe's format: a prefix that names the kind, then random letters and digits. */
import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const randomText = (length: number): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')

export const stripeId = (prefix: string, length = 24): string => `${prefix}_${randomText(length)}`

/** Stripe counts whole seconds. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)

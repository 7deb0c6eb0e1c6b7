/** Generates ids in Stripe's format: a prefix that names the kind of object, and random letters and digits. */
import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const randomText = (length: number): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')

export const stripeId = (prefix: string, length = 24): string => `${prefix}_${randomText(length)}`

/** Returns the current time in whole seconds, as Stripe's objects contain it. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)

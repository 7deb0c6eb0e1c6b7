/**
 * The visitor's cookie: the cart's id and its signature. It is set when the first thing needs a cart, lives as long as the
 * browser keeps it for a month, and opens nothing but that cart. A forged or foreign cookie counts as none.
 */

import type { Context } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { isId, newId } from '../../schema/ids.ts'

const COOKIE = 'cart'
const MONTH_SECONDS = 30 * 24 * 3600

export async function readCartCookie(http: Context, secret: string): Promise<string | null> {
  const value = await getSignedCookie(http, secret, COOKIE)
  return isId('cart', value) ? value : null
}

export function newCartId(now: number): string {
  return newId('cart', now)
}

/** Secure always, but for plain http in development on a host that browsers do not trust with it. */
export async function writeCartCookie(http: Context, secret: string, cartId: string, secure: boolean): Promise<void> {
  await setSignedCookie(http, COOKIE, cartId, secret, {
    path: '/',
    httpOnly: true,
    secure,
    sameSite: 'Lax',
    maxAge: MONTH_SECONDS,
  })
}

/** The visitor's first position in the queue, stored in a cookie for an hour (SES-03). Progress is measured from it. */
import type { CookieName } from '../../schema/browser-storage.ts'
import { cookie, readCookie, writeCookie } from '../data/browser-storage.ts'

const HOUR_SECONDS = 3600

const cookieName = (room: string): CookieName => `queue.${room.replace('/', '.')}`

/** Returns the first position in this waiting room. If none or a smaller one is stored, `ahead` becomes the first position. */
export function firstPosition(room: string, ahead: number): number {
  const name = cookieName(room)
  const first = Math.max(Number(readCookie(name)) || 0, ahead)
  writeCookie(cookie(name, String(first), HOUR_SECONDS))
  return first
}

/** Progress in whole percent. At most 99, because the visitor has not been admitted yet. */
export function progressPercent(first: number, ahead: number): number {
  if (first <= 0) return 99
  return Math.min(99, Math.max(0, Math.floor((100 * (first - ahead)) / first)))
}

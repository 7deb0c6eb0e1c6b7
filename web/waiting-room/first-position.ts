/** Where a visitor began to wait, kept in a cookie for an hour (SES-03): progress is told from there. */
import type { CookieName } from '../../schema/browser-storage.ts'
import { writeCookie } from '../data/browser-storage.ts'

const HOUR_SECONDS = 3600

const nameOf = (room: string): CookieName => `queue.${room.replace('/', '.')}`

/** The first known position in this room; `ahead` becomes it where there is none, or where it was smaller. */
export function firstPosition(room: string, ahead: number): number {
  const prefix = `${nameOf(room)}=` as const
  const kept = document.cookie.split('; ').find((part) => part.startsWith(prefix))
  const first = Math.max(Number(kept?.slice(prefix.length)) || 0, ahead)
  writeCookie(`${prefix}${first}; path=/; max-age=${HOUR_SECONDS}; samesite=lax`)
  return first
}

/** Whole percent of the way that is behind; never more than 99 before the door opens. */
export function progressOf(first: number, ahead: number): number {
  if (first <= 0) return 99
  return Math.min(99, Math.max(0, Math.floor((100 * (first - ahead)) / first)))
}

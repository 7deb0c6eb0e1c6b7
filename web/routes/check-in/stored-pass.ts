/**
 * The pass of a check-in, which the tab stores. At the door of a venue, many fans share one network that is slow or refused,
 * and a reload must still show the pass.
 */
import type { Locale } from '../../../schema/locale.ts'
import { writeItem } from '../../data/browser-storage.ts'
import type { CheckInTicket } from './check-in-ticket.ts'

const KEY = 'door-pass'

type StoredPass = { ticket: string; locale: Locale; found: CheckInTicket }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** An older version of the page may have stored something else. */
function isPass(stored: unknown): stored is StoredPass {
  if (!isObject(stored) || typeof stored.ticket !== 'string' || typeof stored.locale !== 'string') return false
  const { found } = stored
  return isObject(found) && typeof found.checkedInAt === 'number' && isObject(found.event) && Array.isArray(found.items)
}

/** Returns null if this tab has checked in no ticket. */
export function storedPass(): StoredPass | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return isPass(stored) ? stored : null
  } catch {
    return null
  }
}

/** `pass`: null removes it. Without storage, a reload asks the server. */
export function storePass(pass: StoredPass | null): void {
  try {
    if (pass) writeItem(sessionStorage, KEY, JSON.stringify(pass))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Storage is blocked or full.
  }
}

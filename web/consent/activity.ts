/**
 * LOG-01: logs an action of the visitor on the server. The log contains only the shop and the name of the action, and the
 * browser stores nothing for it, so it needs no consent. With consent, the action is also part of the statistics.
 */
import { LogActivityDocument } from '../../schema/generated/mutations.ts'
import type { Activity } from '../../schema/tracking.ts'
import { runOperation } from '../data/fetch.ts'
import { currentPath, reportVisit } from './visit-report.ts'

/** The same action is logged again only after this time, so that opening and closing the minicart counts once. */
const APART_MS = 30_000
/** A page logs at most this many actions until it is reloaded. */
const MOST = 40

const loggedAt = new Map<Activity, number>()
let logged = 0

/** Does not wait for the server. If the server does not answer or refuses the action, it is not logged. */
export function sendActivity(action: Activity): void {
  const now = performance.now()
  if (logged >= MOST || now - (loggedAt.get(action) ?? Number.NEGATIVE_INFINITY) < APART_MS) return
  loggedAt.set(action, now)
  logged++
  runOperation(LogActivityDocument, { action, details: {} }, { isBackground: true }).catch(() => {})
  reportVisit(action, currentPath())
}

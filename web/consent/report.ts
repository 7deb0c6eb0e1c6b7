/**
 * Sends statistics and error reports, only with the visitor's consent at that moment. A request with `keepalive` outlives its
 * page, as a beacon of `navigator.sendBeacon` does. Unlike a beacon, it contains neither cookies nor the page's address,
 * which may contain the number of an order.
 */
import { trackingIsAllowed } from './tracking.ts'

/** Returns whether the report was sent. Nobody waits for the answer, and a lost report is not repeated. */
export function sendReport(url: string | null, report: object): boolean {
  if (url === null || !trackingIsAllowed()) return false
  const request: RequestInit = {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
    body: JSON.stringify(report),
  }
  fetch(url, request).catch(() => {})
  return true
}

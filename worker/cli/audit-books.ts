/**
 * `npm run audit:books`: compares the seats, orders, tickets, payments, refunds, stock and codes of a running shop. Repairs
 * a difference if exactly one repair is correct, and prints the findings. Exits with 1 if it fails or a finding needs a
 * person. Connects to the deployed shop if SHOP_URL and OPERATOR_TOKEN are set, else to the local server.
 */
import { type AuditSlice, FINDINGS } from '../domain/orders/book-audit.ts'
import { messageOf } from '../domain/text/error-message.ts'
import { ask } from './operator-client.ts'

try {
  // Two slices may audit the same rows and report the same finding.
  const found = new Map<string, AuditSlice['findings'][number]>()
  let cursor: string | null = ''
  while (cursor !== null) {
    const slice = (await ask('POST', '/audit', { cursor })) as AuditSlice
    for (const finding of slice.findings) found.set(`${finding.kind} ${finding.subjectId}`, finding)
    cursor = slice.cursor
  }
  const findings = [...found.values()]
  const counts = { repaired: 0, accepted: 0, OPEN: 0 }
  for (const { kind, subjectId, details, isRepaired, isAccepted } of findings) {
    const state = isRepaired ? 'repaired' : isAccepted ? 'accepted' : 'OPEN'
    counts[state]++
    console.log(`${state}  ${kind} ${subjectId}: ${FINDINGS[kind]}  ${JSON.stringify(details)}`)
  }
  const { repaired, accepted, OPEN: open } = counts
  console.log(findings.length === 0 ? 'The books agree.' : `${repaired} repaired, ${accepted} accepted, ${open} open.`)
  process.exitCode = open > 0 ? 1 : 0
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

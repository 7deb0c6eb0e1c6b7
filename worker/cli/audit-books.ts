/**
 * `npm run audit:books`: compares seats, orders, tickets, payments, refunds, stock and codes of a running shop, repairs what
 * has one right answer, and prints what it found. Ends with 1 where something is left for a person. Speaks to the local
 * server, or to a deployed one by SHOP_URL and OPERATOR_TOKEN.
 */
import { type AuditSlice, FINDINGS } from '../domain/book-audit.ts'
import { ask } from './operator-client.ts'

try {
  const findings: AuditSlice['findings'] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const slice = (await ask('POST', '/audit', { cursor })) as AuditSlice
    findings.push(...slice.findings)
    cursor = slice.cursor
  }
  for (const { kind, subjectId, details, isRepaired } of findings)
    console.log(
      `${isRepaired ? 'repaired' : 'OPEN'}  ${kind} ${subjectId}: ${FINDINGS[kind]}  ${JSON.stringify(details)}`,
    )
  const open = findings.filter(({ isRepaired }) => !isRepaired).length
  console.log(findings.length === 0 ? 'The books agree.' : `${findings.length - open} repaired, ${open} open.`)
  process.exitCode = open > 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

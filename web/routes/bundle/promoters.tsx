/** BND-04: who owes the concerts of a bundle, and who sells their tickets. The law demands it before the purchase. */
import { companyLines, organiserBeside } from '../../../schema/rules/promoter.ts'
import { m } from '../../i18n/messages.ts'
import { type Bundle, eventsOfBundle, sellsTickets } from './selection.ts'

export function Promoters({ bundle }: { bundle: Bundle }) {
  const events = eventsOfBundle(bundle)
  const organisers = new Set(events.flatMap((event) => organiserBeside(event) ?? []))
  const owners = new Set(
    events.map((event) => companyLines(event.owningCompanyAddress).join('\n')).filter((lines) => lines !== ''),
  )
  if (events.length === 0) return null
  return (
    <div className="mt-8 space-y-4 text-sm">
      {organisers.size > 0 && (
        <p>
          <span className="label block text-muted">{m.bundle_organiser()}</span>
          {[...organisers].join(', ')}
        </p>
      )}
      {owners.size > 0 && (
        <p className="whitespace-pre-line">
          <span className="label block text-muted">{m.checkout_promoter()}</span>
          {[...owners].join('\n\n')}
        </p>
      )}
      {sellsTickets(bundle) && <p className="text-muted">{m.event_broker_note()}</p>}
    </div>
  )
}

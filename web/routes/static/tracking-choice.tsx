/** PAGE-01: shows whether tracking is allowed, with a button for the other choice. */
import { allowTracking, useTrackingIsAllowed } from '../../consent/tracking.ts'
import { m } from '../../i18n/messages.ts'

export function TrackingChoice() {
  const isAllowed = useTrackingIsAllowed()
  return (
    <section id="tracking" className="mb-10 rounded-lg border-(length:--rule) border-ink px-5 py-4">
      <h2 className="display-4">{m.datapolicy_tracking()}</h2>
      <p className="mt-2" role="status">
        {isAllowed ? m.datapolicy_tracking_on() : m.datapolicy_tracking_off()}
      </p>
      <button type="button" className="text-link mt-3 min-h-9" onClick={() => allowTracking(!isAllowed)}>
        {isAllowed ? m.datapolicy_opt_out() : m.datapolicy_opt_in()}
      </button>
    </section>
  )
}

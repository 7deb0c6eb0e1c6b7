/** PAGE-01: shows whether tracking is allowed, with buttons to allow and to refuse it. */
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
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
        <button
          type="button"
          className="text-link min-h-9"
          aria-pressed={isAllowed}
          onClick={() => allowTracking(true)}
        >
          {m.datapolicy_opt_in()}
        </button>
        <button
          type="button"
          className="text-link min-h-9"
          aria-pressed={!isAllowed}
          onClick={() => allowTracking(false)}
        >
          {m.datapolicy_opt_out()}
        </button>
      </p>
    </section>
  )
}

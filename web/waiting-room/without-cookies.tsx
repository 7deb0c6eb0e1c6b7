/** Shown in browsers without cookies, which cannot store a queue entry. Otherwise the visitor would wait in vain. */
import { useId } from 'react'
import { m } from '../i18n/messages.ts'

export function WithoutCookies({ onBrowse }: { onBrowse: (() => void) | undefined }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="page max-w-3xl py-8 md:py-14" data-testid="waiting-room">
      <h1 id={id} className="display-2 text-balance">
        {m.queue_cookies_title()}
      </h1>
      <div role="alert" className="mt-4 max-w-prose text-lg">
        <p>{m.queue_cookies_text()}</p>
        <ol className="mt-4 grid list-decimal gap-2 pl-6">
          <li>{m.queue_cookies_allow()}</li>
          <li>{m.queue_cookies_extension()}</li>
          <li>{m.queue_cookies_window()}</li>
        </ol>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <button type="button" className="button-primary" onClick={() => location.reload()}>
          {m.queue_cookies_again()}
        </button>
        {onBrowse && (
          <button type="button" className="button-secondary" onClick={onBrowse}>
            {m.queue_cookies_close()}
          </button>
        )}
      </div>
    </section>
  )
}

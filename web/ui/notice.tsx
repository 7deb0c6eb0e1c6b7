/** Messages in place of content: for an empty list, a failed request or a lost connection. */
import type { ReactNode } from 'react'
import { ConnectionError } from '../data/fetch.ts'
import { faultText } from '../i18n/fault-text.ts'
import { m } from '../i18n/messages.ts'

type NoticeProps = { title: string; text?: string; children?: ReactNode }

export function Notice({ title, text, children }: NoticeProps) {
  return (
    <div className="notice rounded-xl border-(length:--rule) border-line bg-surface px-5 py-8 sm:px-8">
      <p className="display display-4">{title}</p>
      {text && <p className="mt-2 max-w-prose text-muted">{text}</p>}
      {children && <div className="mt-5 flex flex-wrap gap-3">{children}</div>}
    </div>
  )
}

export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isOffline = error instanceof ConnectionError && error.fault === 'offline'
  return (
    <div role="alert">
      <Notice title={isOffline ? m.state_offline_title() : m.state_error_title()} text={faultText(error)}>
        <button type="button" className="button-primary" onClick={onRetry}>
          {m.state_retry()}
        </button>
      </Notice>
    </div>
  )
}

/** What a fan reads where no answer came through. Apart from the refusals' texts, which the first view does not need. */
import { ConnectionError, type ConnectionFault } from '../data/fetch.ts'
import { m } from './messages.ts'

const FAULTS = {
  offline: m.error_offline,
  timeout: m.error_timeout,
  server: m.error_server,
  waiting: m.error_queue_active,
} satisfies Record<ConnectionFault, () => string>

export function faultText(error: unknown): string {
  return error instanceof ConnectionError ? FAULTS[error.fault]() : m.error_server()
}

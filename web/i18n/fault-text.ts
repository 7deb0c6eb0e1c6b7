/**
 * The texts for errors without a code, such as connection errors. They are a separate module, so that code which needs only
 * these texts does not load all texts of error-text.ts.
 */
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

/** The texts for connection errors. They are a module of their own, because pages need error-text.ts only later. */
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

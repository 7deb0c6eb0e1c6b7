/**
 * Catches the errors of a page: a chunk that did not load, or a bug. The shell around the page stays usable. If the browser
 * is offline, the error is shown as a connection error, because the usual cause is a chunk that did not load. After any
 * error, the boundary reloads the page as soon as the browser comes online.
 */
import { Component, type ReactNode } from 'react'
import { ConnectionError } from '../data/fetch.ts'
import { faults } from '../data/reports.ts'
import { LoadError } from '../ui/notice.tsx'
import { resolveLive } from './live.tsx'

const reload = () => location.reload()

export class LoadBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: navigator.onLine ? error : new ConnectionError('offline', error) }
  }

  override componentDidCatch(error: unknown) {
    faults.send(error)
    resolveLive()
    addEventListener('online', reload)
  }

  override componentWillUnmount() {
    removeEventListener('online', reload)
  }

  override render() {
    if (this.state.error === null) return this.props.children
    return (
      <div className="page py-12">
        <LoadError error={this.state.error} onRetry={reload} />
      </div>
    )
  }
}

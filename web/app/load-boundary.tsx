/**
 * Catches what a page throws: code that did not come, or a fault of ours. The shell around it stays usable. Without a
 * connection it is the code; the page is tried again as soon as there is one.
 */
import { Component, type ReactNode } from 'react'
import { ConnectionError } from '../data/fetch.ts'
import { LoadError } from '../ui/notice.tsx'
import { tellLive } from './live.tsx'

const reload = () => location.reload()

export class LoadBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: navigator.onLine ? error : new ConnectionError('offline', error) }
  }

  override componentDidCatch() {
    tellLive()
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

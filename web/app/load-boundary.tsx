/** Catches what a page throws: code that did not come, or a fault of ours. The shell around it stays usable. */
import { Component, type ReactNode } from 'react'
import { LoadError } from '../ui/notice.tsx'
import { tellLive } from './live.tsx'

export class LoadBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch() {
    tellLive()
  }

  override render() {
    if (this.state.error === null) return this.props.children
    return (
      <div className="page py-12">
        <LoadError error={this.state.error} onRetry={() => location.reload()} />
      </div>
    )
  }
}

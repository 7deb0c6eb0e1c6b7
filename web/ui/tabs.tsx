/** Tabs by the pattern: arrow keys move, the chosen one is in the tab order, each panel is named by its tab. */
import type { KeyboardEvent, ReactNode } from 'react'

type Tab<Id extends string> = { id: Id; label: string }

type TabListProps<Id extends string> = {
  label: string
  tabs: Tab<Id>[]
  shown: Id
  onShow: (id: Id) => void
  className?: string
}

export function TabList<Id extends string>({ label, tabs, shown, onShow, className = '' }: TabListProps<Id>) {
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const place = tabs.findIndex(({ id }) => id === shown)
    const next = tabs[(place + step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onShow(next.id)
    document.getElementById(`tab-${next.id}`)?.focus()
  }
  return (
    <div className={className}>
      <div role="tablist" aria-label={label} className="tab-list flex rule-b" onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`tab-${tab.id}`}
            aria-selected={tab.id === shown}
            aria-controls={`panel-${tab.id}`}
            tabIndex={tab.id === shown ? 0 : -1}
            onClick={() => onShow(tab.id)}
            className="display display-4 min-h-12 grow border-b-4 border-transparent px-3 text-muted aria-selected:border-accent aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
    </div>
  )
}

type TabPanelProps = {
  id: string
  isShown: boolean
  /** On a wide window all panels stand below each other and there are no tabs. */
  staysOnDesktop?: boolean
  /** False where only this one part is there and no tabs are. */
  hasTab?: boolean
  children: ReactNode
}

export function TabPanel({ id, isShown, staysOnDesktop = false, hasTab = true, children }: TabPanelProps) {
  const hiding = staysOnDesktop ? 'max-lg:hidden' : 'hidden'
  return (
    <div
      id={`panel-${id}`}
      className={isShown ? '' : hiding}
      {...(hasTab && { role: 'tabpanel', 'aria-labelledby': `tab-${id}` })}
    >
      {children}
    </div>
  )
}

/**
 * Tabs by the ARIA tabs pattern: arrow keys select the next tab, only the selected tab is in the tab order, and each panel
 * is labelled by its tab.
 */
import type { KeyboardEvent, ReactNode } from 'react'

type Tab<Id extends string> = { id: Id; label: string }

type TabListProps<Id extends string> = {
  label: string
  tabs: Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  className?: string
}

export function TabList<Id extends string>({ label, tabs, selected, onSelect, className = '' }: TabListProps<Id>) {
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const index = tabs.findIndex(({ id }) => id === selected)
    const next = tabs[(index + step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
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
            aria-selected={tab.id === selected}
            aria-controls={`panel-${tab.id}`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
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
  isSelected: boolean
  /** In a wide window, all panels are visible, one below the other, and there are no tabs. */
  staysOnDesktop?: boolean
  /** False if there is only this panel, and therefore no tabs. */
  hasTab?: boolean
  children: ReactNode
}

export function TabPanel({ id, isSelected, staysOnDesktop = false, hasTab = true, children }: TabPanelProps) {
  const hiddenClass = staysOnDesktop ? 'max-lg:hidden' : 'hidden'
  return (
    <div
      id={`panel-${id}`}
      className={isSelected ? '' : hiddenClass}
      {...(hasTab && { role: 'tabpanel', 'aria-labelledby': `tab-${id}` })}
    >
      {children}
    </div>
  )
}

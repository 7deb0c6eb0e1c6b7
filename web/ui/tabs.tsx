/**
 * Tabs by the ARIA tabs pattern: arrow keys select the next or previous tab, only the selected tab is in the tab order, and
 * each panel is labelled by its tab.
 */
import type { KeyboardEvent, ReactNode } from 'react'

type Tab<Id extends string> = { id: Id; label: string }

type TabListProps<Id extends string> = {
  label: string
  tabs: Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  className: string
}

type PhoneTabsProps<Id extends string> = TabListProps<Id> & {
  /** True if several panels have content. Otherwise there are no tabs, and no panel is hidden. */
  hasTabs: boolean
  /** In the order in which a wide window shows them. */
  panels: { id: Id; content: ReactNode }[]
}

/** Panels that are tabs in windows below 64rem. Wider windows show all panels, one below the other, without tabs. */
export function PhoneTabs<Id extends string>({ hasTabs, panels, ...list }: PhoneTabsProps<Id>) {
  return (
    <>
      {hasTabs && <TabList {...list} />}
      {panels.map(({ id, content }) => (
        <div
          key={id}
          id={`panel-${id}`}
          className={hasTabs && id !== list.selected ? 'max-lg:hidden' : ''}
          {...(hasTabs && { role: 'tabpanel', 'aria-labelledby': `tab-${id}` })}
        >
          {content}
        </div>
      ))}
    </>
  )
}

function TabList<Id extends string>({ label, tabs, selected, onSelect, className }: TabListProps<Id>) {
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
    <div className={`page lg:hidden ${className}`}>
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

/** The search field, which leads to the search page. Suggestions load when the field is focused for the first time. */
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { usePages } from '../catalogue/pages-context.ts'
import { m } from '../i18n/messages.ts'
import { optionalPart } from '../ui/client-only.tsx'
import { Icon } from '../ui/icon.tsx'

const Suggestions = optionalPart(() => import('./suggestions.tsx'))

type SearchFormProps = {
  id?: string
  className?: string
  initial?: string
  onSearch?: () => void
  /** The field gets the focus when its popover opens. */
  isFirstInPopover?: boolean
}

export default function SearchForm({
  id,
  className = '',
  initial = '',
  onSearch,
  isFirstInPopover = false,
}: SearchFormProps) {
  const generatedId = useId()
  const fieldId = id ?? generatedId
  const [query, setQuery] = useState(initial)
  const [hasBeenFocused, setBeenFocused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const pages = usePages()
  const terms = query.trim()
  useEffect(() => {
    // A field that got the focus before hydration has no later focus event.
    if (document.activeElement === field.current) setBeenFocused(true)
    // Browsers focus the element with this attribute when they open the popover. React's `autoFocus` sets no attribute.
    if (isFirstInPopover) field.current?.setAttribute('autofocus', '')
  }, [isFirstInPopover])
  return (
    <search className={className}>
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          if (terms === '') return
          field.current?.blur()
          onSearch?.()
          void navigate(`/search/${encodeURIComponent(terms)}`)
        }}
      >
        <label htmlFor={fieldId} className="sr-only">
          {m.shell_search_label()}
        </label>
        <input
          ref={field}
          id={fieldId}
          type="search"
          name="q"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onFocus={() => {
            setBeenFocused(true)
            pages.prefetch('/search/')
          }}
          placeholder={m.shell_search_placeholder()}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={80}
          className="field pr-12"
        />
        <button type="submit" aria-label={m.shell_search()} className="icon-button absolute top-0.5 right-0.5">
          <Icon name="search" className="size-5" />
        </button>
        {hasBeenFocused && (
          <Suggestions field={field} typed={query} onLeave={onSearch} startsFilled={isFirstInPopover} />
        )}
      </form>
    </search>
  )
}

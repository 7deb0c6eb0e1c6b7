/** One line to search by; the answer is a page of its own. */
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { m } from '../i18n/messages.ts'
import { Icon } from '../ui/icon.tsx'
import { prefetchPage } from './pages.ts'

type SearchFormProps = { id?: string; className?: string; initial?: string; onSearch?: () => void }

export function SearchForm({ id, className = '', initial = '', onSearch }: SearchFormProps) {
  const own = useId()
  const fieldId = id ?? own
  const [query, setQuery] = useState(initial)
  const navigate = useNavigate()
  const wanted = query.trim()
  return (
    <search className={className}>
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted === '') return
          onSearch?.()
          void navigate(`/search/${encodeURIComponent(wanted)}`)
        }}
      >
        <label htmlFor={fieldId} className="sr-only">
          {m.shell_search_label()}
        </label>
        <input
          id={fieldId}
          type="search"
          name="q"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onFocus={() => prefetchPage('/search/')}
          placeholder={m.shell_search_placeholder()}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={80}
          className="field pr-12"
        />
        <button type="submit" aria-label={m.shell_search()} className="icon-button absolute top-0.5 right-0.5">
          <Icon name="search" className="size-5" />
        </button>
      </form>
    </search>
  )
}

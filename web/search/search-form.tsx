/** One line to search by; the answer is a page of its own. Suggestions come with the first interest in the field. */
import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { usePages } from '../catalogue/pages-context.ts'
import { m } from '../i18n/messages.ts'
import { Icon } from '../ui/icon.tsx'
import { extra } from '../ui/later.tsx'

const Suggestions = extra(() => import('./suggestions.tsx'))

type SearchFormProps = { id?: string; className?: string; initial?: string; onSearch?: () => void }

export default function SearchForm({ id, className = '', initial = '', onSearch }: SearchFormProps) {
  const own = useId()
  const fieldId = id ?? own
  const [query, setQuery] = useState(initial)
  const [isWanted, setWanted] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const pages = usePages()
  const wanted = query.trim()
  return (
    <search className={className}>
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted === '') return
          field.current?.blur()
          onSearch?.()
          void navigate(`/search/${encodeURIComponent(wanted)}`)
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
            setWanted(true)
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
        {isWanted && <Suggestions field={field} typed={query} onLeave={onSearch} />}
      </form>
    </search>
  )
}

/**
 * SRCH-01: the suggestions below the search field, by the ARIA combobox pattern. The field keeps the focus. Arrow keys move
 * through the list and back to the field. Enter opens the marked suggestion, or searches if none is marked. Escape closes
 * the list. On phones, the list shows suggestions before anything is typed. The component loads after the first focus, and
 * then adds the combobox attributes to the field.
 */
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { SuggestionIndexDocument } from '../../schema/generated/operations.ts'
import { SUGGEST_FROM_LENGTH } from '../../schema/limits.ts'
import type { Locale } from '../../schema/locale.ts'
import { pathInShop } from '../data/address.ts'
import { leavePage } from '../data/command-queue.ts'
import { usePage } from '../data/page.tsx'
import { useOperation } from '../data/query.ts'
import { formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import { Icon } from '../ui/icon.tsx'
import { buildSuggester, firstSuggestions, type Suggestion } from './suggest.ts'

const TAGS: Record<string, () => string> = {
  artist: m.suggest_artist,
  tour: m.suggest_tour,
  event: m.suggest_event,
  product: m.suggest_product,
  category: m.suggest_category,
  account: m.suggest_account_tag,
}

type SuggestionsProps = {
  field: RefObject<HTMLInputElement | null>
  typed: string
  onLeave: (() => void) | undefined
  /** Before anything is typed, the list shows artists, the next concerts and new merch. */
  startsFilled: boolean
}

export default function Suggestions({ field, typed, onLeave, startsFilled }: SuggestionsProps) {
  const { shop, meta, locale } = usePage()
  const navigate = useNavigate()
  const listId = useId()
  const { data, error, isFetching } = useOperation(SuggestionIndexDocument, {})
  const account = meta.account_link
  const suggest = useMemo(
    () => buildSuggester([...(data?.suggestionIndex ?? []), ...accountSuggestion(account, locale)]),
    [data, account, locale],
  )
  const showsStart = startsFilled && typed.trim() === ''
  const found = useMemo(
    () => (showsStart ? firstSuggestions(data?.suggestionIndex ?? []) : suggest(typed)),
    [showsStart, data, suggest, typed],
  )
  const [isOpen, setOpen] = useState(true)
  const [marked, setMarked] = useState(-1)
  const isLongEnough = typed.trim().length >= SUGGEST_FROM_LENGTH
  const isVisible = isOpen && (isLongEnough || (showsStart && found.length > 0))

  // A change of the typed text changes the list, so the mark is reset.
  const [markedFor, setMarkedFor] = useState(typed)
  if (markedFor !== typed) {
    setMarkedFor(typed)
    setMarked(-1)
    setOpen(true)
  }

  const openSuggestion = ({ href, external }: Suggestion) => {
    setOpen(false)
    onLeave?.()
    const path = external ? null : pathInShop(href, shop.basePath)
    if (path === null) void leavePage(href)
    else void navigate(path)
  }

  const handleKey = (event: KeyboardEvent) => {
    const chosen = found[marked]
    if (event.key === 'Enter' && isVisible && chosen) openSuggestion(chosen)
    // While nothing is typed, Escape closes the popover.
    else if (event.key === 'Escape' && isVisible && !showsStart) setOpen(false)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setOpen(true)
      // The field itself, with index -1, is one more stop.
      const stops = found.length + 1
      const step = event.key === 'ArrowDown' ? 1 : -1
      setMarked(((marked + 1 + step + stops) % stops) - 1)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  useFieldKeys(field, handleKey, setOpen)
  useCombobox(field, { listId, isOpen: isVisible && found.length > 0, marked })

  if (!isVisible) return null
  return (
    <div className="suggestions">
      <p role="status" className="sr-only">
        {found.length > 0 ? m.suggest_count({ count: found.length }) : ''}
      </p>
      {found.length > 0 ? (
        <div id={listId} role="listbox" aria-label={m.suggest_label()}>
          {found.map((suggestion, index) => (
            <Option
              key={`${suggestion.tag} ${suggestion.href}`}
              id={`${listId}-${index}`}
              suggestion={suggestion}
              isMarked={index === marked}
              onMark={() => setMarked(index)}
              onChoose={() => openSuggestion(suggestion)}
            />
          ))}
        </div>
      ) : (
        <p role="status" className="px-3 py-3 text-sm text-muted">
          {isFetching ? m.state_loading() : error ? m.suggest_failed() : m.suggest_none()}
        </p>
      )}
    </div>
  )
}

type OptionProps = { id: string; suggestion: Suggestion; isMarked: boolean; onMark: () => void; onChoose: () => void }

function Option({ id, suggestion, isMarked, onMark, onChoose }: OptionProps) {
  const { title, detail, tag, imageUrl, external, cancelled, priceCents, pricePrefix, priceVaries } = suggestion
  const prefix = pricePrefix ?? (priceVaries ? m.price_from() : null)
  const option = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isMarked) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isMarked])
  return (
    <button
      ref={option}
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      className="suggestion"
      // The press must not take the focus from the field, because the list closes when the field loses focus.
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={onMark}
      onClick={onChoose}
    >
      {imageUrl ? (
        <img src={imageUrl} alt="" width={44} height={44} className="suggestion-picture picture" />
      ) : (
        <span className="suggestion-picture grid place-items-center">
          <Icon name={external ? 'external' : 'search'} className="size-5" />
        </span>
      )}
      <span className="min-w-0 grow">
        <span className="line-clamp-2 font-semibold">{title}</span>
        {detail && (
          <span className="line-clamp-2 text-sm text-muted">
            {cancelled && <span className="text-danger">{m.event_tag_cancelled()} · </span>}
            {detail}
          </span>
        )}
      </span>
      <span className="flex-none text-right">
        <span className="label block text-muted">{TAGS[tag]?.() ?? tag}</span>
        {priceCents !== null && (
          <span className="block text-sm font-semibold whitespace-nowrap tabular-nums">
            {prefix && `${prefix} `}
            {formatPrice(priceCents)}
          </span>
        )}
      </span>
    </button>
  )
}

const NO_PRICE = { priceCents: null, pricePrefix: null, priceVaries: false }

/** Returns a suggestion for the external site with the visitor's tickets and orders, if the shop has a link to it. */
function accountSuggestion(link: string | undefined, locale: Locale): Suggestion[] {
  if (!link) return []
  const title = m.suggest_account({}, { locale })
  const detail = m.suggest_account_text({}, { locale })
  return [{ ...NO_PRICE, title, detail, tag: 'account', href: link, imageUrl: null, external: true, cancelled: false }]
}

/** Calls `handleKey` for each key in the field. Focus opens the list, blur closes it. */
function useFieldKeys(
  field: RefObject<HTMLInputElement | null>,
  handleKey: (event: KeyboardEvent) => void,
  setOpen: (isOpen: boolean) => void,
): void {
  const handler = useRef(handleKey)
  useEffect(() => {
    handler.current = handleKey
  })
  useEffect(() => {
    const input = field.current
    const keydown = (event: KeyboardEvent) => handler.current(event)
    const enter = () => setOpen(true)
    const leave = () => setOpen(false)
    input?.addEventListener('keydown', keydown)
    input?.addEventListener('focus', enter)
    input?.addEventListener('blur', leave)
    return () => {
      input?.removeEventListener('keydown', keydown)
      input?.removeEventListener('focus', enter)
      input?.removeEventListener('blur', leave)
    }
  }, [field, setOpen])
}

/** Sets the ARIA attributes that describe the list and its marked option to screen readers. */
function useCombobox(
  field: RefObject<HTMLInputElement | null>,
  { listId, isOpen, marked }: { listId: string; isOpen: boolean; marked: number },
): void {
  useEffect(() => {
    const input = field.current
    if (!input) return
    input.setAttribute('role', 'combobox')
    input.setAttribute('aria-autocomplete', 'list')
    input.setAttribute('aria-expanded', String(isOpen))
    if (isOpen) input.setAttribute('aria-controls', listId)
    else input.removeAttribute('aria-controls')
    if (isOpen && marked >= 0) input.setAttribute('aria-activedescendant', `${listId}-${marked}`)
    else input.removeAttribute('aria-activedescendant')
  }, [field, listId, isOpen, marked])
}

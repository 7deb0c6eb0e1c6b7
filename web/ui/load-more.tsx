/**
 * The end of a paginated list, with a button that loads the next page. After a press, the focus moves to the link of the first
 * new row. A page also loads when the visitor scrolls near the end, but only a few times, so that visitors can reach the
 * footer. The component must directly follow the list's element.
 */
import { useEffect, useRef } from 'react'
import { m } from '../i18n/messages.ts'
import { LoadError } from './notice.tsx'

const AUTOMATIC_LOADS = 3

type More = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: Error | null
  fetchNextPage: () => Promise<unknown>
}

type LoadMoreProps = {
  more: More
  /** The number of rows in the list. */
  count: number
  /** Loads only on a press, because the page continues below the list. */
  isManual?: boolean
}

export function LoadMore({ more, count, isManual = false }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const loads = useRef(0)
  /** The number of rows at the last press; null before any press, and once the new rows have arrived. */
  const countAtPress = useRef<number | null>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = more
  const isWaiting = hasNextPage && !isFetchingNextPage && !isFetchNextPageError

  useEffect(() => {
    const element = end.current
    if (!element || !isWaiting || isManual || loads.current >= AUTOMATIC_LOADS) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        // Cached pages arrive without a loading state, so this observer may fire several times.
        if (!entry?.isIntersecting || loads.current >= AUTOMATIC_LOADS) return
        loads.current += 1
        void fetchNextPage()
      },
      { rootMargin: '600px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWaiting, isManual, fetchNextPage])

  useEffect(() => {
    if (countAtPress.current === null || count <= countAtPress.current) return
    end.current?.previousElementSibling?.children[countAtPress.current]?.querySelector('a')?.focus()
    countAtPress.current = null
  }, [count])

  const press = () => {
    countAtPress.current = count
    void fetchNextPage()
  }

  return (
    <div ref={end} className="mt-10 flex flex-col items-center gap-3">
      <p role="status" className="sr-only">
        {m.list_shown({ count })}
      </p>
      {isFetchNextPageError && <LoadError error={error} onRetry={press} />}
      {hasNextPage && !isFetchNextPageError && (
        <button type="button" className="button-secondary" aria-disabled={isFetchingNextPage} onClick={press}>
          {isFetchingNextPage ? m.state_loading() : m.list_more()}
        </button>
      )}
    </div>
  )
}

/**
 * The end of a list that goes on. It loads by itself when it comes near, a few times; then it waits for a press, so that
 * the footer can be reached. Whoever pressed goes on with the first of the new rows; the list itself stands right before
 * this end.
 */
import { useEffect, useRef } from 'react'
import { m } from '../i18n/messages.ts'
import { LoadError } from './notice.tsx'

const LOADS_BY_ITSELF = 3

type More = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: Error | null
  fetchNextPage: () => Promise<unknown>
}

type LoadMoreProps = {
  more: More
  /** How many the list has. */
  shown: number
  /** Only on a press: something else stands below the list. */
  isManual?: boolean
}

export function LoadMore({ more, shown, isManual = false }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const loads = useRef(0)
  /** How many there were at the last press, until the next ones are there. */
  const pressedAt = useRef<number | null>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = more
  const isWaiting = hasNextPage && !isFetchingNextPage && !isFetchNextPageError

  useEffect(() => {
    const element = end.current
    if (!element || !isWaiting || isManual || loads.current >= LOADS_BY_ITSELF) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        // Parts that are at hand come without a wait, so that the same observer sees several.
        if (!entry?.isIntersecting || loads.current >= LOADS_BY_ITSELF) return
        loads.current += 1
        void fetchNextPage()
      },
      { rootMargin: '600px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWaiting, isManual, fetchNextPage])

  useEffect(() => {
    if (pressedAt.current === null || shown <= pressedAt.current) return
    end.current?.previousElementSibling?.children[pressedAt.current]?.querySelector('a')?.focus()
    pressedAt.current = null
  }, [shown])

  const press = () => {
    pressedAt.current = shown
    void fetchNextPage()
  }

  return (
    <div ref={end} className="mt-10 flex flex-col items-center gap-3">
      <p role="status" className="sr-only">
        {m.list_shown({ count: shown })}
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

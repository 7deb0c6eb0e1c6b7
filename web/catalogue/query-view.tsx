/** A query in all its states: a skeleton while it loads, an error with a retry button, "not found", or the content. */
import { type ReactNode, useState } from 'react'
import { ShopError } from '../data/fetch.ts'
import { m } from '../i18n/messages.ts'
import { LoadError } from '../ui/notice.tsx'
import { usePages } from './pages-context.ts'

type QueryState<Data> = {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}

type QueryViewProps<Data, Subject> = {
  query: QueryState<Data>
  /** Picks the page's subject from the answer; null if it does not exist. */
  subject: (data: Data) => Subject | null
  skeleton: ReactNode
  children: (subject: Subject, data: Data) => ReactNode
}

export function QueryView<Data, Subject>({ query, subject, skeleton, children }: QueryViewProps<Data, Subject>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) {
    const found = subject(data)
    return found === null ? <NotFound /> : children(found, data)
  }
  if (error instanceof ShopError && error.code === 'NOT_FOUND') return <NotFound />
  if (error && !isFetching) {
    return (
      <div className="page py-12">
        <LoadError error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  return (
    <>
      <p role="status" className="sr-only">
        {m.state_loading()}
      </p>
      <div aria-hidden="true">{skeleton}</div>
    </>
  )
}

function NotFound() {
  // `notFound` returns another component once the page's code has loaded. The state keeps the first one, because React
  // would remount the page for another component.
  const [Component] = useState(usePages().notFound)
  return <Component />
}

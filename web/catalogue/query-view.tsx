/** A query in all its states: a skeleton while it loads, an error with a way on, not found, or its content. */
import { type ReactNode, useState } from 'react'
import { ShopError } from '../data/fetch.ts'
import { m } from '../i18n/messages.ts'
import { LoadError } from '../ui/notice.tsx'
import { usePages } from './pages-context.ts'

type Answered<Data> = {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}

type QueryViewProps<Data, Subject> = {
  query: Answered<Data>
  /** The answer's subject; null means that there is no such thing. */
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
  // As it was at the start, like any page: code that comes meanwhile must not make it another component.
  const [Shown] = useState(usePages().notFound)
  return <Shown />
}

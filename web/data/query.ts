/**
 * The query cache: answers of the API by operation, language and variables. The server sends the page's answers in the HTML,
 * so the first render needs no request. During a language switch, the answer in the former language stays visible.
 */
import { QueryClient, useQuery } from '@tanstack/react-query'
import type { Operation } from '../../schema/operation.ts'
import type { PageData } from '../../schema/page-data.ts'
import { ConnectionError, fetchSeatMap, runOperation, ShopError } from './fetch.ts'
import { currentLocale, useLocale } from './locale.ts'
import { currentPage } from './page-state.ts'

/** While a visitor browses, answers may be five minutes old. The server checks each item again when the visitor adds it. */
const FRESH_MS = 5 * 60_000
const RETRY_AFTER_MS = 500

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // On the server, the cache is discarded with its page. A timer for garbage collection would outlive the request.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 30 * 60_000,
        refetchOnWindowFocus: false,
        // If the browser is offline, the request must fail and show an error. By default, the query would pause silently.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => isWorthRetry(failures, error, navigator.onLine),
        retryDelay: RETRY_AFTER_MS,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** The query cache of the current page. */
export function queryClient(): QueryClient {
  const page = currentPage()
  page.answers ??= createQueryClient()
  return page.answers
}

/**
 * Whether to retry a failed query: once, after a server error or a lost connection. There is no retry if the shop refused
 * the operation, a waiting room guards it, the browser is offline or the request timed out. The page then shows the error or
 * the wait at once (SHELL-05).
 */
export function isWorthRetry(failures: number, error: Error, isOnline: boolean): boolean {
  if (failures > 0 || !isOnline || error instanceof ShopError) return false
  return !(error instanceof ConnectionError) || error.fault === 'server' || error.fault === 'offline'
}

/** The cache key of an answer. The page's data, prefetches and components use the same one. */
export function operationKey(hash: string, variables: unknown): readonly [string, string, unknown] {
  return [hash, currentLocale(), variables]
}

/** Creates the query cache with the answers that the server sent with the page. */
export function cacheAnswers(page: PageData): QueryClient {
  const answers = createQueryClient()
  for (const { hash, variables, data } of page.answers) answers.setQueryData([hash, page.locale, variables], data)
  return answers
}

export function operationQuery<Answer, Variables>(operation: Operation<Answer, Variables>, variables: Variables) {
  return {
    queryKey: operationKey(operation.hash, variables),
    queryFn: ({ signal }: { signal: AbortSignal }) => runOperation(operation, variables, { signal }),
  }
}

/** A seat map never becomes stale, because its URL contains a hash of its content. */
export function seatMapQuery(url: string) {
  return { queryKey: ['seat-map', url], queryFn: () => fetchSeatMap(url), staleTime: Number.POSITIVE_INFINITY }
}

/**
 * The answer of an operation. While the answer in another language loads, or with `staysFor: 'variables'` the answer for other
 * variables, the former answer stays.
 */
export function useOperation<Answer, Variables>(
  operation: Operation<Answer, Variables>,
  variables: Variables,
  { enabled = true, staysFor = 'language' }: { enabled?: boolean; staysFor?: 'language' | 'variables' } = {},
) {
  useLocale()
  const variablesKey = JSON.stringify(variables)
  return useQuery<unknown, Error, Answer>({
    ...operationQuery(operation, variables),
    enabled,
    select: (data) => data as Answer,
    placeholderData: (before: unknown, query: { queryKey: readonly unknown[] } | undefined) =>
      query?.queryKey[0] === operation.hash &&
      (staysFor === 'variables' || JSON.stringify(query.queryKey[2]) === variablesKey)
        ? before
        : undefined,
  })
}

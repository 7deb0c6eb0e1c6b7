/**
 * Answers by operation, language and variables. The page's own answers lie in the cache before the first render, so the
 * first view asks nothing. While a language switch is on its way the old text stays; another subject starts empty.
 */
import { QueryClient, useQuery } from '@tanstack/react-query'
import type { Operation } from '../../schema/operation.ts'
import type { PageData } from '../../schema/page-data.ts'
import { ConnectionError, fetchSeatMap, runOperation, ShopError } from './fetch.ts'
import { currentLocale, useLocale } from './locale.ts'
import { currentPage } from './page-state.ts'

/** Only imports change the catalogue, so five minutes are fresh enough while a visitor browses. */
const FRESH_MS = 5 * 60_000
const RETRY_AFTER_MS = 500

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // On the server answers leave with their page; a timer would outlive the request.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 30 * 60_000,
        refetchOnWindowFocus: false,
        // The request itself tells what is offline; waiting for the browser's guess would be silent.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => isWorthRetry(failures, error, navigator.onLine),
        retryDelay: RETRY_AFTER_MS,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** The answers of this page. */
export function queryClient(): QueryClient {
  const page = currentPage()
  page.answers ??= newQueryClient()
  return page.answers
}

/**
 * Once more where a moment may help. Not where the shop has answered, nobody can be reached or the fan has waited long
 * already: what is wrong is said at once (SHELL-05).
 */
export function isWorthRetry(failures: number, error: Error, isOnline: boolean): boolean {
  if (failures > 0 || !isOnline || error instanceof ShopError) return false
  return !(error instanceof ConnectionError) || error.fault === 'server' || error.fault === 'offline'
}

/** The key of an answer, which the server's page, a prefetch and a component share. */
export function operationKey(hash: string, variables: unknown): readonly [string, string, unknown] {
  return [hash, currentLocale(), variables]
}

/** What the server has answered for the first view. */
export function answersOfPage(page: PageData): QueryClient {
  const answers = newQueryClient()
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

export function useOperation<Answer, Variables>(
  operation: Operation<Answer, Variables>,
  variables: Variables,
  { enabled = true }: { enabled?: boolean } = {},
) {
  useLocale()
  const asked = JSON.stringify(variables)
  return useQuery<unknown, Error, Answer>({
    ...operationQuery(operation, variables),
    enabled,
    select: (data) => data as Answer,
    placeholderData: (before: unknown, query: { queryKey: readonly unknown[] } | undefined) =>
      query?.queryKey[0] === operation.hash && JSON.stringify(query.queryKey[2]) === asked ? before : undefined,
  })
}

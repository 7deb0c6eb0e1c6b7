/**
 * The page's state on the server. Each render runs in its own AsyncLocalStorage scope, so that pages that are rendered at the
 * same time never read each other's state.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type PageState, setServerPageReader } from '../data/page-state.ts'

const scopes = new AsyncLocalStorage<PageState>()

setServerPageReader(() => {
  const page = scopes.getStore()
  if (!page) throw new Error('code that needs the state of a page ran outside of `withPage`')
  return page
})

/** Runs `work`, and everything that it starts, in the scope of this page. */
export function withPage<Result>(page: PageState, work: () => Result): Result {
  return scopes.run(page, work)
}

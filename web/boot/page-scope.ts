/**
 * The server's pages, each in a scope that follows it over every `await`: a page that waits for something never sees what
 * belongs to a page that is rendered meanwhile.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type PageState, readPagesFrom } from '../data/page-state.ts'

const scopes = new AsyncLocalStorage<PageState>()

readPagesFrom(() => {
  const page = scopes.getStore()
  if (!page) throw new Error('code that needs a page ran outside of its scope')
  return page
})

/** Runs `work`, and everything it starts, with this page. */
export function withPage<Result>(page: PageState, work: () => Result): Result {
  return scopes.run(page, work)
}

/** What links and queries may use of the shop's pages. Only `app` can import every page, so it hands this down. */
import { type ComponentType, createContext, use } from 'react'

type Pages = {
  /** Loads a page's code and data ahead of a visit. `path` is below the shop's base path. */
  prefetch: (path: string) => void
  /** The page for an address or a subject that does not exist (PAGE-03). */
  notFound: () => ComponentType
}

export const PagesContext = createContext<Pages | null>(null)

export function usePages(): Pages {
  const pages = use(PagesContext)
  if (!pages) throw new Error('usePages needs a PagesContext')
  return pages
}

/**
 * The pages of the shop for links and queries. Only `app` may import every page, so it provides them by this context and
 * avoids an import cycle.
 */
import { type ComponentType, createContext, use } from 'react'

type Pages = {
  /** Loads a page's code and data before the visitor opens the page. `path` does not contain the shop's base path. */
  prefetch: (path: string) => void
  /** Returns the "not found" page, which replaces a page whose subject, such as a product, does not exist (PAGE-03). */
  notFound: () => ComponentType
}

export const PagesContext = createContext<Pages | null>(null)

export function usePages(): Pages {
  const pages = use(PagesContext)
  if (!pages) throw new Error('usePages needs a PagesContext')
  return pages
}

/**
 * The document's head where somebody goes on without a page load, or speaks the other language: canonical address,
 * languages and description follow (L10N-05), as the edge writes them. Share tags and structured data are read from what the
 * edge sends; those of the page before would be false and go. A page as it came is left alone.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { canonicalAddress } from '../../schema/canonical-address.ts'
import { LOCALES, type Locale } from '../../schema/locale.ts'
import { pageDescription } from '../../schema/page-description.ts'
import { matchRoute } from '../../schema/routes.ts'
import { usePage } from '../data/page.tsx'
import { operationKey, queryClient } from '../data/query.ts'

const ADDRESS = 'meta[property="og:url"]'
const OF_ONE_PAGE =
  'meta[property^="og:"]:not([property="og:url"], [property="og:site_name"]), meta[name^="twitter:"], ' +
  'meta[name="prerender-status-code"], script[type="application/ld+json"]'

export function PageHead() {
  const { pathname } = useLocation()
  const { shop, meta, locale } = usePage()
  const matched = matchRoute(pathname)
  const answer = useAnswer(matched)
  const words = pageDescription(matched?.route.name ?? 'home', answer, { name: shop.name, meta }, locale)

  useEffect(() => {
    const told = document.head.querySelector<HTMLMetaElement>(ADDRESS)
    const found = matchRoute(pathname)
    if (!told || !found) return
    const { route, params } = found
    const place = { ...shop, origin: new URL(told.content).origin }
    const addressIn = (language: Locale | null) => canonicalAddress(place, route, params, language)
    if (told.content !== addressIn(locale)) {
      told.content = addressIn(locale)
      for (const stale of document.head.querySelectorAll(OF_ONE_PAGE)) stale.remove()
      const links = route.private
        ? []
        : [
            linkTo(addressIn(locale), { rel: 'canonical' }),
            ...LOCALES.map((language) => linkTo(addressIn(language), { rel: 'alternate', hreflang: language })),
            linkTo(addressIn(null), { rel: 'alternate', hreflang: 'x-default' }),
          ]
      for (const stale of document.head.querySelectorAll('link[rel="canonical"], link[rel="alternate"][hreflang]')) {
        stale.remove()
      }
      document.head.append(...links)
      tell('robots', route.private ? 'noindex' : null)
    }
    tell('description', words)
  }, [pathname, locale, shop, words])
  return null
}

/** The page's answer from the cache. The page itself sends the request. */
function useAnswer(matched: ReturnType<typeof matchRoute>): unknown {
  const operation = matched?.route.operation
  const key = operation ? operationKey(operation.hash, matched.route.variables(matched.params)) : null
  return useSyncExternalStore(
    (listener) => queryClient().getQueryCache().subscribe(listener),
    () => key && queryClient().getQueryData(key),
  )
}

function linkTo(href: string, attributes: { rel: string; hreflang?: string }): HTMLLinkElement {
  return Object.assign(document.createElement('link'), attributes, { href })
}

/** `content` null: the page has none. What a component has drawn into the head is its own to take away. */
function tell(name: string, content: string | null): void {
  const known = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]:not([data-drawn])`)
  if (content === null) known?.remove()
  else if (known) known.content = content
  else document.head.append(Object.assign(document.createElement('meta'), { name, content }))
}

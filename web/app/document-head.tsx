/**
 * Updates the document's head after a navigation without a page load, and after a language switch (L10N-05). It writes
 * canonical URL, alternate languages, `og:url`, description and robots like the server. It removes the former page's other
 * sharing tags and its structured data. Only crawlers need those, and crawlers read the server's HTML.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { canonicalAddress } from '../../schema/canonical-address.ts'
import { LOCALES, type Locale } from '../../schema/locale.ts'
import { pageDescription } from '../../schema/page-description.ts'
import { type Route, type RouteParams, routeOfPath } from '../../schema/routes.ts'
import { usePage } from '../data/page.tsx'
import { operationKey, queryClient } from '../data/query.ts'

const PAGE_URL = 'meta[property="og:url"]'
/** Tags that only the server writes, and that are wrong on any other page. */
const SERVER_TAGS =
  'meta[property^="og:"]:not([property="og:url"], [property="og:site_name"]), meta[name^="twitter:"], ' +
  'meta[name="prerender-status-code"], script[type="application/ld+json"]'

export function DocumentHead() {
  const { pathname } = useLocation()
  const { shop, meta, locale } = usePage()
  const matched = routeOfPath(pathname)
  const answer = useAnswer(matched)
  const description = pageDescription(matched.route.name, answer, { name: shop.name, meta }, locale)

  useEffect(() => {
    const pageUrl = document.head.querySelector<HTMLMetaElement>(PAGE_URL)
    if (!pageUrl) return
    const { route, params } = routeOfPath(pathname)
    const site = { ...shop, origin: new URL(pageUrl.content).origin }
    const urlIn = (language: Locale | null) => canonicalAddress(site, route, params, language)
    // The server has already written the head of the page that was loaded.
    if (pageUrl.content !== urlIn(locale)) {
      pageUrl.content = urlIn(locale)
      for (const stale of document.head.querySelectorAll(SERVER_TAGS)) stale.remove()
      const links = route.private
        ? []
        : [
            createLink(urlIn(locale), { rel: 'canonical' }),
            ...LOCALES.map((language) => createLink(urlIn(language), { rel: 'alternate', hreflang: language })),
            createLink(urlIn(null), { rel: 'alternate', hreflang: 'x-default' }),
          ]
      for (const stale of document.head.querySelectorAll('link[rel="canonical"], link[rel="alternate"][hreflang]')) {
        stale.remove()
      }
      document.head.append(...links)
      setMeta('robots', route.private ? 'noindex' : null)
    }
    setMeta('description', description)
  }, [pathname, locale, shop, description])
  return null
}

/** The page's answer from the cache. The page itself sends the request. */
function useAnswer({ route, params }: { route: Route; params: RouteParams }): unknown {
  const { operation } = route
  const key = operation ? operationKey(operation.hash, route.variables(params)) : null
  return useSyncExternalStore(
    (listener) => queryClient().getQueryCache().subscribe(listener),
    () => key && queryClient().getQueryData(key),
  )
}

function createLink(href: string, attributes: { rel: string; hreflang?: string }): HTMLLinkElement {
  return Object.assign(document.createElement('link'), attributes, { href })
}

/** Sets a meta tag; null removes it. Tags with `data-component` belong to a React component, which removes them itself. */
function setMeta(name: string, content: string | null): void {
  const tag = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]:not([data-component])`)
  if (content === null) tag?.remove()
  else if (tag) tag.content = content
  else document.head.append(Object.assign(document.createElement('meta'), { name, content }))
}

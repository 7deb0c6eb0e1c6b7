/**
 * The sitemap of a shop (SEO-02), by the protocol of sitemaps.org: each page is listed with its addresses in both
 * languages. A file has at most 50,000 addresses. A shop with more addresses has several files and an index of them.
 */
import { LOCALES, type Locale } from '../../schema/locale.ts'
import { escapeHtml } from '../domain/text/escape-html.ts'

/** Each page has two addresses. */
const MAX_PAGES = 50_000 / LOCALES.length

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const XHTML = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'

export type Site = {
  /** The shop's address without a trailing slash: "https://shop.example/band". */
  address: string
  defaultLocale: Locale
}

/** `file` counts from 1; null is /sitemap.xml itself. Returns null if there is no such file. */
export function sitemapOf(site: Site, paths: string[], file: number | null, perFile = MAX_PAGES): string | null {
  const files = Math.max(1, Math.ceil(paths.length / perFile))
  if (file === null) return files === 1 ? urlSet(site, paths) : index(site, files)
  if (files === 1 || file < 1 || file > files) return null
  return urlSet(site, paths.slice((file - 1) * perFile, file * perFile))
}

function index({ address }: Site, files: number): string {
  const entries = Array.from(
    { length: files },
    (_, index) => `<sitemap><loc>${escapeHtml(`${address}/sitemap-${index + 1}.xml`)}</loc></sitemap>`,
  )
  return `${XML}<sitemapindex ${NAMESPACE}>\n${entries.join('\n')}\n</sitemapindex>\n`
}

function urlSet(site: Site, paths: string[]): string {
  return `${XML}<urlset ${NAMESPACE} ${XHTML}>\n${paths.map((path) => entry(site, path)).join('\n')}\n</urlset>\n`
}

function entry({ address, defaultLocale }: Site, path: string): string {
  const plain = path === '/' ? `${address}${new URL(address).pathname === '/' ? '/' : ''}` : `${address}${path}`
  const inLanguage = (locale: Locale) => (locale === defaultLocale ? plain : `${plain}?lang=${locale}`)
  const links = [...LOCALES.map((locale) => [locale, inLanguage(locale)] as const), ['x-default', plain] as const]
    .map(([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeHtml(href)}"/>`)
    .join('')
  return LOCALES.map((locale) => `<url><loc>${escapeHtml(inLanguage(locale))}</loc>${links}</url>`).join('\n')
}

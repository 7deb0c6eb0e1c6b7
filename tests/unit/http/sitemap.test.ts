import { expect, it } from 'vitest'
import { sitemapOf } from '../../../worker/http/sitemap.ts'

it('SEO-02 a sitemap with more than 50,000 addresses is split, and an index lists the parts', () => {
  const site = { address: 'https://shop.example', defaultLocale: 'de' as const }
  const paths = Array.from({ length: 25_001 }, (_, index) => `/products/a${index}&b`)
  const index = sitemapOf(site, paths, null) ?? ''
  expect(index.match(/<loc>[^<]+/g)).toEqual([
    '<loc>https://shop.example/sitemap-1.xml',
    '<loc>https://shop.example/sitemap-2.xml',
  ])
  expect(sitemapOf(site, paths, 1)?.match(/<url>/g)).toHaveLength(50_000)
  expect(sitemapOf(site, paths, 2)?.match(/<loc>[^<]+/g)).toEqual([
    '<loc>https://shop.example/products/a25000&amp;b',
    '<loc>https://shop.example/products/a25000&amp;b?lang=en',
  ])
  expect(sitemapOf(site, paths, 3)).toBeNull()
  expect(sitemapOf(site, ['/'], 1)).toBeNull()
})

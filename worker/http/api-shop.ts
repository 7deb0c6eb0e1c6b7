/** Determines the shop that an address below `/api/v2/shops/:slug` names. */
import { bandShopsOnMainHost, shopOfRequest } from '../domain/catalogue/shop-host.ts'
import type { Edge } from './edge-context.ts'
import type { ShopPath } from './shop-context.ts'

/** A band's host serves that band only. The main host serves the main shop and all bands without a custom domain. */
export function shopOfApi(edge: Edge, url: URL, slug: string): ShopPath | null {
  const root = new URL('/', url)
  const host = shopOfRequest(root, edge.shops)
  if (host.kind !== 'shop') return null
  if (host.shop.slug === slug) return { shop: host.shop, basePath: '' }
  if (host.shop.isBand) return null
  const shop = bandShopsOnMainHost(edge.shops).find((known) => known.slug === slug)
  return shop ? { shop, basePath: `/${shop.slug}` } : null
}

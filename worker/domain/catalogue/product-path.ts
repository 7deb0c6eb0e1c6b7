import type { ProductMeta } from '../../../schema/catalogue-values.ts'

type Addressed = { type: 'product' | 'bundle'; slug: string; meta: Pick<ProductMeta, 'root'> }

/** Whether the product has the page of a bundle (BND-02). With `meta.root: false`, a bundle has the page of a product. */
export function hasBundlePage({ type, meta }: Pick<Addressed, 'type' | 'meta'>): boolean {
  return type === 'bundle' && meta.root !== false
}

/** Returns the path of the product's page in its shop. */
export function productPath(product: Addressed): string {
  return `/${hasBundlePage(product) ? 'bundle' : 'products'}/${product.slug}`
}

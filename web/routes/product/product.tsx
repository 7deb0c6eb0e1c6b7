/** The page of a product. Bundles redirect to their own page, hidden products to the home page (PROD-08). */
import { useState } from 'react'
import { Navigate } from 'react-router'
import { ProductPageDocument, type ProductPageQuery } from '../../../schema/generated/operations.ts'
import { productTitle } from '../../../schema/subject-title.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { ProductTile } from '../../catalogue/product-tile.tsx'
import { QueryView } from '../../catalogue/query-view.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { productMeta } from '../../data/meta.ts'
import { useOperation } from '../../data/query.ts'
import { useRouteParams } from '../../data/route-params.ts'
import { m } from '../../i18n/messages.ts'
import { ReadMore } from '../../ui/read-more.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Scroller } from '../../ui/scroller.tsx'
import { SplitSkeleton } from '../../ui/split-skeleton.tsx'
import { AgeGate } from './age-gate.tsx'
import { BuyForm } from './buy-form.tsx'
import { DiscountGate } from './discount-gate.tsx'
import { Gallery } from './gallery.tsx'
import { ProductPrice } from './product-price.tsx'
import { onlyVariant } from './purchase-rules.ts'
import { SideInfo } from './side-info.tsx'

type Product = NonNullable<ProductPageQuery['product']>

export default function ProductPage() {
  const { slug = '' } = useRouteParams()
  const query = useOperation(ProductPageDocument, { slug })
  return (
    <QueryView query={query} subject={({ product }) => product} skeleton={<SplitSkeleton />}>
      {(product) => {
        if (product.hidden) return <Navigate to="/" replace />
        if (product.href !== `/products/${slug}`) return <Navigate to={product.href} replace />
        return <ProductView product={product} />
      }}
    </QueryView>
  )
}

function ProductView({ product }: { product: Product }) {
  const meta = productMeta(product)
  const [chosen, setChosen] = useState<string | null>(() => onlyVariant(product.variants)?.id ?? null)
  const variant = product.variants.find(({ id }) => id === chosen)
  return (
    <>
      <PageTitle title={productTitle(product)} />
      {product.shippingRequirements.includes('over_18') && <AgeGate />}
      <article className="page grid gap-x-16 gap-y-8 pt-4 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:pt-10">
        <Gallery product={product} />
        <div className="min-w-0 md:sticky md:top-28 md:self-start">
          {product.artist && (
            <p className="label">
              <ShopLink to={product.artist.href} className="text-link">
                {product.artist.displayName}
              </ShopLink>
            </p>
          )}
          <h1 className="display-2 mt-2">{product.name}</h1>
          <p className="mt-1 text-muted">{[product.productType, product.color].filter(Boolean).join(', ')}</p>
          {!meta.external_url && <ProductPrice product={product} {...(variant && { cents: variant.priceCents })} />}
          {meta.external_url ? (
            <div className="mt-6">
              <a href={meta.external_url} target="_blank" rel="noopener" className="button-primary w-full">
                {meta.external_url_text ?? m.product_external()}
                <span className="sr-only">{m.link_new_window()}</span>
              </a>
            </div>
          ) : meta.code_required ? (
            <DiscountGate>
              <BuyForm product={product} chosen={chosen} onChoose={setChosen} />
            </DiscountGate>
          ) : (
            <BuyForm product={product} chosen={chosen} onChoose={setChosen} />
          )}
          {meta.disclaimer && <RichText html={meta.disclaimer} className="mt-5 font-medium text-danger" />}
          {product.description !== '' && (
            <div className="mt-8">
              <ReadMore>
                <RichText html={product.description} />
              </ReadMore>
            </div>
          )}
          <SideInfo infos={[{ product }]} />
        </div>
      </article>
      <Related products={product.related} />
    </>
  )
}

function Related({ products }: { products: Product['related'] }) {
  if (products.length === 0) return null
  return (
    <section aria-label={m.product_related()} className="page mt-(--section)">
      <Scroller
        columns="auto-cols-[minmax(9rem,44%)] sm:auto-cols-[180px]"
        title={<h2 className="section-title display-3">{m.product_related()}</h2>}
      >
        {products.map((product) => (
          <li key={product.id}>
            <ProductTile product={product} sizes="(min-width: 640px) 180px, 44vw" />
          </li>
        ))}
      </Scroller>
    </section>
  )
}

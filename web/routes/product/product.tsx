/** The page of a product. Bundles redirect to their own page, hidden products to the home page (PROD-08). */

import { useState } from 'react'
import { Navigate } from 'react-router'
import { ProductPageDocument, type ProductPageQuery } from '../../../schema/generated/operations.ts'
import { SHELF_MINIMUM } from '../../../schema/limits.ts'
import { productTitle } from '../../../schema/subject-title.ts'
import { Breadcrumb } from '../../catalogue/breadcrumb.tsx'
import { PAGE_WIDTH } from '../../catalogue/image-sizes.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { ProductTile } from '../../catalogue/product-tile.tsx'
import { QueryView } from '../../catalogue/query-view.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { productMeta } from '../../data/meta.ts'
import { usePage } from '../../data/page.tsx'
import { useOperation } from '../../data/query.ts'
import { useRouteParams } from '../../data/route-params.ts'
import { m } from '../../i18n/messages.ts'
import { quotedName } from '../../i18n/quoted-name.ts'
import { FirstViewEnd } from '../../ui/first-view-end.tsx'
import { FittedTitle } from '../../ui/fitted-title.tsx'
import { ReadMore } from '../../ui/read-more.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Scroller } from '../../ui/scroller.tsx'
import { SplitSkeleton } from '../../ui/split-skeleton.tsx'
import { AgeGate } from './age-gate.tsx'
import { BuyForm } from './buy-form.tsx'
import { DiscountGate } from './discount-gate.tsx'
import { Gallery } from './gallery.tsx'
import { kindLine } from './kind-line.ts'
import { ProductPrice } from './product-price.tsx'
import { onlyVariant } from './purchase-rules.ts'
import { SideInfo } from './side-info.tsx'
import { TrackList } from './track-list.tsx'

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
      <Breadcrumb categories={product.categories} current={product.name} />
      <article className="product-page page grid gap-x-16 gap-y-8 pt-4 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:pt-6">
        <Gallery product={product} />
        <div className="min-w-0 md:sticky md:top-28 md:self-start">
          {product.artist && (
            <p className="label">
              <ShopLink to={product.artist.href} className="text-link">
                {product.artist.displayName}
              </ShopLink>
            </p>
          )}
          <FittedTitle text={product.name} size="display-2" className="mt-2" />
          <p className="mt-1 text-muted">{kindLine(product)}</p>
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
          {meta.tracks && meta.tracks.length > 0 && <TrackList tracks={meta.tracks} />}
          {product.description !== '' && (
            <div className="mt-8">
              <ReadMore>
                <RichText html={product.description} />
              </ReadMore>
            </div>
          )}
          <SideInfo product={product} />
        </div>
      </article>
      <FirstViewEnd />
      <Related product={product} />
    </>
  )
}

/** The products that the shop recommends, and more by the artist, if they fill a row. A link leads to all that the artist has. */
function Related({ product }: { product: Product }) {
  const { shop, meta } = usePage()
  const { artist, related: products } = product
  if (products.length < SHELF_MINIMUM) return null
  const isChosen = (productMeta(product).related_item_slugs ?? meta.related_item_slugs ?? []).length > 0
  const artistName = quotedName(artist?.displayName ?? '')
  const heading = isChosen || artist === null ? m.product_related() : m.product_more_by({ artist: artistName })
  return (
    <section aria-label={heading} className="page mt-(--section)">
      <Scroller
        columns="auto-cols-[minmax(9rem,44%)] sm:auto-cols-[180px] lg:auto-cols-[calc((100%-3*var(--gap))/4)]"
        title={
          <h2 className="section-title display-3">
            <span>{heading}</span>
          </h2>
        }
      >
        {products.map((each) => (
          <li key={each.slug}>
            <ProductTile
              product={each}
              sizes={`(min-width: 1024px) ${PAGE_WIDTH / 4}px, (min-width: 640px) 180px, 44vw`}
            />
          </li>
        ))}
      </Scroller>
      {artist && (
        <p className="mt-4">
          <ShopLink to={shop.isBand ? '/categories' : artist.href} className="text-link font-semibold">
            {m.product_all_by({ artist: artistName })}
          </ShopLink>
        </p>
      )}
    </section>
  )
}

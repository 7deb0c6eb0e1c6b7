/** A product in a grid or a row: image, artist, name, price, and a tag such as "sold out". */
import { useEffect, useState } from 'react'
import type { ProductTileFragment } from '../../schema/generated/operations.ts'
import { useViewTime } from '../data/hydration.ts'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'
import { LitrePrice } from './litre-price.tsx'
import { Picture } from './picture.tsx'
import { Price } from './price.tsx'
import { ShopLink } from './shop-link.tsx'

/** CAT-04: how long each image is shown while the mouse is over the tile. */
const CAROUSEL_STEP_MS = 650

const GRID_SIZES = '(min-width: 1024px) 300px, (min-width: 640px) 31vw, 46vw'

type ProductTileProps = {
  product: ProductTileFragment
  sizes?: string
  isUrgent?: boolean
  heading?: 'h2' | 'h3'
  /** Set on the artist's own page, where the name would be redundant. */
  hidesArtist?: boolean
  /**
   * The tile spans two columns (`ks_wide_item`). It keeps the height of its row and may show two pictures, except on phones,
   * where it is alone in its row and shows one whole picture.
   */
  isWide?: boolean
}

export function ProductTile({
  product,
  sizes = GRID_SIZES,
  isUrgent = false,
  heading: Heading = 'h3',
  hidesArtist = false,
  isWide = false,
}: ProductTileProps) {
  const { shop, meta } = usePage()
  const { artwork_sign: sign, external_url: sellerUrl } = product.tileMeta
  // The main shop's own products stand among those of bands.
  const maker = shop.isBand || hidesArtist ? null : (product.artist?.displayName ?? shop.name)
  const [isHovered, setHovered] = useState(false)
  const pictures = product.tileImages
  const pictureIndex = useCarousel(pictures.length, isHovered && meta.item_image_carousel === true)
  const isPair = isWide && showsPair(product)
  const fade = product.available ? '' : 'opacity-55'
  return (
    <article
      className="product-tile group relative"
      onPointerEnter={(event) => setHovered(event.pointerType === 'mouse')}
      onPointerLeave={() => setHovered(false)}
    >
      <div
        className={`tile-frame relative overflow-clip rounded-image ${isPair ? 'sm:grid sm:grid-cols-2 sm:gap-1' : ''}`}
      >
        <Picture
          image={pictures[pictureIndex]}
          name={product.descriptiveName}
          sign={sign}
          sizes={sizes}
          alt=""
          isUrgent={isUrgent}
          className={`tile-picture aspect-square w-full object-cover ${isPair ? 'sm:aspect-[1.02] sm:origin-right' : isWide ? 'sm:aspect-[2.05]' : ''} ${fade}`}
        />
        {isPair && (
          <Picture
            image={pictures[(pictureIndex + 1) % pictures.length]}
            sizes={sizes}
            alt=""
            className={`tile-picture hidden aspect-[1.02] w-full origin-left object-cover sm:block ${fade}`}
          />
        )}
        {product.overlayListingImage && (
          <span className="pointer-events-none absolute top-2 right-2 w-1/3 max-w-24">
            <Picture image={product.overlayListingImage} sizes="96px" className="w-full !bg-none !bg-transparent" />
          </span>
        )}
        <TileTag product={product} />
      </div>
      {maker && <p className="label mt-3 text-muted">{maker}</p>}
      <Heading className={`tile-name leading-snug font-semibold ${maker ? 'mt-0.5' : 'mt-3'}`}>
        <ShopLink to={product.href} className="after:absolute after:inset-0 group-hover:underline">
          {product.name}
        </ShopLink>
      </Heading>
      <p className="text-sm text-muted">{[product.productType, product.color].filter(Boolean).join(', ')}</p>
      {/* The message may be long. On the picture it would cover the product. */}
      {!product.available && product.soldOutMessage && saysMore(product.soldOutMessage) && (
        <p className="mt-1 text-sm">{product.soldOutMessage}</p>
      )}
      {/* PROD-07: a product that another seller sells has no price here, because that seller sets it. */}
      {sellerUrl && <p className="mt-1 text-sm font-semibold">{m.tile_external()}</p>}
      <TilePrice product={product} />
    </article>
  )
}

/**
 * Whether a wide tile shows two pictures beside each other, except on phones. One square picture, such as a cover, would fill
 * the frame only if half of it were cut off.
 */
export function showsPair({ tileImages: [first, second] }: ProductTileFragment): boolean {
  return first !== undefined && second !== undefined && first.width < first.height * 1.5
}

/** The price in a list. Empty if the catalogue hides it there, or if another seller sets it. */
export function TilePrice({ product }: { product: ProductTileFragment }) {
  const { list_price: list, external_url, content_ml } = product.tileMeta
  if (list?.hide || external_url) return null
  const cents = list?.value ?? product.priceCents
  return (
    <>
      <p className="mt-1 font-semibold">
        <Price
          cents={cents}
          originalCents={product.originalPriceCents}
          lowestCents={product.lowestPriceCents}
          prefix={list?.prefix ?? (product.priceVaries ? m.price_from() : undefined)}
        />
      </p>
      <LitrePrice cents={cents} contentMl={content_ml} />
    </>
  )
}

function TileTag({ product }: { product: ProductTileFragment }) {
  const text = tagText(product, useViewTime())
  if (!text) return null
  const isProminent = product.available
  return (
    <span
      className={`tile-tag tag absolute top-2 left-2 ${isProminent ? 'tag-solid' : 'border-ink bg-ground text-ink'}`}
    >
      {text}
    </span>
  )
}

/** Whether the message says more than the tag. */
function saysMore(message: string): boolean {
  return message.replace(/[.!]$/, '').toLowerCase() !== m.tile_sold_out().toLowerCase()
}

function tagText(product: ProductTileFragment, now: number): string | null {
  if (!product.available) return m.tile_sold_out()
  if (product.publicShippableFromAt !== null && product.publicShippableFromAt > now) return m.tile_preorder()
  if (product.tileMeta.code_required) return m.tile_with_code()
  if (product.originalPriceCents !== null) return m.tile_reduced()
  if (product.type === 'bundle') return m.tile_bundle()
  return null
}

function useCarousel(count: number, isRunning: boolean): number {
  const [index, setIndex] = useState(0)
  useEffect(() => {
    if (!isRunning || count < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setIndex((current) => (current + 1) % count), CAROUSEL_STEP_MS)
    return () => {
      clearInterval(timer)
      setIndex(0)
    }
  }, [count, isRunning])
  return index
}

/**
 * PROD-01: the product's images. On phones, visitors swipe from image to image. Wider screens also have thumbnails. A press
 * on an image opens it in full screen. If the shop enables it, a magnifier follows the mouse.
 */
import { type MouseEvent, useRef, useState } from 'react'
import type { ProductPageQuery } from '../../../schema/generated/operations.ts'
import { Picture } from '../../catalogue/picture.tsx'
import { useIsHydrated } from '../../data/hydration.ts'
import { productMeta } from '../../data/meta.ts'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { useSlideInView } from '../../ui/slide-in-view.ts'
import { GalleryDialog } from './gallery-dialog.tsx'

type Product = Pick<
  NonNullable<ProductPageQuery['product']>,
  'images' | 'overlayDetailImage' | 'descriptiveName' | 'meta' | 'tileMeta'
>

const MAGNIFICATION = 2
const SIZES = '(min-width: 768px) 56vw, 100vw'

export function Gallery({ product }: { product: Product }) {
  const track = useRef<HTMLDivElement>(null)
  const magnifier = useMagnifier()
  const { index, onScroll, show } = useSlideInView(track)
  const [isLarge, setLarge] = useState(false)
  const pictures = product.images.map(({ image }) => image)
  const altOf = (pictureIndex: number) =>
    pictures[pictureIndex]?.alt || m.product_picture({ name: product.descriptiveName, number: pictureIndex + 1 })

  return (
    <section
      aria-label={m.product_pictures()}
      className={`min-w-0 ${productMeta(product).slider_light_background ? 'gallery-light' : ''}`}
    >
      <div className="gallery-frame relative -mx-[clamp(1rem,4vw,3rem)] overflow-clip md:mx-0 md:rounded-image">
        <div ref={track} className="no-scrollbar flex snap-x snap-mandatory overflow-x-auto" onScroll={onScroll}>
          {pictures.length === 0 && (
            <Picture
              image={null}
              name={product.descriptiveName}
              sign={product.tileMeta.artwork_sign}
              sizes={SIZES}
              className="aspect-square w-full"
            />
          )}
          {pictures.map((image, pictureIndex) => (
            <button
              key={image.key}
              type="button"
              className="w-full flex-none cursor-zoom-in snap-start overflow-clip"
              {...magnifier}
              aria-label={`${m.product_enlarge()}: ${altOf(pictureIndex)}`}
              tabIndex={pictureIndex === index ? 0 : -1}
              onClick={() => setLarge(true)}
            >
              <Picture
                image={image}
                sizes={SIZES}
                alt={altOf(pictureIndex)}
                isUrgent={pictureIndex === 0}
                className={`aspect-square w-full object-cover ${pictureIndex === 0 ? 'subject-picture' : ''}`}
              />
            </button>
          ))}
        </div>
        {product.overlayDetailImage && (
          <span className="pointer-events-none absolute top-3 left-3 w-24">
            <Picture image={product.overlayDetailImage} sizes="96px" className="w-full !bg-none !bg-transparent" />
          </span>
        )}
        {pictures.length > 0 && (
          <span
            className="pointer-events-none absolute right-3 bottom-3 grid size-10 place-items-center rounded-full bg-ground/85"
            aria-hidden="true"
          >
            <Icon name="zoom" className="size-5" />
          </span>
        )}
        {pictures.length > 1 && (
          <span
            className="label absolute bottom-3 left-3 rounded-full bg-ground/85 px-2.5 py-1 tabular-nums md:hidden"
            aria-hidden="true"
          >
            {index + 1}/{pictures.length}
          </span>
        )}
      </div>
      {pictures.length > 1 && (
        <ul className="gallery-thumbs mt-3 hidden flex-wrap gap-2 md:flex">
          {pictures.map((image, pictureIndex) => (
            <li key={image.key}>
              <button
                type="button"
                aria-label={m.product_show_picture({ number: pictureIndex + 1 })}
                aria-current={pictureIndex === index ? 'true' : undefined}
                className="block size-20 overflow-clip rounded-image border-2 border-transparent aria-current:border-ink"
                onClick={() => show(pictureIndex)}
              >
                <Picture image={image} sizes="80px" alt="" className="size-full object-cover" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isLarge && <GalleryDialog pictures={pictures} first={index} altOf={altOf} onClose={() => setLarge(false)} />}
    </section>
  )
}

/**
 * Returns the event handlers of the magnifier. Returns none on touch devices, with reduced motion, or if the shop has not
 * enabled the magnifier.
 */
function useMagnifier() {
  const { meta } = usePage()
  const isEnabled =
    useIsHydrated() &&
    meta.item_image_magnifier &&
    matchMedia('(hover: hover) and (prefers-reduced-motion: no-preference)').matches
  if (!isEnabled) return {}
  return {
    onMouseMove({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) {
      const { left, top, width, height } = currentTarget.getBoundingClientRect()
      const picture = currentTarget.querySelector('img')
      if (!picture) return
      picture.style.transformOrigin = `${((clientX - left) / width) * 100}% ${((clientY - top) / height) * 100}%`
      picture.style.transform = `scale(${MAGNIFICATION})`
    },
    onMouseLeave({ currentTarget }: MouseEvent<HTMLElement>) {
      const picture = currentTarget.querySelector('img')
      if (picture) picture.style.transform = ''
    },
  }
}

/**
 * A picture of the catalogue: the browser picks format and width, its room is kept from the start, and its colours stand
 * there until it has loaded. Without an image the design's own ground takes the place.
 */
import { usePage } from '../data/page.tsx'
import { askedSizes } from './image-sizes.ts'
import { thumbhashBackground } from './thumbhash.ts'

export type PictureImage = {
  key: string
  width: number
  height: number
  widths: number[]
  thumbhash: string
  alt: string
}

type PictureProps = {
  image: PictureImage | null | undefined
  /** How wide it is shown, as the `sizes` attribute says it. */
  sizes: string
  className?: string
  /** Instead of the catalogue's text; empty where the picture repeats what stands beside it. */
  alt?: string
  /** True for what the first view shows: loaded at once, before other pictures. */
  isUrgent?: boolean
}

function sourceSet(image: PictureImage, extension: string): string {
  return image.widths.map((width) => `${pictureUrl(image, width, extension)} ${width}w`).join(', ')
}

function pictureUrl(image: PictureImage, width: number, extension: string): string {
  return `/images/${image.key}/${width}.${extension}`
}

export function Picture({ image, sizes: shownSizes, className = '', alt, isUrgent = false }: PictureProps) {
  const { meta } = usePage()
  if (!image) return <span aria-hidden="true" className={`picture picture-missing block ${className}`} />
  const sizes = askedSizes(shownSizes, meta.preferred_image_resolution)
  const middle = image.widths.find((width) => width >= 500) ?? image.widths.at(-1) ?? image.width
  const showColours = (element: HTMLImageElement | null) => {
    if (!element || element.complete) return
    void thumbhashBackground(image.thumbhash).then((background) => {
      if (!element.complete) element.style.backgroundImage = background
    })
  }
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={sourceSet(image, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={sourceSet(image, 'webp')} sizes={sizes} />
      <img
        ref={showColours}
        src={pictureUrl(image, middle, 'jpg')}
        width={image.width}
        height={image.height}
        alt={alt ?? image.alt}
        loading={isUrgent ? 'eager' : 'lazy'}
        fetchPriority={isUrgent ? 'high' : 'auto'}
        decoding="async"
        className={`picture ${className}`}
        onLoad={({ currentTarget }) => {
          currentTarget.style.backgroundImage = ''
        }}
      />
    </picture>
  )
}

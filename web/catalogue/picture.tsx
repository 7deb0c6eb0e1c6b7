/**
 * An image of the catalogue. The browser chooses format and width. The element has the image's dimensions from the start, so
 * the layout does not shift. Until the image has loaded, the element shows the thumbhash. Without an image, the component
 * shows artwork in the band's colours.
 */
import { usePage } from '../data/page.tsx'
import { Artwork } from './artwork.tsx'
import { sizesForScreens } from './image-sizes.ts'
import { thumbhashBackground } from './thumbhash.ts'

export type TileImage = {
  key: string
  width: number
  height: number
  widths: number[]
  thumbhash: string
  /** Percent from the left and from the top. */
  focus?: readonly number[] | null
}

export type PictureImage = TileImage & { alt: string }

type PictureProps = {
  /** The displayed width, in the syntax of the `sizes` attribute. */
  sizes: string
  className?: string
  /** True for images that are visible at first. The browser loads them at once and before others. */
  isUrgent?: boolean
  /** True if every screen loads the largest version, whatever its displayed width. */
  isLargest?: boolean
  /** What the image shows. Without an image, the artwork is made from this name. */
  name?: string
  /** The path of the sign that the artwork shows instead of initials. */
  sign?: string | undefined
} & (
  | { image: PictureImage | null | undefined; alt?: string }
  // Lists do not load alternative texts, because their pictures only repeat the text beside them.
  | { image: TileImage | null | undefined; alt: string }
)

/** The class that lets crops show the image's focus point. A style attribute would need a laxer content policy. */
function focusClass(focus: TileImage['focus']): string {
  if (!focus) return ''
  const [x = 5, y = 5] = focus.map((percent) => Math.round(percent / 10))
  return `focus-x-${x} focus-y-${y}`
}

/** Wider than every version, so the browser takes the widest one. */
const LARGEST = '9999px'

/** The browsers that the shop supports show AVIF. Candidates in a second format would make the HTML of lists a tenth larger. */
function sourceSet(image: TileImage): string {
  return image.widths.map((width) => `${pictureUrl(image, width, 'avif')} ${width}w`).join(', ')
}

function pictureUrl(image: TileImage, width: number, extension: string): string {
  return `/images/${image.key}/${width}.${extension}`
}

export function Picture({
  image,
  sizes: slotSizes,
  className = '',
  alt,
  isUrgent = false,
  isLargest = false,
  name = '',
  sign,
}: PictureProps) {
  const { meta } = usePage()
  if (!image) return <Artwork name={name} sign={sign} className={className} />
  const sizes = isLargest ? LARGEST : sizesForScreens(slotSizes, meta.preferred_image_resolution)
  const fallbackWidth = image.widths.find((width) => width >= 500) ?? image.widths.at(-1) ?? image.width
  const showThumbhash = (element: HTMLImageElement | null) => {
    if (!element || element.complete) return
    void thumbhashBackground(image.thumbhash).then((background) => {
      if (!element.complete) element.style.backgroundImage = background
    })
  }
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={sourceSet(image)} sizes={sizes} />
      <img
        ref={showThumbhash}
        src={pictureUrl(image, fallbackWidth, 'jpg')}
        width={image.width}
        height={image.height}
        alt={alt ?? ('alt' in image ? image.alt : '')}
        loading={isUrgent ? 'eager' : 'lazy'}
        fetchPriority={isUrgent ? 'high' : 'auto'}
        decoding="async"
        className={`picture ${focusClass(image.focus)} ${className}`}
        onLoad={({ currentTarget: element }) => {
          // The thumbhash stays until the browser can paint the image, which is later than the end of the download.
          const clear = () => element.style.removeProperty('background-image')
          element.decode().then(clear, clear)
        }}
      />
    </picture>
  )
}

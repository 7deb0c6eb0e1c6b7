/** The product's images in full screen, with zoom. */
import { useCallback, useEffect, useState } from 'react'
import { Picture, type PictureImage } from '../../catalogue/picture.tsx'
import { m } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'

type GalleryDialogProps = {
  pictures: PictureImage[]
  first: number
  altOf: (pictureIndex: number) => string
  onClose: () => void
}

export function GalleryDialog({ pictures, first, altOf, onClose }: GalleryDialogProps) {
  const [index, setIndex] = useState(first)
  const [isZoomed, setZoomed] = useState(false)
  const image = pictures[index]
  const move = useCallback(
    (step: 1 | -1) => {
      setIndex((current) => (current + step + pictures.length) % pictures.length)
      setZoomed(false)
    },
    [pictures.length],
  )
  useEffect(() => {
    const handleKey = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowRight') move(1)
      else if (key === 'ArrowLeft') move(-1)
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [move])
  return (
    <Dialog label={m.product_pictures()} onClose={onClose} className="dialog dialog-full">
      <div className="flex h-full flex-col">
        <div className="flex items-center justify-between gap-4 px-4 py-2">
          <p className="label tabular-nums" role="status">
            {m.product_picture_of({ number: index + 1, count: pictures.length })}
          </p>
          <div className="flex">
            <button type="button" className="button-quiet" aria-pressed={isZoomed} onClick={() => setZoomed(!isZoomed)}>
              <Icon name={isZoomed ? 'zoomOut' : 'zoom'} className="size-5" />
              {isZoomed ? m.product_zoom_out() : m.product_zoom_in()}
            </button>
            <button type="button" className="icon-button" aria-label={m.dialog_close()} onClick={onClose}>
              <Icon name="close" />
            </button>
          </div>
        </div>
        <div
          // The enlarged picture begins at its middle, where the motif mostly is.
          ref={isZoomed ? scrollToMiddle : null}
          className={`min-h-0 grow ${isZoomed ? 'overflow-auto' : 'grid grid-rows-[minmax(0,1fr)] place-items-center overflow-clip'}`}
        >
          <Picture
            image={image}
            sizes="100vw"
            alt={altOf(index)}
            isUrgent
            isLargest
            className={isZoomed ? 'w-[200vw] max-w-none md:w-[150vw]' : 'size-full object-contain'}
          />
        </div>
        {pictures.length > 1 && (
          <div className="flex justify-center gap-2 py-2">
            <button type="button" className="icon-button" aria-label={m.scroller_back()} onClick={() => move(-1)}>
              <Icon name="left" />
            </button>
            <button type="button" className="icon-button" aria-label={m.scroller_on()} onClick={() => move(1)}>
              <Icon name="right" />
            </button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

function scrollToMiddle(frame: HTMLElement | null): void {
  frame?.scrollTo((frame.scrollWidth - frame.clientWidth) / 2, (frame.scrollHeight - frame.clientHeight) / 2)
}

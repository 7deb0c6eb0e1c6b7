/** HOME-05: a video of the band. It loads nothing from YouTube until the visitor agrees. */
import { useState } from 'react'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'

/** Reads the id of a video from its YouTube URL. Also accepts the id alone. */
function parseVideoId(video: string): string | null {
  return /(?:[?&]v=|youtu\.be\/|\/embed\/|^)([\w-]{11})(?:$|[?&#])/.exec(video)?.[1] ?? null
}

export default function VideoTeaser({ video }: { video: string }) {
  const { shop } = usePage()
  const [isAllowed, setAllowed] = useState(false)
  const id = parseVideoId(video)
  if (!id) return null
  return (
    <section aria-label={m.home_video()} className="page mt-(--section)">
      {/* Before the visitor agrees there is nothing to see, so the box is only as high as its words. */}
      <div
        className={`grid place-items-center overflow-clip rounded-image border-(length:--rule) border-line bg-surface ${isAllowed ? 'aspect-video' : 'py-4 sm:py-8'}`}
      >
        {isAllowed ? (
          <iframe
            className="size-full"
            title={m.home_video_of({ band: shop.name })}
            src={`https://www.youtube-nocookie.com/embed/${id}?autoplay=1`}
            allow="autoplay; encrypted-media; picture-in-picture"
            allowFullScreen
          />
        ) : (
          <div className="max-w-md p-6 text-center">
            <p className="display display-4">{m.home_video_of({ band: shop.name })}</p>
            <p className="mt-2 text-sm text-muted">{m.home_video_note()}</p>
            <button type="button" className="button-primary mt-5" onClick={() => setAllowed(true)}>
              {m.home_video_play()}
            </button>
          </div>
        )}
      </div>
    </section>
  )
}

/** News items: an image with a title and a text. */
import type { NewsTileFragment } from '../../schema/generated/operations.ts'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'
import { FirstViewEnd } from '../ui/first-view-end.tsx'
import { FittedTitle } from '../ui/fitted-title.tsx'
import { Picture } from './picture.tsx'
import { ShopLink } from './shop-link.tsx'

/**
 * Says where the item's link leads, so that two items below each other do not call for the same. It offers no tickets for a
 * cancelled concert.
 */
export function callToAction({ url, linksToCancelled }: Pick<NewsTileFragment, 'url' | 'linksToCancelled'>): string {
  if (linksToCancelled) return m.news_cancelled()
  const [, page] = /^\/([a-z]+)(?:[/?#]|$)/.exec(url) ?? []
  switch (page) {
    case 'events':
    case 'tours':
      return m.news_tickets()
    case 'products':
    case 'bundle':
      return m.news_product()
    case 'categories':
      return m.news_merch()
    case 'artists':
      return m.news_artists()
    default:
      return m.news_more()
  }
}

/** The first news item of a page, with a large image and a large title. */
export function NewsHero({
  item,
  isUrgent = false,
  heading = 'h2',
}: {
  item: NewsTileFragment
  isUrgent?: boolean
  heading?: 'h1' | 'h2'
}) {
  const { layout } = usePage()
  // In the index layout, words come before pictures, for the eye as for a screen reader.
  const wordsFirst = layout === 'index'
  const picture = (
    <div className="hero-picture">
      <Picture
        image={item.image}
        sizes={layout === 'poster' ? '100vw' : '(min-width: 768px) 58vw, 100vw'}
        alt=""
        isUrgent={isUrgent}
        // A wide frame would cut too much off a square picture, such as a product's.
        className={`w-full object-cover ${item.image && item.image.width < item.image.height * 1.2 ? 'aspect-4/3' : 'aspect-video'}`}
      />
    </div>
  )
  return (
    <article className={`hero group relative ${item.inverse ? 'is-inverse' : ''}`}>
      <div className="page hero-grid">
        {!wordsFirst && picture}
        <div className="hero-text">
          <FittedTitle text={item.title} size="display-1" as={heading}>
            <ShopLink to={item.url} className="after:absolute after:inset-0">
              {item.title}
            </ShopLink>
          </FittedTitle>
          <p className="mt-4 max-w-prose text-lg">{item.text}</p>
          <p className="mt-6">
            <span className="button-primary" aria-hidden="true">
              {callToAction(item)}
            </span>
          </p>
        </div>
        {wordsFirst && picture}
      </div>
      {isUrgent && <FirstViewEnd />}
    </article>
  )
}

export function NewsCard({ item, sizes }: { item: NewsTileFragment; sizes: string }) {
  return (
    <article className="news-card group relative">
      {item.image && (
        <div className="tile-frame overflow-clip rounded-image">
          <Picture image={item.image} sizes={sizes} alt="" className="tile-picture aspect-video w-full object-cover" />
        </div>
      )}
      <h3 className="display display-4 mt-3">
        <ShopLink
          to={item.url}
          className="after:absolute after:inset-0 group-hover:underline decoration-2 underline-offset-4"
        >
          {item.title}
        </ShopLink>
      </h3>
      <p className="mt-1 text-muted">{item.text}</p>
    </article>
  )
}

/**
 * News items as slides that are as wide as the window. If `isFirst` is true, the slider is at the top of the page, so its
 * first image loads with high priority.
 */
import type { HomeQuery } from '../../../schema/generated/operations.ts'
import { NewsHero } from '../../catalogue/news-card.tsx'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { Slider } from '../../ui/slider.tsx'

type NewsSliderProps = { items: HomeQuery['home']['news']; isFirst?: boolean }

export function NewsSlider({ items, isFirst = false }: NewsSliderProps) {
  const { meta } = usePage()
  const slides = items.map((item, index) => ({
    // The slides of a page never change, and two may have the same link and title.
    id: String(index),
    title: item.title,
    content: <NewsHero item={item} isUrgent={isFirst && index === 0} />,
  }))
  return <Slider label={m.home_news()} slides={slides} hasTitlePager={meta.slides_custom_pager === true} />
}

/** What no first view needs: the head of the pages to come, and what may lie over them, the shop's snow, and the first page's question about the newsletter. */
import { useEffect } from 'react'
import type { RouteName } from '../../schema/routes.ts'
import { usePage } from '../data/page.tsx'
import { extra } from '../ui/later.tsx'
import { Snow } from '../ui/snow.tsx'
import { takeUpWait } from '../waiting-room/stored-wait.ts'
import { PageHead } from './page-head.tsx'
import { useSnowFalls } from './snow-switch.ts'

const NewsletterPopup = extra(() => import('../newsletter/newsletter-popup.tsx'))

export default function Extras({ route }: { route: RouteName }) {
  const { meta, shop } = usePage()
  const snowFalls = useSnowFalls()
  useEffect(() => takeUpWait(shop.slug), [shop.slug])
  return (
    <>
      <PageHead />
      {meta.snow && snowFalls && <Snow isCategoryPage={route === 'category' || route === 'categories'} />}
      {route === 'home' && meta.newsletter_popup && meta.newsletter_url && <NewsletterPopup />}
    </>
  )
}

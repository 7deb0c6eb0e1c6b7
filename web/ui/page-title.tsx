/** The document's title, written as the edge writes it: the page's subject, then the shop. */
import { usePage } from '../data/page.tsx'

export function PageTitle({ title }: { title: string | null }) {
  const { shop, meta } = usePage()
  return <title>{title === null ? (meta.override_title ?? shop.name) : `${title} – ${shop.name}`}</title>
}

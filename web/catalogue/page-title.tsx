/**
 * The document's title: the page's subject, then the shop, as in the HTML from the server. If it is the visitor's turn in a
 * waiting room, the title says so.
 */
import { usePage } from '../data/page.tsx'
import { useWait } from '../data/waiting.ts'
import { m } from '../i18n/messages.ts'

export function PageTitle({ title }: { title: string | null }) {
  const { shop, meta } = usePage()
  const { admittedTo } = useWait()
  const text = title === null ? (meta.override_title ?? shop.name) : `${title} – ${shop.name}`
  return <title>{admittedTo === null ? text : m.queue_document_turn({ title: text })}</title>
}

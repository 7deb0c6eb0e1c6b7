/** The links of the main navigation: merch, tickets, artists (only in the main shop), and the shop's own links. */
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'

export function useShopLinks(): { href: string; label: string }[] {
  const { shop, meta } = usePage()
  const merch = { href: '/categories', label: m.shell_merch() }
  const tickets = { href: '/events', label: m.shell_tickets() }
  return [
    ...(meta.prefer_tickets ? [tickets, merch] : [merch, tickets]),
    ...(shop.isBand ? [] : [{ href: '/artists', label: m.shell_artists() }]),
    ...(meta.header_links ?? []),
  ]
}

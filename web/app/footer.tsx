/**
 * SHELL-03: the end of every page. The main shop's introduces the bands and answers questions; a band's is short, leads to
 * its channels and says who runs the shop.
 */
import { SOCIAL_KINDS } from '../../schema/catalogue-values.ts'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'
import { ShopLink } from '../ui/shop-link.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { useShopLinks } from './shop-links.ts'

const SOCIAL_NAMES: Record<(typeof SOCIAL_KINDS)[number], string> = {
  website: 'Website',
  spotify: 'Spotify',
  music: 'Bandcamp',
  tiktok: 'TikTok',
  twitch: 'Twitch',
  telegram: 'Telegram',
  youtube: 'YouTube',
  instagram: 'Instagram',
  apple: 'Apple Music',
  twitter: 'X',
  facebook: 'Facebook',
  link: 'Link',
}

export default function Footer() {
  const { shop, meta, sandbox } = usePage()
  const links = useShopLinks()
  const legal = [
    { href: '/faq', label: m.shell_faq() },
    { href: '/contact', label: m.shell_contact() },
    { href: '/terms', label: m.shell_terms() },
    { href: '/datapolicy', label: m.shell_datapolicy() },
  ]
  return (
    <footer className="site-footer mt-(--section) rule-t bg-surface pb-24 sm:pb-10">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-10 pt-12 lg:grid-cols-[minmax(0,2fr)_1fr_1fr_1fr]">
        <div className="col-span-2 max-w-sm lg:col-span-1">
          <p className="wordmark display display-3">{shop.name}</p>
          <p className="mt-3 text-muted">
            {meta.description ?? (shop.isBand ? m.shell_about_band({ band: shop.name }) : m.shell_about_main())}
          </p>
          <LanguageSwitch className="mt-4 -ml-1.5 gap-2" isLong />
          {!shop.isBand && (
            <div className="mt-6">
              <Socials />
            </div>
          )}
        </div>
        <LinkList title={m.shell_browse()} links={links} />
        {shop.isBand ? (
          <Socials />
        ) : (
          <LinkList
            title={m.shell_band_shops()}
            links={shop.bandShops.map(({ name, href }) => ({ label: name, href }))}
          />
        )}
        <LinkList title={m.shell_service()} links={legal} />
      </div>
      <p className="page mt-10 text-sm text-muted">
        {shop.isBand ? m.shell_run_by({ band: shop.name }) : m.shell_imprint_line()}
        {sandbox && (
          <>
            {' · '}
            <a href={sandbox.mailboxUrl} className="text-link">
              {m.shell_mailbox()}
            </a>
          </>
        )}
      </p>
    </footer>
  )
}

function LinkList({ title, links }: { title: string; links: { href: string; label: string }[] }) {
  if (links.length === 0) return null
  return (
    <nav aria-label={title}>
      <p className="label text-muted">{title}</p>
      <ul className="mt-2">
        {links.map(({ href, label }) => (
          <li key={href}>
            <ShopLink to={href} className="inline-flex min-h-9 items-center hover:text-accent hover:underline">
              {label}
            </ShopLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Socials() {
  const { meta } = usePage()
  const entries = (meta.socials ?? []).flatMap((entry) =>
    SOCIAL_KINDS.flatMap((kind) => {
      const href = entry[kind]
      const name = kind === 'link' ? entry.title : SOCIAL_NAMES[kind]
      return href ? [{ href, label: name, title: `${entry.title}: ${name}` }] : []
    }),
  )
  if (entries.length === 0) return null
  return (
    <nav aria-label={m.shell_socials()}>
      <p className="label text-muted">{m.shell_socials()}</p>
      <ul className="mt-2">
        {entries.map(({ href, label, title }) => (
          <li key={title}>
            <a
              href={href}
              rel="noopener me"
              aria-label={title}
              className="inline-flex min-h-9 items-center hover:text-accent hover:underline"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

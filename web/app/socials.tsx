/** Links to the shop's social channels, each with its logo and name. */
import { SOCIAL_KINDS } from '../../schema/social-kinds.ts'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'
import { SocialIcon } from '../ui/social-icon.tsx'

type Kind = (typeof SOCIAL_KINDS)[number]

/**
 * Names that are the same in every language. A link of the kind `link` shows the title of its entry instead, and a link of the
 * kind `music` shows the host of its service.
 */
const BRANDS: Record<Exclude<Kind, 'link' | 'music' | 'website'>, string> = {
  spotify: 'Spotify',
  tiktok: 'TikTok',
  twitch: 'Twitch',
  telegram: 'Telegram',
  youtube: 'YouTube',
  instagram: 'Instagram',
  apple: 'Apple Music',
  twitter: 'X',
  facebook: 'Facebook',
}

function channelName(kind: Kind, title: string, href: string): string {
  if (kind === 'website') return m.shell_website()
  if (kind === 'music') return href.split('/')[2]?.replace('www.', '') ?? title
  return kind === 'link' ? title : BRANDS[kind]
}

export function Socials() {
  const { meta } = usePage()
  const links = (meta.socials ?? []).flatMap((entry) =>
    SOCIAL_KINDS.flatMap((kind) => {
      const href = entry[kind]
      return href ? [{ kind, href, name: channelName(kind, entry.title, href), title: entry.title }] : []
    }),
  )
  if (links.length === 0) return null
  return (
    <nav aria-label={m.shell_socials()}>
      <p className="label text-muted">{m.shell_socials()}</p>
      <ul className="mt-2 flex flex-wrap gap-x-5">
        {links.map(({ kind, href, name, title }) => (
          <li key={`${title} ${kind}`}>
            <a
              href={href}
              rel="noopener me"
              aria-label={name === title ? name : `${title}: ${name}`}
              className="inline-flex min-h-11 items-center gap-2 hover:text-accent hover:underline"
            >
              <SocialIcon kind={href.startsWith('mailto:') ? 'email' : kind} />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

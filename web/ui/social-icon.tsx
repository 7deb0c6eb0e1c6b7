/**
 * An icon for each kind of social channel and for an email address, on a 24-pixel grid. It is decorative, because the name is
 * beside it.
 */
import type { SocialKind } from '../../schema/social-kinds.ts'

const PATHS: Record<SocialKind | 'email', string> = {
  website: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17',
  spotify:
    'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM7.5 9.7c3.2-.8 6.6-.4 9.3 1.1M8 12.6c2.7-.6 5.3-.3 7.5 1M8.5 15.3c2-.4 4-.2 5.7.8',
  music:
    'M9 17.5a2.5 2.5 0 1 1-2.5-2.5A2.5 2.5 0 0 1 9 17.5ZM9 17.5V6l10-2v11.5M19 15.5a2.5 2.5 0 1 1-2.5-2.5 2.5 2.5 0 0 1 2.5 2.5',
  tiktok: 'M14 4v11.5a3.5 3.5 0 1 1-3.5-3.5M14 4c.3 2.8 2.2 4.5 5 4.7',
  twitch: 'M5 4h14v9l-4 4h-3.5L8.5 20v-3H5ZM11 8v4M15 8v4',
  telegram: 'M20.5 4.5 3.5 11l5 2 2 6 3-4 5 3.5ZM8.5 13l8-5.5-6 7.5',
  youtube: 'M6 6h12a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V9a3 3 0 0 1 3-3ZM10.5 9.5v5l4.5-2.5Z',
  instagram:
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4ZM12 8.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM16.8 7.2h.01',
  apple:
    'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM10 15.5a1.5 1.5 0 1 1-1.5-1.5 1.5 1.5 0 0 1 1.5 1.5ZM10 15.5V8.5l5.5-1v6.5M15.5 14a1.5 1.5 0 1 1-1.5-1.5 1.5 1.5 0 0 1 1.5 1.5',
  twitter: 'M5 5l14 14M19 5 5 19',
  facebook: 'M15 4h-1.5A3.5 3.5 0 0 0 10 7.5V20M7 11.5h7',
  email: 'M4 6h16v12H4ZM4 7l8 6 8-6',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
}

export function SocialIcon({ kind }: { kind: keyof typeof PATHS }) {
  return (
    <svg viewBox="0 0 24 24" className="size-5 flex-none fill-none stroke-current" aria-hidden="true">
      <path d={PATHS[kind]} strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

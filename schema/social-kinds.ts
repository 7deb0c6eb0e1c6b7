/** The channels that a shop or an artist may link to, in the order in which they are shown. */
export const SOCIAL_KINDS = [
  'website',
  'spotify',
  'music',
  'tiktok',
  'twitch',
  'telegram',
  'youtube',
  'instagram',
  'apple',
  'twitter',
  'facebook',
  'link',
] as const
export type SocialKind = (typeof SOCIAL_KINDS)[number]

/** The social channels that a shop may link to, in the order in which pages show them. */
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

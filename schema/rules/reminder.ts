/** What fans can be reminded of by mail: that goods are back in stock, and that a concert's presale has begun. */
export const REMINDER_KINDS = ['stock', 'presale'] as const
export type ReminderKind = (typeof REMINDER_KINDS)[number]

/** Returns the path of the page on which a fan confirms or ends a reminder, without the shop's base path. */
export function reminderPath(key: string): string {
  return `/reminder?key=${encodeURIComponent(key)}`
}

/** What fans can be reminded of by mail: goods are back in stock, a presale has begun, a sold-out concert has free tickets. */
export const REMINDER_KINDS = ['stock', 'presale', 'tickets'] as const
export type ReminderKind = (typeof REMINDER_KINDS)[number]

/**
 * With fewer free tickets, a concert still counts as sold out for reminders. A single ticket is gone before the first fan has
 * opened the mail.
 */
export const TICKETS_WORTH_A_MAIL = 2

/** Returns the path of the page on which a fan confirms or ends a reminder, without the shop's base path. */
export function reminderPath(key: string): string {
  return `/reminder?key=${encodeURIComponent(key)}`
}

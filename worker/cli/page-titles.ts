/**
 * Generates the text of `worker/generated/page-titles.ts`: the titles of pages whose title does not come from the
 * catalogue. The pages' components use the same messages, so a title in the HTML does not change when the browser's script
 * starts.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES, type Locale } from '../../schema/locale.ts'
import type { RouteName } from '../../schema/routes.ts'
import { ROOT } from './root.ts'

export const PAGE_TITLES_FILE = join(ROOT, 'worker/generated/page-titles.ts')

const MESSAGES = {
  categories: 'shell_merch',
  artists: 'shell_artists',
  events: 'events_head',
  search: 'shell_search',
  checkout: 'checkout_step_cart',
  'checkout-details': 'checkout_step_details',
  order: 'order_page_title',
  'order-names': 'name_change_title',
  trace: 'form_updateticket_title',
  'check-in': 'checkin_title',
  'order-lookup': 'order_lookup_title',
  'ticket-cancel': 'service_cancel_title',
  'ticket-change': 'service_change_title',
  refund: 'refund_title',
  'band-refund': 'refund_title',
  withdrawal: 'withdrawal_title',
  reminder: 'reminder_title',
  contact: 'contact_title',
  imprint: 'contact_title',
  terms: 'shell_terms',
  'terms-advent': 'advent_terms_title',
  datapolicy: 'shell_datapolicy',
  jobs: 'jobs_title',
  gamepolicy: 'gamepolicy_title',
  kulturpass: 'kulturpass_title',
  faq: 'shell_faq',
  'not-found': 'notfound_head',
} satisfies Partial<Record<RouteName, string>>

function titlesIn(locale: Locale): Record<string, string> {
  const folder = join(ROOT, 'web/i18n', locale)
  const messages: Record<string, unknown> = Object.assign(
    {},
    ...readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  )
  return Object.fromEntries(
    Object.entries(MESSAGES).map(([page, key]) => {
      const text = messages[key]
      if (typeof text !== 'string') throw new Error(`web/i18n/${locale} has no plain text ${key}, the title of ${page}`)
      return [page, text]
    }),
  )
}

/** Returns the text of the module. Throws if a language has no text for a title. */
export function pageTitles(): string {
  const titles = Object.fromEntries(LOCALES.map((locale) => [locale, titlesIn(locale)]))
  return `/* Written by worker/cli/page-titles.ts; change web/i18n instead. */\nexport const pageTitles = ${JSON.stringify(titles, null, 2)} as const\n`
}

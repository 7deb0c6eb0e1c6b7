/** What a sign-up lacks before it may be sent, and what its answer means in the reader's words (NEWS-01). */
import { isNewsletterAddress, type NewsletterList } from '../../schema/newsletter.ts'
import { ShopError } from '../data/fetch.ts'
import { faultText } from '../i18n/fault-text.ts'
import { m } from '../i18n/messages.ts'
import type { Say } from '../ui/problem.ts'

export type SignupProblem = { field: 'email' | 'terms' | null; text: Say; leadsToContact: boolean }

const inField = (field: 'email' | 'terms', text: Say): SignupProblem => ({ field, text, leadsToContact: false })
const atLarge = (text: Say, leadsToContact = false): SignupProblem => ({ field: null, text, leadsToContact })

export function problemBefore(email: string, acceptsTerms: boolean): SignupProblem | null {
  if (!isNewsletterAddress(email.trim())) return inField('email', m.newsletter_bad_email)
  return acceptsTerms ? null : inField('terms', m.newsletter_no_terms)
}

export function problemOf(error: unknown): SignupProblem {
  if (!(error instanceof ShopError)) return atLarge(() => faultText(error))
  switch (error.code) {
    case 'BAD_INPUT':
      return inField('email', m.newsletter_bad_email)
    case 'TERMS_NOT_ACCEPTED':
      return inField('terms', m.newsletter_no_terms)
    case 'ALREADY_SUBSCRIBED':
      return atLarge(m.newsletter_already)
    case 'TOO_MANY_REQUESTS':
      return atLarge(m.newsletter_too_many, true)
    default:
      return atLarge(m.newsletter_failed)
  }
}

/** The shop's own list, and the one for concerts where it has one and the reader wants it. */
export function chosenLists(
  meta: { newsletter_url?: string; newsletter_tickets_url?: string },
  wantsTickets: boolean,
): NewsletterList[] {
  return [
    ...(meta.newsletter_url ? (['main'] as const) : []),
    ...(meta.newsletter_tickets_url && wantsTickets ? (['tickets'] as const) : []),
  ]
}

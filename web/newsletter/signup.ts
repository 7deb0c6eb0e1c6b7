/** Validates the newsletter form and translates the server's errors into messages (NEWS-01). */
import { isNewsletterAddress, type NewsletterList } from '../../schema/newsletter.ts'
import { ShopError } from '../data/fetch.ts'
import { faultText } from '../i18n/fault-text.ts'
import { m } from '../i18n/messages.ts'
import type { Message } from '../ui/problem.ts'

export type SignupProblem = { field: 'email' | 'terms' | null; text: Message; leadsToContact: boolean }

const fieldProblem = (field: 'email' | 'terms', text: Message): SignupProblem => ({
  field,
  text,
  leadsToContact: false,
})
const formProblem = (text: Message, leadsToContact = false): SignupProblem => ({ field: null, text, leadsToContact })

export function validate(email: string, acceptsTerms: boolean): SignupProblem | null {
  if (!isNewsletterAddress(email.trim())) return fieldProblem('email', m.newsletter_bad_email)
  return acceptsTerms ? null : fieldProblem('terms', m.newsletter_no_terms)
}

export function signupProblem(error: unknown): SignupProblem {
  if (!(error instanceof ShopError)) return formProblem(() => faultText(error))
  switch (error.code) {
    case 'BAD_INPUT':
      return fieldProblem('email', m.newsletter_bad_email)
    case 'TERMS_NOT_ACCEPTED':
      return fieldProblem('terms', m.newsletter_no_terms)
    case 'ALREADY_SUBSCRIBED':
      return formProblem(m.newsletter_already)
    case 'TOO_MANY_REQUESTS':
      return formProblem(m.newsletter_too_many, true)
    default:
      return formProblem(m.newsletter_failed)
  }
}

/**
 * The lists to subscribe to: the shop's mailing list, and its list for concerts if the visitor has chosen it. A list without
 * a URL is left out.
 */
export function chosenLists(
  meta: { newsletter_url?: string; newsletter_tickets_url?: string },
  wantsTickets: boolean,
): NewsletterList[] {
  return [
    ...(meta.newsletter_url ? (['main'] as const) : []),
    ...(meta.newsletter_tickets_url && wantsTickets ? (['tickets'] as const) : []),
  ]
}

/**
 * The validation of the newsletter form. A shop has up to two mailing lists: `main` for the shop and `tickets` for
 * concerts. The form accepts an email address with a local part, an at sign, a domain and a top-level domain of 2 to 4
 * letters (NEWS-01).
 */
export const NEWSLETTER_LISTS = ['main', 'tickets'] as const
export type NewsletterList = (typeof NEWSLETTER_LISTS)[number]

const ADDRESS = /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+\.[a-zA-Z]{2,4}$/
/** RFC 5321 § 4.5.3.1.3 allows 256 characters, including the angle brackets around the address. */
const MAX_ADDRESS_LENGTH = 254

export function isNewsletterAddress(email: string): boolean {
  return email.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(email)
}

export function isNewsletterList(name: string): name is NewsletterList {
  return NEWSLETTER_LISTS.some((list) => list === name)
}

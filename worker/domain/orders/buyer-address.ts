/**
 * Computes the key under which limits count a buyer. Several spellings of an email address reach one mailbox and have one
 * key: upper and lower case, a tag after a plus sign, dots and a second domain at Gmail, a domain in Unicode or Punycode.
 * The order also stores the address as the buyer wrote it, for mails.
 */

/** Gmail ignores dots before the @, and an address reaches the same mailbox at both domains. */
const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/** `email` must have passed `emailSchema`. */
export function buyerKeyOf(email: string): string {
  const written = email.trim().normalize('NFKC').toLowerCase()
  const cut = written.lastIndexOf('@')
  const domain = asciiDomain(written.slice(cut + 1))
  const local = written.slice(0, cut)
  const [mailbox = ''] = local.split('+', 1)
  // If the address begins with a plus sign, the plus is part of the mailbox and starts no tag.
  const untagged = mailbox === '' ? local : mailbox
  return GMAIL.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

/** Returns the domain in Punycode, or unchanged if it is not a valid host name. */
function asciiDomain(domain: string): string {
  const address = `https://${domain}`
  return URL.canParse(address) ? new URL(address).hostname : domain
}

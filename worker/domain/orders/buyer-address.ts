/**
 * Computes the key by which limits count a buyer's email address. Several spellings reach one mailbox: upper and lower
 * case, a tag after a plus sign, dots and a second domain at Gmail, a domain in Unicode or Punycode. The order stores
 * the address as the buyer wrote it, for mails. The key is only for counting.
 */

/** Gmail ignores dots in the names of mailboxes, and both domains belong to the same mailboxes. */
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

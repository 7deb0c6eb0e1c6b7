/**
 * The key by which limits count a buyer's e-mail address. Several spellings reach one mailbox: case, a tag behind a plus
 * sign, dots and a second domain at Gmail, a domain in Unicode or in Punycode. The written address stays on the order for
 * mails; the key only counts. The backfill in the migration order_abuse follows the same rules, but for Punycode.
 */

/** Domains whose mailboxes ignore dots; googlemail.com is gmail.com. */
const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/** `email` as `emailSchema` lets it pass. */
export function buyerKeyOf(email: string): string {
  const written = email.trim().normalize('NFKC').toLowerCase()
  const cut = written.lastIndexOf('@')
  const domain = asciiDomain(written.slice(cut + 1))
  const local = written.slice(0, cut)
  const [mailbox = ''] = local.split('+', 1)
  // An address that begins with a plus sign has no mailbox in front of a tag.
  const untagged = mailbox === '' ? local : mailbox
  return GMAIL.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

/** Punycode, where the domain is one that exists in DNS. */
function asciiDomain(domain: string): string {
  const address = `https://${domain}`
  return URL.canParse(address) ? new URL(address).hostname : domain
}

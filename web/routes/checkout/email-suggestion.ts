/** Finds mail domains that are probably mistyped (ADDR-02). The form suggests another address, but accepts the typed one. */
import { POPULAR_DOMAINS, POPULAR_TLDS, run } from '@zootools/email-spell-checker'

/** The library's list lacks many mail providers of German-speaking countries. */
const DOMAINS = [
  ...POPULAR_DOMAINS,
  't-online.de',
  'freenet.de',
  'web.de',
  'gmx.de',
  'gmx.net',
  'gmx.at',
  'gmx.ch',
  'posteo.de',
  'mailbox.org',
  'arcor.de',
  'bluewin.ch',
  'magenta.de',
]
const SECOND_LEVEL = ['yahoo', 'hotmail', 'mail', 'live', 'outlook', 'gmx', 'googlemail', 'icloud']
/** Real endings that resemble popular ones. Addresses with these endings get no suggestion. */
const EXEMPT_ENDINGS = [
  '.dev',
  '.me',
  '.io',
  '.eu',
  '.at',
  '.ch',
  '.band',
  '.email',
  'mail.de',
  'ok.de',
  'gmx.com',
  'live.de',
]
/** The largest edit distance at which a domain counts as a typo. */
const MAXIMUM_DISTANCE = 2

/** A domain can have typos before and in its ending. The library corrects them one after the other. */
const MAXIMUM_STEPS = 3

/** The address that the visitor probably meant, or null. */
export function suggestedEmail(email: string): string | null {
  const [name, typed] = email.trim().split('@')
  let domain = typed?.toLowerCase() ?? ''
  for (let step = 0; step < MAXIMUM_STEPS; step++) domain = closerDomain(domain) ?? domain
  // Case may matter before the at sign, so that part stays as typed.
  return domain === typed?.toLowerCase() || domain === '' ? null : `${name}@${domain}`
}

/** A correction of the domain, which may still have another typo; null if the domain looks right. */
function closerDomain(domain: string): string | null {
  if (!domain || DOMAINS.includes(domain) || EXEMPT_ENDINGS.some((ending) => domain.endsWith(ending))) return null
  const suggestion = run({
    // The library takes an address, but corrects only its domain.
    email: `fan@${domain}`,
    domains: DOMAINS,
    secondLevelDomains: SECOND_LEVEL,
    topLevelDomains: POPULAR_TLDS,
    domainThreshold: MAXIMUM_DISTANCE,
    secondLevelThreshold: MAXIMUM_DISTANCE,
    topLevelThreshold: MAXIMUM_DISTANCE,
    distanceFunction: editDistance,
  })
  return suggestion && suggestion.domain !== domain ? suggestion.domain : null
}

/** The Levenshtein distance: the least number of inserted, deleted or replaced characters that turns `a` into `b`. */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}

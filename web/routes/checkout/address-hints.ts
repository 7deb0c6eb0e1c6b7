/**
 * What the address form asks back about without refusing it: a mistyped mail domain, a postal code that does not fit
 * its country, a street without a house number (ADDR-02, ADDR-03).
 */
import { POPULAR_DOMAINS, POPULAR_TLDS, run } from '@zootools/email-spell-checker'
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'

/** Mail houses of German-speaking fans that the library's list lacks. */
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
/** Real endings that lie close to popular ones: no hint for them. */
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
const CLOSE = 2

/** The address that was probably meant, or null. */
export function suggestedEmail(email: string): string | null {
  const typed = email.trim().toLowerCase()
  const domain = typed.split('@')[1]
  if (!domain || DOMAINS.includes(domain) || EXEMPT_ENDINGS.some((ending) => domain.endsWith(ending))) return null
  const suggestion = run({
    email: typed,
    domains: DOMAINS,
    secondLevelDomains: SECOND_LEVEL,
    topLevelDomains: POPULAR_TLDS,
    domainThreshold: CLOSE,
    secondLevelThreshold: CLOSE,
    topLevelThreshold: CLOSE,
    distanceFunction: editDistance,
  })
  // The part before the at sign is kept as typed.
  return suggestion && suggestion.domain !== domain ? `${email.trim().split('@')[0]}@${suggestion.domain}` : null
}

/** Levenshtein's distance. */
export function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, place) => place)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const change = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(change, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    above = current
  }
  return above[b.length] ?? 0
}

/** True where the country's form of postal codes is known and this is none. */
export function postCodeLooksWrong(postCode: string, countryCode: string): boolean {
  const country = countryCode.toUpperCase()
  return postcodeValidatorExistsForCountry(country) && !postcodeValidator(postCode.trim(), country)
}

export function lacksHouseNumber(street: string): boolean {
  return !/\d/.test(street)
}

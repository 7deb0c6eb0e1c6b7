/**
 * The networks that a rate limit counts by. A single connection owns the second half of an IPv6 address and could come
 * from another address each time, so the exact network is the first half (/64), or the whole IPv4 address (/32). One
 * customer of a hoster owns a whole /48 (65,536 exact networks) or many neighbouring IPv4 addresses (/24): the wide
 * network counts those together, with a limit that is generous enough for the honest fans behind it.
 */
const GROUPS = 8
const EXACT_GROUPS = 4
const WIDE_GROUPS = 3

/** The /64 or /32 of an address; an empty address gives an empty network. */
export function networkOf(address: string): string {
  return ipv4Of(address) ?? groupsOf(address).slice(0, EXACT_GROUPS).join(':')
}

/** The /48 or /24 of an address; an empty address gives an empty network. */
export function wideNetworkOf(address: string): string {
  const ipv4 = ipv4Of(address)
  if (ipv4 !== null) return ipv4.split('.').slice(0, 3).join('.')
  return groupsOf(address).slice(0, WIDE_GROUPS).join(':')
}

/** An IPv4 address, also where it is written as an IPv6 one (`::ffff:192.0.2.7`). */
function ipv4Of(address: string): string | null {
  return address.includes(':') ? (/^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? null) : address
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0')
  const groups = tail === undefined ? before : [...before, ...zeros, ...after]
  return groups.map((group) => group.replace(/^0+(?=.)/, ''))
}

/**
 * The two networks of an address, for rate limits. One internet connection can choose the second half of its IPv6 address
 * freely, and could use a different address for each request. The exact network is therefore the first half (/64), or the
 * whole IPv4 address (/32). One customer of a hosting company may own a whole /48 (65,536 exact networks) or many
 * neighbouring IPv4 addresses (/24). This is the wide network. Its limits are generous enough for the fans who share it.
 */
const GROUPS = 8
const EXACT_GROUPS = 4
const WIDE_GROUPS = 3

/** Neither network may be logged. */
export type Networks = {
  /** The /64 or /32 that a limit counts as one visitor; stored only as an HMAC. */
  network: string
  /** The /48 or /24 around it, for limits against one customer with many networks; never stored. */
  wideNetwork: string
}

/** Without an address (no edge in front of the worker), both networks are empty. */
export function networksOf(address = ''): Networks {
  const ipv4 = ipv4Of(address)
  if (ipv4 !== null) return { network: ipv4, wideNetwork: ipv4.split('.').slice(0, 3).join('.') }
  const groups = groupsOf(address)
  return { network: groups.slice(0, EXACT_GROUPS).join(':'), wideNetwork: groups.slice(0, WIDE_GROUPS).join(':') }
}

/** An IPv4 address, also if written as an IPv6 one (`::ffff:192.0.2.7`). */
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

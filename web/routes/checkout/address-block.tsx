import type { PostalAddress } from './shown-address.ts'

/** A postal address, one line each for name, company, street, city and country. Empty lines are left out. */
export function AddressBlock({ address, country }: { address: PostalAddress; country: string }) {
  // Two lines may have the same text, so the field's name is the key.
  const lines = Object.entries({
    name: `${address.firstName} ${address.lastName}`,
    company: address.company,
    address: address.address,
    address2: address.address2,
    city: `${address.postCode} ${address.city}`,
    country,
  }).filter(([, line]) => line !== undefined && line !== '')
  return (
    <address className="not-italic">
      {lines.map(([field, line]) => (
        <span key={field} className="block">
          {line}
        </span>
      ))}
    </address>
  )
}

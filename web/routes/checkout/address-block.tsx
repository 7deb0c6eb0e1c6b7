/** A postal address, one line each for name, company, street, city and country. Empty lines are left out. */
type PostalAddress = {
  firstName: string
  lastName: string
  company?: string
  address: string
  address2?: string
  postCode: string
  city: string
  countryCode: string
}

export function AddressBlock({ address, country }: { address: PostalAddress; country: string }) {
  const lines = [
    `${address.firstName} ${address.lastName}`,
    address.company,
    address.address,
    address.address2,
    `${address.postCode} ${address.city}`,
    country,
  ].filter((line) => line !== undefined && line !== '')
  return (
    <address className="not-italic">
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  )
}

/** An address as it would stand on an envelope. */
type Shown = {
  firstName: string
  lastName: string
  company?: string
  address: string
  address2?: string
  postCode: string
  city: string
  countryCode: string
}

export function AddressBlock({ address, country }: { address: Shown; country: string }) {
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

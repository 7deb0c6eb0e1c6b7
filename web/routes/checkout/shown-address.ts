/** The address of an order, which is null if the page may not show it. */

export type PostalAddress = {
  firstName: string
  lastName: string
  company?: string
  address: string
  address2?: string
  postCode: string
  city: string
  countryCode: string
}

/**
 * Reads an address from the API, which has checked it. Therefore only its shape is checked here: the schema of the forms
 * would add a library of 8 KB to pages that only show addresses.
 */
export function shownAddress(value: unknown): PostalAddress | null {
  if (typeof value !== 'object' || value === null) return null
  const lines: Partial<Record<string, unknown>> = { ...value }
  const text = (name: keyof PostalAddress) => {
    const line = lines[name]
    return typeof line === 'string' ? line : ''
  }
  const address = {
    firstName: text('firstName'),
    lastName: text('lastName'),
    address: text('address'),
    postCode: text('postCode'),
    city: text('city'),
    countryCode: text('countryCode'),
  }
  if (Object.values(address).includes('')) return null
  return { ...address, company: text('company'), address2: text('address2') }
}

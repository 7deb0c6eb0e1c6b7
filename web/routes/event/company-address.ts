/** Returns the lines of a company's address from the catalogue's JSON, or an empty list for any other value. */
export function companyLines(address: unknown): string[] {
  if (typeof address !== 'object' || address === null) return []
  const field = (key: string) => {
    const value: unknown = Reflect.get(address, key)
    return typeof value === 'string' ? value : ''
  }
  return [
    field('company'),
    `${field('firstName')} ${field('lastName')}`,
    field('address'),
    field('address2'),
    `${field('postCode')} ${field('city')}`,
  ]
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

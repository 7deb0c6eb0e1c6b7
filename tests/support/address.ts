/** The address of fans in tests. It has its own file, because benchmarks run in Node and cannot import `shop-world.ts`. */
export const ADDRESS = {
  firstName: 'Ida',
  lastName: 'Brandt',
  address: 'Hafenstraße 12',
  postCode: '20457',
  city: 'Hamburg',
  countryCode: 'de',
}

/** The same address as the input schema returns it: the optional fields are empty. */
export const PARSED_ADDRESS = { ...ADDRESS, company: '', address2: '' }

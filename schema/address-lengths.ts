/** The maximum number of characters in each field of an address. The browser loads this file only with the forms that need it. */
export const ADDRESS_LENGTHS = {
  firstName: 40,
  lastName: 40,
  company: 100,
  address: 60,
  address2: 60,
  postCode: 10,
  city: 60,
} as const

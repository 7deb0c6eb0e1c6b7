/** The company that runs all shops: the imprint names it (§ 5 DDG), and invoices must (§ 14 (4) UStG). */
export const COMPANY = {
  name: 'Stagedoor GmbH',
  street: 'Lampenweg 7',
  city: '20359 Hamburg',
  director: 'Marit Halvorsen',
  register: 'Amtsgericht Hamburg, HRB 00000',
  vatId: 'DE000000000',
  email: 'hallo@stagedoor.example',
  phone: '+49 40 0000000',
}

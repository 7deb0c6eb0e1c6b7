/** The company that runs all shops. Goods are sent back to this address. */
export const COMPANY_ADDRESS = ['Stagedoor GmbH', 'Lampenweg 7', '20359 Hamburg']

/** Answers questions about accessible places. The imprint names it too. */
export const ACCESS_EMAIL = 'barrierefrei@stagedoor.example'

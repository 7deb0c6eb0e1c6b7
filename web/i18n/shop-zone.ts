/** The clock of the shop itself, for what happens at no venue: presales, tours' days, delivery. */
export const SHOP_ZONE = 'Europe/Berlin'

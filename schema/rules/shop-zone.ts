/**
 * The shop's IANA time zone. Deadlines, tours and deliveries use it, because they have no venue. It is also the default
 * for venues without a time zone of their own, and for dates of catalogue files that name neither a zone nor a venue.
 */
export const SHOP_ZONE = 'Europe/Berlin'
